package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MySqlSessionTest {
  @Test
  void saysOfItsMemoryWhatTheServerTells() {
    assertThat(
            MySqlSession.told(
                Map.of("innodb_buffer_pool_size", "1024", "innodb_flush_method", "O_DIRECT")))
        .containsOnly(Map.entry("serverMemory", "1024 bytes of buffer pool, O_DIRECT"));
  }

  /** As of a product that speaks MySQL's protocol and has no InnoDB. */
  @Test
  void saysNothingOfWhatTheServerDoesNotTell() {
    assertThat(MySqlSession.told(Map.of())).isEmpty();
  }
}
