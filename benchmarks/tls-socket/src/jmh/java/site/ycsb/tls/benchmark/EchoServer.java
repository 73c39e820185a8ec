package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLServerSocket;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** Answers each message of a fixed size with one byte, on a thread per connection. */
final class EchoServer implements AutoCloseable {
  private final Path directory = Files.createTempDirectory("echo-server");
  private final TlsPin pin;
  private final SSLServerSocket listener;
  private final int messageSize;

  EchoServer(String suite, int messageSize) throws IOException {
    this.pin = TlsPin.of(suite);
    CertificateAuthority authority = CertificateAuthority.create();
    authority.save(directory);
    this.listener =
        PinnedServerContext.of(pin, authority.issueServer(ServerKey.parse("RSA-2048")))
            .serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    this.messageSize = messageSize;
    start(this::acceptAll);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** What a client needs to pin the same. */
  TlsOptions options() {
    return TlsOptions.of(pin)
        .withTrust(Trust.ofCa(CertificateAuthority.certificateFile(directory)));
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        start(() -> serve(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    byte[] message = new byte[messageSize];
    try (socket) {
      InputStream in = socket.getInputStream();
      while (in.readNBytes(message, 0, messageSize) == messageSize) {
        socket.getOutputStream().write(1);
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "echo-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
