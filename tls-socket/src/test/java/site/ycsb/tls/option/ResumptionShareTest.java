package site.ycsb.tls.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumptionShareTest {

  @ParameterizedTest
  @ValueSource(strings = {"1%", "50%", "90%", "99%"})
  void theShareIsEvenlySpreadWhateverTheOrderOfConnections(String value) {
    Resumption resumption = Resumption.parse(value);

    assertThat(resumption).hasToString(value);
    for (long stride : new long[] {1, 2, 3}) {
      for (long first : new long[] {0, 1, 5_000_001}) {
        long permitted =
            LongStream.range(0, 1000).filter(i -> resumption.permits(first + stride * i)).count();
        assertThat(permitted).isCloseTo(10L * resumption.percent(), within(10L));
      }
    }
  }

  @Test
  void offIsNoneAndOnIsAll() {
    assertThat(LongStream.range(0, 1000)).noneMatch(Resumption.parse("off")::permits);
    assertThat(LongStream.range(0, 1000)).allMatch(Resumption.parse("ON")::permits);
  }

  @ParameterizedTest
  @CsvSource({"0%", "100%", "-5%", "90", "often", "'90 %'"})
  void anythingElseIsRefused(String value) {
    assertThatThrownBy(() -> Resumption.parse(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected off, on or 1% to 99%");
  }
}
