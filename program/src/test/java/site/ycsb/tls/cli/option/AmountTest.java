package site.ycsb.tls.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

class AmountTest {
  @Test
  void ratesSizesAndSharesHaveUnits() {
    assertThat(Amount.rate("--operations", "50000/s")).isEqualTo(50_000);
    assertThat(Amount.rate("--operations", "50k/s")).isEqualTo(50_000);
    assertThat(Amount.rate("--operations", "120/min")).isEqualTo(2);
    assertThat(Amount.bytes("--bytes", "2KB")).isEqualTo(2000);
    assertThat(Amount.bytes("--bytes", "2 KiB")).isEqualTo(2048);
    assertThat(Amount.bytes("--bytes", "800B")).isEqualTo(800);
    assertThat(Amount.share("--resumed", "90%")).isEqualTo(0.9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1/s", "5000/h", "5 000/s", "1e5/s", "50000 per second", "x"})
  void aMisspelledRateIsRefused(String text) {
    assertThatThrownBy(() -> Amount.rate("--operations", text))
        .isInstanceOf(UsageException.class)
        .hasMessage("--operations " + text + ": expected a rate such as 50000/s, 50k/s or 100/min");
  }

  @ParameterizedTest
  @ValueSource(strings = {"101%", "0.9", "90", "-5%"})
  void aShareIsAPercentage(String text) {
    assertThatThrownBy(() -> Amount.share("--resumed", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expected a percentage from 0% to 100%");
  }

  @ParameterizedTest
  @CsvSource({"90, 90", "90s, 90", "10m, 600", "1.5h, 5400"})
  void timesAreUnderstood(String text, double seconds) {
    assertThat(Amount.seconds("--time", text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1m", "ten", "10 m", "1d", "NaN", "Infinity"})
  void whatIsNoTimeAbove0IsRefused(String text) {
    assertThatThrownBy(() -> Amount.seconds("--time", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--time " + text)
        .hasMessageContaining("10m");
  }
}
