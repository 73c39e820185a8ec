package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.testkit.Given;

class JdbcPoolTest {
  /** The drivers would go on without it. */
  @ParameterizedTest
  @ValueSource(strings = {"=true", "=1", "=", ""})
  void refusesCompressionThatTheServerDidNotAgreeTo(String on) {
    refused(() -> require("?user=me&useCompression" + on, Map.of("compression", "OFF")))
        .hasMessageStartingWith("db.url has useCompression=true, and the server did not agree");
  }

  @ParameterizedTest
  @CsvSource({"?useCompression=true, ON", "?useCompression=false, OFF", "?user=me, OFF"})
  void takesWhatIsAsAsked(String options, String compression) {
    assertThatCode(() -> require(options, Map.of("compression", compression)))
        .doesNotThrowAnyException();
  }

  @Test
  void aServerThatDoesNotTellIsNotRefused() {
    assertThatCode(() -> require("?useCompression=true", Map.of())).doesNotThrowAnyException();
  }

  private static void require(String options, Map<String, String> server) {
    JdbcPool.requireCompression(
        JdbcOptions.parse(Given.properties("db.url=jdbc:mariadb://h/d" + options)), server);
  }
}
