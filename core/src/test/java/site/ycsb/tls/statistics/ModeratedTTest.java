package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.statistics.ModeratedT.Prior;

class ModeratedTTest {
  private static final double LEVEL = 0.95;

  @Test
  void agreesWithAComputationByHand() {
    // Variance (2 * 0.03^2 + 0.0002) / 3 = 0.00066667; t(3) = 3.182446; half = t sqrt(v / 2).
    Interval interval = ModeratedT.interval(new double[] {0.10, 0.12}, new Prior(2, 0.03), LEVEL);

    assertThat(interval.estimate()).isCloseTo(0.11, within(1e-12));
    assertThat(interval.halfWidth()).isCloseTo(0.058104, within(1e-6));
    assertThat(interval.confidence()).isEqualTo(LEVEL);
  }

  @Test
  void aPriorThatIsWorthNothingLeavesStudentsT() {
    double[] differences = {0.1, 0.14, 0.09, 0.2};

    Interval moderated = ModeratedT.interval(differences, new Prior(1e-9, 1), LEVEL);
    Interval students = PairedT.interval(differences, LEVEL);

    assertThat(moderated.lower()).isCloseTo(students.lower(), within(1e-6));
    assertThat(moderated.upper()).isCloseTo(students.upper(), within(1e-6));
  }

  @Test
  void oneDifferenceHasThePriorsInterval() {
    Interval interval = ModeratedT.interval(new double[] {0.1}, new Prior(1000, 0.02), LEVEL);

    assertThat(interval.halfWidth()).isCloseTo(1.962 * 0.02, within(1e-4));
  }

  /** Variances are drawn as the prior says. */
  @Test
  void coversTheTruthInNinetyFiveOfHundredSeriesOfTwo() {
    SplittableRandom random = new SplittableRandom(20261127);
    Prior prior = new Prior(2, 0.03);
    int series = 20_000;
    int covered = 0;
    for (int i = 0; i < series; i++) {
      double[] two = drawn(random, 2, deviation(random));
      if (ModeratedT.interval(two, prior, LEVEL).contains(0)) {
        covered++;
      }
    }
    assertThat((double) covered / series).isCloseTo(LEVEL, within(0.006));
  }

  @Test
  void aShiftAgreesWithAComputationByHand() {
    Prior prior = new Prior(2, 0.03);
    // Variances (2 * 0.03^2 + 0.0002) / 3 = 0.00066667 of a mean of two: / 2; 0.03^2 of one alone.
    // t(2) = 4.302653; half = t sqrt(0.00033333 + 0.0009).
    Interval shift = ModeratedT.shift(new double[] {0.10, 0.12}, new double[] {0.3}, prior, LEVEL);

    assertThat(shift.estimate()).isCloseTo(0.19, within(1e-12));
    assertThat(shift.halfWidth()).isCloseTo(0.151104, within(1e-6));
    assertThat(shift.confidence()).isEqualTo(LEVEL);
  }

  /** The rank sum's interval takes both series for alike: of these it contains 85 %. */
  @Test
  void aShiftIsCoveredToWhereTheShorterSeriesScattersMore() {
    SplittableRandom random = new SplittableRandom(20261129);
    Prior prior = new Prior(2.50, 0.0269);
    int pairs = 4_000;
    int covered = 0;
    int coveredByRanks = 0;
    for (int i = 0; i < pairs; i++) {
      double[] first = drawn(random, 6, 0.04);
      double[] second = drawn(random, 20, 0.01);
      covered += ModeratedT.shift(first, second, prior, LEVEL).contains(0) ? 1 : 0;
      coveredByRanks += RankSum.shift(first, second, LEVEL).contains(0) ? 1 : 0;
    }
    assertThat((double) covered / pairs).isGreaterThan(0.93);
    assertThat((double) coveredByRanks / pairs).isLessThan(0.88);
  }

  /** Each series has a deviation of its own, drawn as the prior says; one has two blocks only. */
  @Test
  void aShiftFromFewBlocksIsCovered() {
    SplittableRandom random = new SplittableRandom(20261129);
    Prior prior = new Prior(2, 0.03);
    int pairs = 20_000;
    int covered = 0;
    for (int i = 0; i < pairs; i++) {
      double[] first = drawn(random, 2, deviation(random));
      double[] second = drawn(random, 6, deviation(random));
      covered += ModeratedT.shift(first, second, prior, LEVEL).contains(0) ? 1 : 0;
    }
    assertThat((double) covered / pairs).isBetween(LEVEL - 0.006, 0.98);
  }

  /**
   * By the prior with 2 degrees of freedom and 0.03: d0 s0^2 / chi-square(d0), and a chi-square
   * variable with two degrees of freedom is exponential with mean 2.
   */
  private static double deviation(SplittableRandom random) {
    return Math.sqrt(2 * 0.03 * 0.03 / (-2 * Math.log(1 - random.nextDouble())));
  }

  private static double[] drawn(SplittableRandom random, int blocks, double deviation) {
    return DoubleStream.generate(() -> deviation * random.nextGaussian()).limit(blocks).toArray();
  }

  @Test
  void refusesNothing() {
    assertThatThrownBy(
            () -> ModeratedT.shift(new double[] {1}, new double[0], new Prior(1, 1), LEVEL))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> ModeratedT.interval(new double[0], new Prior(1, 1), LEVEL))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Prior(0, 1)).hasMessageContaining("above 0");
  }
}
