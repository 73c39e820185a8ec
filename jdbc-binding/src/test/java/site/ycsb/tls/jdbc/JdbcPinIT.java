package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/** Against real MariaDBs, each of which accepts one protocol version and one suite. */
@Needs(Requirement.MARIADB)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class JdbcPinIT {
  private static final String KEY = "user1";

  @ParameterizedTest
  @CsvSource({
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, 4096, false, TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384",
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA, 2048, false, TLSv1.2 DHE-RSA-AES128-SHA",
    "TLS_AES_128_GCM_SHA256, EC-256, false, TLSv1.3 TLS_AES_128_GCM_SHA256"
  })
  void serverConfirmsWhatIsPinned(String suite, String key, boolean legacy, String words)
      throws Exception {
    try (Testbeds pinned =
            Testbeds.start("tls.cipher=" + suite, "tls.keysize=" + key, "tls.legacy=" + legacy);
        OpenDatabase session = pinned.open()) {
      writeAndRead(session);
      assertThat(session.pool().description()).containsEntry("serverNegotiated", words);
      assertThat(session.transport().evidence().orElseThrow().cipherSuite()).isEqualTo(suite);
      ListenerWitness seen = pinned.witness();
      assertThat(seen.handshakes())
          .isEqualTo(Map.of(new Negotiated(words.replaceFirst(" .*", ""), suite, false), 2L));
      assertThat(seen.connections()).isEqualTo(2);
    }
  }

  @Test
  @Needs(Requirement.STATIC_RSA)
  void serverConfirmsStaticRsa() throws Exception {
    serverConfirmsWhatIsPinned(
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "1024", true, "TLSv1.2 AES256-GCM-SHA384");
  }

  private static void writeAndRead(OpenDatabase session) throws Exception {
    DB db = session.newClient();
    db.delete("usertable", KEY);
    assertThat(db.insert("usertable", KEY, values("field0", "1"))).isEqualTo(Status.OK);
    assertThat(Testbeds.RECORDS.read(db, KEY, null)).isEqualTo(Map.of("field0", "1"));
    db.cleanup();
  }

  @Test
  void namesTheSwitchForAServerKeyThatOpenSslRefuses() {
    assertThatThrownBy(
            () -> Testbeds.start("tls.cipher=" + Testbeds.TLS_1_3, "tls.keysize=1024").close())
        .hasMessageContaining("RSA-1024")
        .hasMessageContaining("tls.legacy=true");
  }
}
