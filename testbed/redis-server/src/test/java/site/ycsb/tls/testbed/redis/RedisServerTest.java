package site.ycsb.tls.testbed.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisServerTest {
  @Test
  void aVersionWhoseConfigurationIsOpenToEveryAccountIsRefused() throws Exception {
    assertThatThrownBy(
            () -> RedisServer.requireProtected("redis-server", Map.of("redis_version", "6.0.16")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("redis-server 6.0.16 lets every account of this machine")
        .hasMessageEndingWith("or give testbed.version=7.0");

    RedisServer.requireProtected("redis-server", Map.of("redis_version", "7.0.15"));
    RedisServer.requireProtected("redis-server", Map.of("redis_version", "10.1"));
    RedisServer.requireProtected(
        "valkey-server", Map.of("redis_version", "7.2.4", "valkey_version", "8.1.3"));
  }
}
