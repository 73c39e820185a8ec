package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlSessionTest {
  @Test
  void saysOfItsMemoryWhatTheServerTells() {
    assertThat(
            MySqlSession.told(
                Map.of("innodb_buffer_pool_size", "1024", "innodb_flush_method", "O_DIRECT")))
        .containsOnly(Map.entry("serverMemory", "1024 bytes of buffer pool, O_DIRECT"));
  }

  /** Comments as these servers have them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Percona Server (GPL), Release 28, Revision 47601f19|Percona Server (as MySQL 8.0.36)",
        "Percona XtraDB Cluster (GPL), Release rel25|Percona XtraDB Cluster (as MySQL 8.0.36)",
        "SingleStoreDB source distribution (compatible; MySQL Enterprise)|SingleStoreDB (as MySQL 8.0.36)",
        "MySQL Community Server - GPL|MySQL 8.0.36",
        "MariaDB Server|MySQL 8.0.36",
        "Debian 12|MySQL 8.0.36",
        "mariadb.org binary distribution|MySQL 8.0.36",
        "Source distribution|MySQL 8.0.36",
        "''|MySQL 8.0.36",
      })
  void namesAProductThatSaysItsName(String comment, String product) {
    assertThat(MySqlSession.product(comment, "MySQL 8.0.36")).isEqualTo(product);
  }

  /** As of a product that speaks MySQL's protocol and has no InnoDB. */
  @Test
  void saysNothingOfWhatTheServerDoesNotTell() {
    assertThat(MySqlSession.told(Map.of())).isEmpty();
  }
}
