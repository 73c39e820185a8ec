package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.OpenDatabase;

/**
 * The six cells of Müller et al. 2014, each on a node that was started for it, over one data set.
 */
@Needs(Requirement.JAVA_17)
@Tag("full")
@Timeout(600)
class PublishedPinsIT {
  @TempDir private static Path directory;

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
    try (Testbeds node = Testbeds.start(directory, "tls.cipher=" + suite, "tls.keysize=" + bits);
        OpenDatabase session = node.open("table=t", "fieldcount=1")) {
      DB db = session.pool().newClient();
      db.init();
      String key = suite + bits;
      assertThat(db.insert("t", key, Map.of("field0", new StringByteIterator("v"))))
          .isEqualTo(Status.OK);
      assertThat(db.read("t", key, Set.of("field0"), new HashMap<>())).isEqualTo(Status.OK);
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
      assertThat(node.server.witness().get(Testbeds.LISTENER).handshakes().keySet())
          .singleElement()
          .satisfies(negotiated -> assertThat(negotiated.cipherSuite()).isEqualTo(suite));
    }
  }
}
