package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;

/** One real MariaDB that takes clients without TLS and with each of several suites on its port. */
@Needs(Requirement.MARIADB)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OneServerIT {
  private ListenerTestbed testbed;

  @BeforeAll
  void start() throws Exception {
    List<String> suites =
        List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_DHE_RSA_WITH_AES_256_CBC_SHA");
    testbed = ListenerTestbed.start(new JdbcBinding(), ListenerTestbed.listeners(suites), Map.of());
  }

  @AfterAll
  void stop() throws Exception {
    if (testbed != null) {
      testbed.close();
    }
  }

  /** The server's own words, in the session itself. */
  @ParameterizedTest
  @CsvSource({
    "plain, no TLS",
    "TLS_AES_256_GCM_SHA384, TLSv1.3 TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256, TLSv1.3 TLS_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLSv1.2 ECDHE-RSA-AES128-GCM-SHA256",
    "TLS_DHE_RSA_WITH_AES_256_CBC_SHA, TLSv1.2 DHE-RSA-AES256-SHA"
  })
  void eachClientGetsWhatItPins(String listener, String words) throws Exception {
    try (OpenDatabase session = testbed.open(listener)) {
      DB db = session.newClient();
      db.cleanup();
      assertThat(session.pool().description()).containsEntry("serverNegotiated", words);
    }
  }

  @Test
  void hasNoOtherSuites() {
    for (String other :
        List.of("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")) {
      failed(() -> testbed.open("TLS_AES_256_GCM_SHA384", "tls.cipher=" + other).close())
          .hasMessageContaining(other);
    }
  }

  @Test
  void allAreOnePort() {
    assertThat(testbed.server().address("plain"))
        .isEqualTo(testbed.server().address("TLS_AES_256_GCM_SHA384"));
  }
}
