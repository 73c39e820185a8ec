package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgreSqlSessionTest {
  /** Answers to {@code version()} as these servers give them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PostgreSQL 15.5 (Debian 15.5-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit|PostgreSQL 15.5 (Debian 15.5-0+deb12u1)",
        "PostgreSQL 16.1, compiled by Visual C++ build 1937, 64-bit|PostgreSQL 16.1",
        "PostgreSQL 11.2-YB-2.6.1.0-b0 on x86_64-pc-linux-gnu, compiled by gcc (Homebrew gcc 5.5.0_4) 5.5.0, 64-bit|PostgreSQL 11.2-YB-2.6.1.0-b0",
        "PostgreSQL 16.1 (EnterpriseDB Advanced Server 16.1.0) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit|PostgreSQL 16.1 (EnterpriseDB Advanced Server 16.1.0)",
        "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.12103|Redshift 1.0.12103 (as PostgreSQL 13.0.0)",
        "CockroachDB CCL v24.3.5 (x86_64-pc-linux-gnu, built 2025/02/03 17:28:15, go1.22.8)|CockroachDB CCL v24.3.5 (as PostgreSQL 13.0.0)",
        "Another|Another (as PostgreSQL 13.0.0)",
      })
  void namesTheProductAsItNamesItself(String version, String product) {
    assertThat(PostgreSqlSession.product(version, "PostgreSQL 13.0.0")).isEqualTo(product);
  }
}
