package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;

/** Servers of other versions than this machine's, from Debian's packages. */
@Tag("full")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FetchedServerIT {
  private static final String SUITE = "TLS_AES_256_GCM_SHA384";
  private static final Map<String, Map<String, String>> TLS =
      Map.of("tls", Map.of("tls.cipher", SUITE, "tls.keysize", "2048"));

  @ParameterizedTest
  @Needs(Requirement.DEBIAN_PACKAGES)
  @CsvSource({"postgresql, 18, postgres 18", "installed, 11.8, mariadbd 11.8"})
  void runsWithItsOwnOpenSsl(String server, String version, String name) throws Exception {
    Map<String, String> properties =
        Given.properties("testbed.server=" + server, "testbed.version=" + version);
    try (ListenerTestbed testbed = ListenerTestbed.start(new JdbcBinding(), TLS, properties);
        OpenDatabase session = testbed.open("tls")) {
      DB db = session.newClient();
      assertThat(Testbeds.RECORDS.read(db, "none", null)).isNull();
      db.cleanup();
      assertThat(testbed.server().product()).startsWith(name).matches(".* OpenSSL 3\\.[5-9]\\..*");
      assertThat(session.pool().description().get("serverNegotiated"))
          .isEqualTo("TLSv1.3 " + SUITE);
    }
  }

  /** Said before anything is fetched or built. */
  @Test
  void theJarHasItsOwnVersion() {
    Map<String, String> properties = Given.properties("testbed.server=jar", "testbed.version=11.8");
    TestServer recipe = new JdbcBinding().testServer(properties).orElseThrow();

    refused(() -> recipe.obstacle(properties)).hasMessageContaining("give one of the two");
  }
}
