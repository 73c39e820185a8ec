package site.ycsb.tls.property.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleIntervalTest {

  @ParameterizedTest
  @CsvSource({"1ms,1000000", "500us,500000", "100us,100000", "100ms,100000000"})
  void readsMillisecondsAndMicroseconds(String text, long nanos) {
    assertThat(SampleInterval.parse(text)).isEqualTo(new SampleInterval(nanos)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "0ms", "99us", "101ms", "1s", "-1ms", "1.5ms", "1 ms", "ms"})
  void saysWhatIsExpectedInsteadOfAnythingElse(String text) {
    assertThatThrownBy(() -> SampleInterval.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100us to 100ms");
  }

  @Test
  void isOneMillisecondUsually() {
    assertThat(SampleInterval.USUAL).hasToString("1ms");
  }
}
