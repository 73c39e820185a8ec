package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.property.UsageException;

class ServerTlsCheckTest {
  private TlsPort port;

  @AfterEach
  void stop() throws IOException {
    if (port != null) {
      port.close();
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
                .formatted(port.number()));
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
        .hasMessageContaining("tls.keysize=EC-256: localhost:" + port.number())
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

  private Database serve(NamedGroup... groups) throws IOException {
    port = TlsPort.taking(groups);
    return new Database(port.number());
  }

  /** A binding of the user's server at this port. */
  private record Database(int port) implements UnusedBinding {
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      return List.of(new InetSocketAddress("localhost", port));
    }
  }
}
