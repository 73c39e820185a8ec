package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
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

  /** Variances are drawn as the prior says: d0 s0^2 / chi-square(d0), here with d0 = 2. */
  @Test
  void coversTheTruthInNinetyFiveOfHundredSeriesOfTwo() {
    SplittableRandom random = new SplittableRandom(20261127);
    Prior prior = new Prior(2, 0.03);
    int series = 20_000;
    int covered = 0;
    for (int i = 0; i < series; i++) {
      // A chi-square variable with two degrees of freedom is exponential with mean 2.
      double deviation = Math.sqrt(2 * 0.03 * 0.03 / (-2 * Math.log(1 - random.nextDouble())));
      double[] two = {deviation * random.nextGaussian(), deviation * random.nextGaussian()};
      if (ModeratedT.interval(two, prior, LEVEL).contains(0)) {
        covered++;
      }
    }
    assertThat((double) covered / series).isCloseTo(LEVEL, within(0.006));
  }

  @Test
  void refusesNothing() {
    assertThatThrownBy(() -> ModeratedT.interval(new double[0], new Prior(1, 1), LEVEL))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Prior(0, 1)).hasMessageContaining("above 0");
  }
}
