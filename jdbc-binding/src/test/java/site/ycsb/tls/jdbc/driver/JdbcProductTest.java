package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** MariaDB's and MySQL's drivers read names in any letters, and would take one of the two. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://db/ycsb?connecttimeout=2000, connectTimeout, ",
    "jdbc:mysql://db/ycsb?user=me&CONNECTTIMEOUT=2000, connectTimeout, ",
    "jdbc:mariadb://db/ycsb?connectTimeout=2000, connectTimeout, ",
    "jdbc:mariadb://db/ycsb?password=connectTimeout=, connectTimeout, 10000",
    "jdbc:mariadb://db/ycsb, connectTimeout, 10000",
    "jdbc:postgresql://db/ycsb?socketTimeout=2, socketTimeout, ",
    "jdbc:postgresql://db/ycsb?user=me, socketTimeout, 10"
  })
  void aTimeOutOfTheUrlTakesPrecedence(String url, String name, String ours) {
    Properties options = new Properties();
    JdbcProduct.of(url).setOptions(options, url, true);
    assertThat(options.getProperty(name)).isEqualTo(ours);
  }
}
