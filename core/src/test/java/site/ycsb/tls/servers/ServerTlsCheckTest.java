package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.PinnedServerContext;

class ServerTlsCheckTest {
  private static final CertifiedKey RSA =
      CertificateAuthority.create().issueServer(ServerKey.parse("RSA-1024"));

  private SSLServerSocket listener;

  @AfterEach
  void stop() throws IOException {
    if (listener != null) {
      listener.close();
    }
  }

  @Test
  @Needs(Requirement.JAVA_20)
  void refusesAGroupThatTheServerDoesNotTakeWithThoseThatItTakes() throws IOException {
    Database database = serve(NamedGroup.SECP256R1, NamedGroup.X448);

    check(database, "secp256r1", "RSA-1024");
    assertThatThrownBy(() -> check(database, "x25519", "RSA-1024"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "tls.group=x25519: localhost:%d does not take this group in TLSv1.3; it takes x448, secp256r1: set tls.group to one of these (any: its choice), or configure the server for it"
                .formatted(listener.getLocalPort()));
    assertThatThrownBy(
            () -> ServerTlsCheck.requireGroup(database, properties("x25519", "RSA-1024")))
        .hasMessageContaining("it takes x448, secp256r1");
  }

  @Test
  void refusesAKeyThatTheServerDoesNotHave() throws IOException {
    Database database = serve(NamedGroup.values());

    check(database, "x25519", "1024");
    assertThatThrownBy(() -> check(database, "x25519", "EC-256"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.keysize=EC-256: localhost:" + listener.getLocalPort())
        .hasMessageContaining("has a key RSA-1024 for TLS_AES_128_GCM_SHA256")
        .hasMessageContaining("set tls.keysize=RSA-1024");
    assertThatCode(() -> ServerTlsCheck.requireGroup(database, properties("x25519", "EC-256")))
        .doesNotThrowAnyException();
  }

  @Test
  void saysNothingOfAServerThatIsNotThere() throws IOException {
    // Bound and not listening: no other process can get the port.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Database database = new Database(bound.getLocalPort());

      assertThatCode(() -> check(database, "x25519", "RSA-1024")).doesNotThrowAnyException();
    }
  }

  private static void check(Database database, String group, String key) {
    ServerTlsCheck.require(
        database,
        Map.of(),
        List.of(new Variant("plain", Map.of()), new Variant("pinned", properties(group, key))));
  }

  private static Map<String, String> properties(String group, String key) {
    return Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.group", group, "tls.keysize", key);
  }

  /** Takes these groups, from Java 20 on; each group before. */
  private Database serve(NamedGroup... groups) throws IOException {
    PinnedServerContext context = PinnedServerContext.of(TlsPin.of("TLS_AES_128_GCM_SHA256"), RSA);
    listener = context.serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    SSLParameters parameters = context.parameters();
    JvmTls.setGroups(parameters, List.of(groups).stream());
    listener.setSSLParameters(parameters);
    Thread thread = new Thread(this::accept);
    thread.setDaemon(true);
    thread.start();
    return new Database(listener.getLocalPort());
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

  /** A binding of the user's server at this port. */
  private record Database(int port) implements UnusedBinding {
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      return List.of(new InetSocketAddress("localhost", port));
    }
  }
}
