package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products that speak Redis' protocol tell which they are, each in its own field. */
class ServerFactsTest {
  private static ServerFacts of(String info, String ioThreads) {
    return new ServerFacts(ServerFacts.parse(info.replace(" ", "\r\n")), ioThreads, false);
  }

  @ParameterizedTest
  @CsvSource({
    "redis_version:7.0.15 gcc_version:12.2.0, Redis 7.0.15",
    "redis_version:7.2.4 server_name:valkey valkey_version:8.1.1 gcc_version:14.2.0, valkey 8.1.1 (as Redis 7.2.4)",
    "redis_version:7.4.0 dragonfly_version:df-v1.30.0, dragonfly df-v1.30.0 (as Redis 7.4.0)",
    "os:Linux, Redis of unknown version"
  })
  void namesTheProduct(String info, String product) {
    assertThat(of(info, "").product()).isEqualTo(product);
  }

  /** A proxy that ends TLS may be at the port without it, or at the server's local socket. */
  @ParameterizedTest
  @CsvSource({
    "addr=127.0.0.1:4000 laddr=127.0.0.1:6380 fd=8, 6380, false",
    "addr=127.0.0.1:4000 laddr=127.0.0.1:6379 fd=8, 6380, true",
    "addr=[::1]:4000 laddr=[::1]:6379 fd=8, 0, true",
    "addr=/run/redis.sock:0 laddr=/run/redis.sock:0 fd=8, 6380, true",
    "addr=/run/redis.sock:0 laddr=/run/redis.sock:0 fd=8, 0, true",
    "addr=127.0.0.1:4000 fd=8, 6380, false"
  })
  void knowsWhetherAConnectionIsAtThePortForTls(String clientInfo, String tlsPort, boolean plain) {
    assertThat(ServerFacts.isAtPlainPort(clientInfo, tlsPort)).isEqualTo(plain);
  }

  @Test
  void saysThatThreadsSpinIfThereAreSome() {
    assertThat(of("redis_version:7.0.15", "1").description(false))
        .doesNotContainKey("serverIoThreads");
    assertThat(of("redis_version:7.0.15", "").description(false))
        .doesNotContainKey("serverIoThreads");
    assertThat(of("redis_version:7.0.15", "3").description(false).get("serverIoThreads"))
        .startsWith("3, which wait by spinning");
  }
}
