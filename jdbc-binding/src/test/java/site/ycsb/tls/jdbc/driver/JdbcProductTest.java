package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JdbcProductTest {
  private static final String REFUSED =
      "db:1 does not offer TLS_AES_128_GCM_SHA256 in TLSv1.3 with the group x25519 (alert handshake_failure); 'bin/ycsb suites db:1' lists what it accepts";

  @Test
  void hintsNameWhatPrecedesTls() {
    assertThat(JdbcProduct.of("jdbc:mysql://db/ycsb").explain(REFUSED))
        .contains("'bin/ycsb suites --starttls mysql db:1'")
        .doesNotContain("PostgreSQL");
    assertThat(JdbcProduct.of("jdbc:postgresql://db/ycsb").explain(REFUSED))
        .contains("'bin/ycsb suites --starttls postgres db:1'");
  }

  @Test
  void aGroupThatPostgreSqlRefusesNamesItsSetting() {
    JdbcProduct postgres = JdbcProduct.of("jdbc:postgresql://db/ycsb");

    assertThat(postgres.explain(REFUSED)).contains("ssl_ecdh_curve", "tls.group=secp256r1");
    assertThat(postgres.explain("db:1 does not offer AES128-SHA in TLSv1.2 (alert 40)"))
        .doesNotContain("ssl_ecdh_curve");
  }
}
