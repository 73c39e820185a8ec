package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.reliability.DisturbedComparisons.Series;

class DisturbedComparisonsTest {
  @Test
  void aSeriesInWhichAFaultNeverHappenedShowsNothingOfIt() {
    assertThat(asPromised(Map.of(Fault.KILL_PROGRAM, 2, Fault.KILL_TEST_SERVER, 1))).isTrue();
    assertThat(asPromised(Map.of(Fault.KILL_PROGRAM, 2, Fault.KILL_TEST_SERVER, 0))).isFalse();
  }

  private static boolean asPromised(Map<Fault, Integer> happened) {
    return new Series(happened, 0, List.of()).isAsPromised();
  }
}
