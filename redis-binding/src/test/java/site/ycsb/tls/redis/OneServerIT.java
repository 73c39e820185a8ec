package site.ycsb.tls.redis;

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
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** One real server that takes clients without TLS and with each of several suites. */
@Needs(Requirement.REDIS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OneServerIT {
  private static final String PLAIN = "plain";
  private static final List<String> SUITES =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384");
  private static final Records RECORDS = new Records("usertable");

  private ListenerTestbed testbed;

  @BeforeAll
  void start() throws Exception {
    testbed =
        ListenerTestbed.start(new RedisBinding(), ListenerTestbed.listeners(SUITES), Map.of());
  }

  @AfterAll
  void stop() throws Exception {
    if (testbed != null) {
      testbed.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384"
      })
  void allHaveTheSameData(String listener) throws Exception {
    try (OpenDatabase writes = testbed.open(listener);
        OpenDatabase reads = testbed.open(PLAIN)) {
      DB db = writes.newClient();
      assertThat(db.insert("usertable", listener, Records.values("field0", listener)))
          .isEqualTo(Status.OK);
      db.cleanup();
      DB other = reads.newClient();
      assertThat(RECORDS.read(other, listener, null)).isEqualTo(Map.of("field0", listener));
      other.cleanup();
      assertThat(
              writes.transport().evidence().map(evidence -> evidence.cipherSuite()).orElse(PLAIN))
          .isEqualTo(listener);
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
  void thosePortsAreTwo() {
    int plain = testbed.server().address(PLAIN).getPort();
    assertThat(SUITES)
        .extracting(suite -> testbed.server().address(suite).getPort())
        .doesNotContain(plain)
        .containsOnly(testbed.server().address(SUITES.get(0)).getPort());
  }

  /** The server counts connections of both ports together. */
  @Test
  void doesNotSayWhoseConnectionsItSaw() throws Exception {
    assertThat(testbed.server().witness()).isEmpty();
  }
}
