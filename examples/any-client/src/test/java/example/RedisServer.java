package example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.testkit.Ycsb;
import site.ycsb.tls.testserver.FreePort;

/**
 * The Redis of this machine, with a plain port and one for TLS; it accepts one suite only. It has
 * no file of CAs, for with one it would verify its own certificate in each full handshake.
 */
final class RedisServer implements AutoCloseable {
  static final String SUITE = "TLS_AES_256_GCM_SHA384";

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Process process;
  final int port;
  final int tlsPort;
  final Path ca;

  private RedisServer(Process process, int port, int tlsPort, Path ca) {
    this.process = process;
    this.port = port;
    this.tlsPort = tlsPort;
    this.ca = ca;
  }

  static RedisServer start(Path directory) throws IOException, InterruptedException {
    CertificateStore store = CertificateStore.in(directory.resolve("certificates"));
    CertificateFiles files = store.serverCertificate(ServerKey.parse("RSA-2048"));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int port = FreePort.at(List.of(loopback));
    int tlsPort = FreePort.at(List.of(loopback));
    String settings =
        """
        --bind 127.0.0.1 --port %d --tls-port %d --tls-auth-clients no --tls-protocols TLSv1.3
        --tls-ciphersuites %s --tls-cert-file %s --tls-key-file %s --dir %s --save
        """
            .formatted(port, tlsPort, SUITE, files.certificate(), files.key(), directory);
    List<String> command =
        new ArrayList<>(List.of(Requirement.program("redis-server").orElseThrow().toString()));
    command.addAll(List.of(Ycsb.words(settings, "")));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("redis.log").toFile())
            .start();
    RedisServer server = new RedisServer(process, port, tlsPort, store.caFile());
    server.await(directory.resolve("redis.log"));
    return server;
  }

  private void await(Path log) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        close();
        throw new IOException("redis-server did not start: " + Files.readString(log));
      }
      Thread.sleep(20);
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), tlsPort)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }
}
