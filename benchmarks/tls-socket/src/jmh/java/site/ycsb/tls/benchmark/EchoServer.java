package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLServerSocket;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** Answers each message of a fixed size with one byte, on a thread per connection. */
final class EchoServer implements AutoCloseable {
  private final SSLServerSocket listener;
  private final int messageSize;

  EchoServer(TlsPin pin, CertifiedKey key, int messageSize) throws IOException {
    this.listener =
        PinnedServerContext.of(pin, key)
            .serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    this.messageSize = messageSize;
    start(this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
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
  }
}
