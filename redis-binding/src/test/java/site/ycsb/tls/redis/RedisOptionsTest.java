package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.testkit.Given;

class RedisOptionsTest {
  private static RedisOptions parse(String... properties) {
    return RedisOptions.parse(Given.properties(properties));
  }

  @Test
  void hasUpstreamsDefaults() {
    RedisOptions options = parse("redis.host=db.example.org");
    assertThat(options.address()).isEqualTo("db.example.org:6379");
    assertThat(options.timeoutMillis()).isEqualTo(2000);
    assertThat(options.password()).isEmpty();
    assertThat(parse().address()).isEqualTo("localhost:6379");
  }

  @Test
  void anAddressNamesAServerAndTlsMayHaveAnotherPort() {
    RedisBinding binding = new RedisBinding();
    assertThat(binding.namesServer(Given.properties("redis.host=h"))).isTrue();
    assertThat(binding.namesServer(Given.properties("redis.port=6380"))).isTrue();
    assertThat(binding.namesServer(Given.properties("redis.password=x"))).isFalse();
  }

  @Test
  void credentialsAreNeverPrinted() {
    assertThat(parse("redis.password=s3cret").toString()).doesNotContain("s3cret");
    RedisOptions user = parse("redis.cusername=me", "redis.cpassword= s3cret ");
    assertThat(user.toString()).doesNotContain("s3cret");
    assertThat(user.user()).contains("me");
    assertThat(user.password().orElseThrow().value()).isEqualTo(" s3cret ");
  }

  @ParameterizedTest
  @CsvSource({
    "redis.port=0, redis.port=0",
    "redis.port=x, redis.port=x",
    "redis.timeout=0, redis.timeout=0",
    "redis.cluster=maybe, redis.cluster=maybe",
    "redis.cluster=true, one server that is not a node",
    "redis.cusername=me, redis.cpassword belong together",
    "redis.cpassword=s3cret, belong together",
    "redis.cusername=me redis.cpassword=a redis.password=s3cret, give one of the two"
  })
  void refusesWhatItCannotDo(String given, String says) {
    refused(() -> parse(given.split(" ")))
        .hasMessageContaining(says)
        .message()
        .doesNotContain("s3cret", "\n");
  }
}
