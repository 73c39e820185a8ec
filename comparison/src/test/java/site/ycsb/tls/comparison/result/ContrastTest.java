package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.statistics.Interval;

class ContrastTest {
  private static Contrast of(int blocks, double confidence) {
    return new Contrast(
        new Interval(0.1, 0.05, 0.15, confidence),
        Collections.nCopies(blocks, 0.1),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({"2, true", "3, true", "5, true", "6, false", "20, false"})
  void fewBlocksAreIndicativeAlsoWithAnIntervalOf95Percent(int blocks, boolean indicative) {
    assertThat(of(blocks, 0.95).isIndicative()).isEqualTo(indicative);
  }

  @Test
  void soIsAnIntervalOfLess() {
    assertThat(of(6, 0.75).isIndicative()).isTrue();
  }
}
