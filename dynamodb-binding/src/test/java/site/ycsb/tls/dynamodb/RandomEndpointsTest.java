package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.property.UsageException;

/** An endpoint is the server that it names, or is refused. */
class RandomEndpointsTest {
  private static Map<String, String> given(String endpoint) {
    return Map.of("dynamodb.endpoint", endpoint, "dynamodb.identity", "made-up");
  }

  @Test
  void theServerIsTheOneThatIsNamed() {
    RandomCases.check(
        300,
        1,
        (random, size) -> {
          boolean pinned = random.nextBoolean();
          String host =
              RandomCases.one(
                  random, "db", "db-1.Example.org", "10.0.0.7", "[::1]", "[2001:db8::7]");
          int port = RandomCases.one(random, -1, 1, 8_000, 65_535);
          String endpoint =
              RandomCases.one(random, "", pinned ? "https://" : "http://")
                  + host
                  + (port < 0 ? RandomCases.one(random, "", ":") : ":" + port)
                  + RandomCases.one(random, "", "/");

          DynamoDbOptions options = DynamoDbOptions.parse(given(endpoint), pinned);

          assertThat(options.host()).isEqualTo(host);
          assertThat(options.port()).isEqualTo(port > 0 ? port : pinned ? 443 : 80);
          URI connected = URI.create("https://" + options.host() + ":" + options.port());
          assertThat(connected.getHost()).isEqualTo(host);
          assertThat(connected.getPort()).isEqualTo(options.port());
        });
  }

  @Test
  void whatHasMoreThanAServerIsRefusedWithoutItsPassword() {
    RandomCases.check(
        300,
        1,
        (random, size) -> {
          boolean pinned = random.nextBoolean();
          String endpoint =
              RandomCases.one(random, "", pinned ? "https://" : "http://")
                  + RandomCases.one(
                      random,
                      "me:s3cret@db",
                      "me@db:8000",
                      "db:0",
                      "db:65536",
                      "db:x",
                      "db/path",
                      "db?a=b",
                      "db#a",
                      "db:8000#a",
                      "db one",
                      "d_b",
                      "::1",
                      "[::1",
                      "db:8000:8001",
                      ":8000",
                      "//");
          assertThatThrownBy(() -> DynamoDbOptions.parse(given(endpoint), pinned))
              .as(endpoint)
              .isInstanceOf(UsageException.class)
              .hasMessageStartingWith("dynamodb.endpoint=")
              .message()
              .doesNotContain("s3cret");
        });
  }
}
