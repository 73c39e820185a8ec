package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RankSumTest {

  @Test
  void distributionIsThatOfAllOrders() {
    int m = 3;
    int n = 4;
    double[] counts = new double[m * n + 1];
    int orders = 0;
    // Each set of m places among m + n is one order; U counts the pairs in which the other is
    // first.
    for (int places = 0; places < 1 << (m + n); places++) {
      if (Integer.bitCount(places) == m) {
        int u = 0;
        for (int i = 0; i < m + n; i++) {
          if ((places >> i & 1) == 1) {
            u += Integer.bitCount(~places & ((1 << i) - 1));
          }
        }
        counts[u]++;
        orders++;
      }
    }
    double[] cumulative = RankSum.exact(m, n);
    double sum = 0;
    for (int u = 0; u < counts.length; u++) {
      sum += counts[u] / orders;
      assertThat(cumulative[u]).as("U <= " + u).isCloseTo(sum, within(1e-12));
    }
    assertThat(RankSum.exact(2, 5)).hasSize(11);
  }

  @Test
  void estimateIsTheMedianOfAllDifferences() {
    Interval shift = RankSum.shift(new double[] {1, 2, 10}, new double[] {4, 5}, 0.95);
    // -6 -5 2 3 3 4
    assertThat(shift.estimate()).isEqualTo(2.5);
    assertThat(shift.lower()).isEqualTo(-6);
    assertThat(shift.upper()).isEqualTo(4);
  }

  @Test
  void fourBlocksInEachAreNeededFor95Percent() {
    double[] three = {1, 2, 3};
    double[] four = {1, 2, 3, 4};
    assertThat(RankSum.shift(three, three, 0.95).confidence()).isCloseTo(0.90, within(1e-9));
    assertThat(RankSum.shift(three, three, 0.95).reachesLevel()).isFalse();
    assertThat(RankSum.shift(four, four, 0.95).confidence()).isCloseTo(1 - 2 / 70.0, within(1e-9));
    assertThat(RankSum.shift(new double[] {1}, new double[] {2}, 0.95).confidence()).isZero();
  }

  @Test
  void intervalCoversTheShiftAsOftenAsItSays() {
    Random random = new Random(11);
    int covered = 0;
    int trials = 4000;
    double level = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] first = random.doubles(10).map(d -> random.nextGaussian()).toArray();
      double[] second = random.doubles(8).map(d -> 0.7 + random.nextGaussian()).toArray();
      Interval shift = RankSum.shift(first, second, 0.95);
      level = shift.confidence();
      covered += shift.contains(0.7) ? 1 : 0;
    }
    assertThat(level).isBetween(0.95, 0.97);
    assertThat(covered / (double) trials).isCloseTo(level, within(0.01));
  }

  @Test
  void pValueTellsFarFromNearAndConstantSamples() {
    double[] near = {0.10, 0.12, 0.11, 0.13};
    double[] far = {0.50, 0.52, 0.51, 0.49};
    assertThat(RankSum.differs(near, far)).isLessThan(1e-4);
    assertThat(RankSum.differs(near, near)).isCloseTo(1, within(1e-12));
    assertThat(RankSum.differs(new double[] {1, 1}, new double[] {1, 1})).isEqualTo(1);
    assertThat(RankSum.differs(new double[] {1, 1}, new double[] {2, 2})).isZero();
  }

  /** More blocks than 200 may be asked for, and compared with the last time. */
  @Test
  void largeSamplesHaveTheNormalDistribution() {
    double[] exact = RankSum.exact(60, 80);
    double[] normal = RankSum.normal(60, 80);
    assertThat(normal).hasSameSizeAs(exact);
    for (int u = 0; u < exact.length; u++) {
      assertThat(normal[u]).as("U <= " + u).isCloseTo(exact[u], within(1e-3));
    }

    Random random = new Random(11);
    double[] first = random.doubles(250).map(d -> random.nextGaussian()).toArray();
    double[] second = random.doubles(201).map(d -> 0.7 + random.nextGaussian()).toArray();
    Interval shift = RankSum.shift(first, second, 0.95);
    assertThat(shift.confidence()).isCloseTo(0.95, within(1e-3));
    // 1.96 standard errors of a difference of means are 0.19.
    assertThat(shift.upper() - shift.lower()).isBetween(0.3, 0.5);
    assertThat(shift.contains(0.7)).isTrue();
  }

  @Test
  void refusesWhatIsNoSample() {
    assertThatThrownBy(() -> RankSum.shift(new double[0], new double[] {1}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RankSum.shift(new double[] {1}, new double[] {Double.NaN}, 0.95))
        .hasMessageContaining("NaN");
  }
}
