package site.ycsb.tls.jdbc;

import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.testkit.Given;

/** Which groups a test server takes depends on its version, its settings and its OpenSSL. */
@Needs(Requirement.POSTGRESQL)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerGroupIT {
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("plain", Map.of()),
          new Variant(
              "tls", Given.properties("tls.cipher=TLS_AES_128_GCM_SHA256", "tls.group=secp256r1")));

  @Test
  void isRefusedBeforeAnythingRunsWithThoseThatItTakes() {
    refused(() -> start("--ssl_ecdh_curve=secp384r1").close())
        .hasMessageMatching(
            "tls.group=secp256r1: the test server \\(postgres .*OpenSSL .*\\) does not take this"
                + " group in TLSv1\\.3; it takes secp384r1: .*");
  }

  @Test
  void isNotRefusedWhereItTakesIt() throws Exception {
    start("--ssl_ecdh_curve=prime256v1").close();
  }

  private static Servers start(String option) throws Exception {
    return Servers.inTemporaryDirectory(
        new JdbcBinding(),
        Given.properties("testbed.server=postgresql", "testbed.options=" + option),
        VARIANTS,
        new PrintWriter(Writer.nullWriter()));
  }
}
