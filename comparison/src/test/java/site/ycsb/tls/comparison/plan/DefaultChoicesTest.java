package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.TlsPort;
import site.ycsb.tls.servers.UnusedBinding;

class DefaultChoicesTest {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";

  @Test
  void theDefaultPinOfTheGroupIsNamedWithWhatBothWouldChoose() throws IOException {
    CertifiedKey key =
        CertificateAuthority.create(ServerKey.parse("RSA-1024"))
            .issueServer(ServerKey.parse("EC-256"));
    try (TlsPort port = TlsPort.open(key)) {
      // All JDKs send at least two shares.
      assertThat(group(new Database(port.number()), "tls.cipher", SUITE))
          .hasValueSatisfying(
              words ->
                  assertThat(words)
                      .startsWith("No group given: x25519 is pinned. Left open (-p tls.group=any)")
                      .contains(" SunJSSE ", " sends key shares for ", "x25519", " and ")
                      .contains("and localhost:" + port.number() + " chooses "));
    }
  }

  @Test
  void aServerThatIsNotKnownIsNotAsked() {
    assertThat(group(new Database(0), "tls.cipher", SUITE))
        .hasValueSatisfying(words -> assertThat(words).doesNotContain("chooses"));
  }

  @Test
  void nothingIsSaidWhereTheGroupIsChosenOrThereIsNone() {
    Database database = new Database(0);

    assertThat(group(database, "tls.cipher", SUITE, "tls.group", "x25519,secp256r1")).isEmpty();
    assertThat(group(database, "tls.cipher", SUITE, "tls.group", "any")).isEmpty();
    assertThat(group(database, "tls.cipher", "AES128-GCM-SHA256")).isEmpty();
  }

  @Test
  void nothingIsSaidOfWhatAnotherJavaWouldChoose() {
    String java = System.getProperty("java.home");
    Database database = new Database(0);
    String open =
        "No group given: x25519 is pinned (-p tls.group=any leaves the choice to client and server).";

    assertThat(group(database, "tls.cipher", SUITE, "client.java", java)).contains(open);
    assertThat(group(database, "variants.a.tls.cipher", SUITE, "variants.a.client.java", java))
        .contains(open);
    assertThat(
            group(
                database,
                "tls.cipher",
                SUITE,
                "tls.also",
                "-Djava.security.properties=file.of.one.variant"))
        .contains(open);
  }

  @Test
  void theServerIsAskedForWithWhatAVariantHas() {
    assertThat(group(new Database(0), "variants.a.tls.cipher", SUITE))
        .hasValueSatisfying(words -> assertThat(words).startsWith("No group given"));
  }

  private static Optional<String> group(Database database, String... namesAndValues) {
    Map<String, String> properties = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return DefaultChoices.group(
        ComparisonPlan.parse(
            "db", properties, List.of(), "plain", /* loadsData= */ true, Schedule.standard(1)),
        properties,
        database);
  }

  /**
   * A binding of the user's server.
   *
   * @param port 0: its address is not known
   */
  private record Database(int port) implements UnusedBinding {
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      if (!properties.containsKey("tls.cipher")) {
        throw new UsageException("no run has only these: " + properties);
      }
      return port == 0 ? List.of() : List.of(new InetSocketAddress("localhost", port));
    }
  }
}
