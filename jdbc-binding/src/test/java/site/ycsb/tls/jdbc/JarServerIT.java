package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;

/**
 * The MariaDB from a jar. Where another is installed, these are skipped, and say so, unless the jar
 * is there already ({@code mvn -P mariadb-jar}): it is never fetched for nothing.
 */
@Needs(Requirement.MARIADB_JAR)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JarServerIT {
  private static final String JAR = "testbed.server=jar";

  @Test
  void servesPlainAndItsFiguresAreMarked() throws Exception {
    try (Testbeds testbed = Testbeds.start(Given.properties(JAR));
        OpenDatabase session = testbed.open("fieldcount=1")) {
      DB db = session.newClient();
      assertThat(db.insert("usertable", "a", values("field0", "1"))).isEqualTo(Status.OK);
      assertThat(Testbeds.RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "1"));
      db.cleanup();
      assertThat(session.pool().description())
          .hasEntrySatisfying(
              "serverTlsLibrary", name -> assertThat(name).startsWithIgnoringCase("wolfssl"))
          .hasEntrySatisfying(
              DatabasePool.NOT_FOR_PUBLICATION,
              reason -> assertThat(reason).containsIgnoringCase("wolfssl"));
      assertThat(testbed.witness().handshakes()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
      })
  void servesThePinnedSuiteByItsOwnWord(String suite) throws Exception {
    try (Testbeds testbed =
            Testbeds.start(Given.properties(JAR), "tls.cipher=" + suite, "tls.group=secp256r1");
        OpenDatabase session = testbed.open()) {
      // The pool does not open when the server says that it negotiated anything else.
      assertThat(session.pool().description().get("serverNegotiated")).startsWith("TLSv1.");
      assertThat(session.transport().counts().fullHandshakes()).isEqualTo(1);
      assertThat(testbed.witness().handshakes().values()).containsExactly(1L);
    }
  }
}
