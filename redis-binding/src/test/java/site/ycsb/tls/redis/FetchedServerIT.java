package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** A server of another version than this machine's, from Debian's packages. */
@Needs(Requirement.DEBIAN_PACKAGES)
@Tag("full")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FetchedServerIT {
  private static final Map<String, Map<String, String>> TLS =
      Map.of("tls", Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"));

  private static ListenerTestbed start(String... properties) throws Exception {
    return ListenerTestbed.start(new RedisBinding(), TLS, Given.properties(properties));
  }

  @Test
  void valkeyRunsWithItsOwnOpenSsl() throws Exception {
    try (ListenerTestbed testbed = start("testbed.server=valkey", "testbed.version=8.1");
        OpenDatabase session = testbed.open("tls")) {
      DB db = session.newClient();
      assertThat(new Records("usertable").read(db, "none", null)).isNull();
      db.cleanup();
      assertThat(testbed.server().product())
          .matches("valkey-server 8\\.1\\..* OpenSSL 3\\.[5-9]\\..*");
      assertThat(session.pool().description().get("server")).startsWith("valkey 8.1.");
    }
  }

  @Test
  void saysWhichVersionsThereAre() {
    refused(() -> start("testbed.version=77").close())
        .hasMessageContaining("Debian has no redis-server of this version")
        .hasMessageContaining("trixie=[5:8.")
        .message()
        .doesNotContain("\n");
  }
}
