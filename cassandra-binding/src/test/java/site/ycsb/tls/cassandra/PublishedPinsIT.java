package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** The six cells of Müller et al. 2014, each at a port of its own of one node. */
@Needs(Requirement.JAVA_17)
@Tag("full")
@Timeout(600)
class PublishedPinsIT {
  private static final List<String> SUITES =
      List.of("TLS_DHE_RSA_WITH_AES_128_CBC_SHA", "TLS_DHE_RSA_WITH_AES_256_CBC_SHA");

  private static ListenerTestbed node;

  @BeforeAll
  static void start() throws Exception {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    // The node tells the first port, so clients of the others must know better.
    listeners.put("plain", Map.of());
    for (String suite : SUITES) {
      for (String bits : List.of("1024", "2048", "4096")) {
        listeners.put(cell(suite, bits), Map.of("tls.cipher", suite, "tls.keysize", bits));
      }
    }
    node = ListenerTestbed.start(new CassandraBinding(), listeners, Given.properties());
  }

  @AfterAll
  static void stop() throws IOException {
    node.close();
  }

  private static String cell(String suite, String bits) {
    return suite + "-" + bits;
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA, 1024",
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA, 2048",
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA, 4096",
    "TLS_DHE_RSA_WITH_AES_256_CBC_SHA, 1024",
    "TLS_DHE_RSA_WITH_AES_256_CBC_SHA, 2048",
    "TLS_DHE_RSA_WITH_AES_256_CBC_SHA, 4096",
  })
  void clientAndNodeAgreeOnSuiteAndKey(String suite, String bits) throws Exception {
    String cell = cell(suite, bits);
    try (OpenDatabase session = node.open(cell, "table=t", "fieldcount=1")) {
      DB db = session.newClient();
      assertThat(db.insert("t", cell, values("field0", "v"))).isEqualTo(Status.OK);
      assertThat(new Records("t").read(db, cell, Set.of("field0"))).hasSize(1);
      db.cleanup();

      assertThat(session.transport().evidence())
          .hasValueSatisfying(
              tls -> {
                assertThat(tls.cipherSuite()).isEqualTo(suite);
                assertThat(tls.serverKey()).isEqualTo("RSA-" + bits);
                // Whatever the size of the RSA key: see docs/cassandra.md.
                assertThat(tls.group()).isEqualTo("ffdhe2048");
              });
      assertThat(session.pool().description())
          .containsEntry("connectionsSeenByNodes", "{TLSv1.2 " + suite + "=2}");
      assertThat(node.server().witness().get(cell).handshakes().keySet())
          .singleElement()
          .satisfies(negotiated -> assertThat(negotiated.cipherSuite()).isEqualTo(suite));
    }
  }
}
