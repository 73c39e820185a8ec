package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** A port of this process with TLS 1.3 and a key RSA-1024 that takes some groups only. */
record TlsPort(SSLServerSocket listener) implements AutoCloseable {
  private static final CertifiedKey RSA =
      CertificateAuthority.create().issueServer(ServerKey.parse("RSA-1024"));

  /** These groups, from Java 20 on; each of the JVM's before. */
  static TlsPort taking(NamedGroup... groups) throws IOException {
    PinnedServerContext context = PinnedServerContext.of(TlsPin.of("TLS_AES_128_GCM_SHA256"), RSA);
    TlsPort port =
        new TlsPort(
            context.serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50));
    SSLParameters parameters = context.parameters();
    JvmTls.setGroups(parameters, List.of(groups).stream());
    port.listener.setSSLParameters(parameters);
    Thread thread = new Thread(port::accept);
    thread.setDaemon(true);
    thread.start();
    return port;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try (SSLSocket accepted = (SSLSocket) listener.accept()) {
        accepted.startHandshake();
      } catch (IOException e) {
        // A refused handshake, or the end of the test.
      }
    }
  }

  int number() {
    return listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
