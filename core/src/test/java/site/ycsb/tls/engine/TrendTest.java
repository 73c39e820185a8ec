package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
  @Test
  void throughputThatRisesAsksForMoreWarmUp() {
    assertThat(Trend.of(seconds(15, second -> 1000 + 20 * second)))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("was not steady: +15 % from the first half")
                    .contains("warmup.seconds"));
  }

  @Test
  void throughputThatFallsIsToldToo() {
    assertThat(Trend.of(seconds(8, second -> 1000 - 20 * second)))
        .hasValueSatisfying(
            line -> assertThat(line).contains("-8 %").doesNotContain("warmup.seconds"));
  }

  @Test
  void steadyThroughputIsNoNews() {
    assertThat(Trend.of(seconds(15, second -> 1000 + 300 * (second % 2)))).isEmpty();
    assertThat(Trend.of(seconds(15, second -> 1000))).isEmpty();
    assertThat(Trend.of(seconds(15, second -> 0))).isEmpty();
    // Sure, but too little to matter.
    assertThat(Trend.of(seconds(15, second -> 1000 + second))).isEmpty();
  }

  @Test
  void fewSecondsTellNothing() {
    assertThat(Trend.of(seconds(7, second -> 1000 * second))).isEmpty();
    assertThat(Trend.of(List.of())).isEmpty();
  }

  private interface Throughput {
    double in(int second);
  }

  private static List<Double> seconds(int number, Throughput throughput) {
    return IntStream.range(0, number).mapToObj(throughput::in).toList();
  }
}
