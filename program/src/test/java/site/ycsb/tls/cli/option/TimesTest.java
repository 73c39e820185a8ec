package site.ycsb.tls.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

class TimesTest {
  @ParameterizedTest
  @CsvSource({"90, 90", "90s, 90", "10m, 600", "1.5h, 5400"})
  void timesAreUnderstood(String text, double seconds) {
    assertThat(Times.seconds("--time", text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1m", "ten", "10 m", "1d", "NaN", "Infinity"})
  void otherThingsAreRefused(String text) {
    assertThatThrownBy(() -> Times.seconds("--time", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--time " + text)
        .hasMessageContaining("10m");
  }
}
