package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrecisionTest {
  /** The prior of client CPU. */
  private static final ModeratedT.Prior PRIOR = new ModeratedT.Prior(2.50, 0.0269);

  /**
   * The table in docs/reading-the-figures.md: overhead, standard deviation, share of spikes, most
   * blocks; mean number of blocks, coverage in percent.
   */
  @ParameterizedTest
  @CsvSource({
    "0.15, 0.01, 0, 14, 7.2, 100.0",
    "0.15, 0.02, 0, 14, 9.9, 98.6",
    "0.15, 0.03, 0, 14, 13.0, 96.3",
    "0.15, 0.05, 0, 14, 14.0, 96.0",
    "0.15, 0.01, 0.1, 14, 9.7, 99.8",
    "0.15, 0.02, 0.1, 14, 12.1, 98.9",
    "0.15, 0.03, 0.1, 14, 13.6, 97.7",
    "0.15, 0.05, 0.1, 14, 14.0, 98.1",
    "0.15, 0.03, 0, 40, 15.7, 96.2",
    "0.15, 0.03, 0.1, 40, 31.9, 97.6",
    "3.00, 0.03, 0, 40, 7.2, 97.4",
    "3.00, 0.05, 0, 40, 13.0, 93.2",
    "3.00, 0.05, 0.1, 40, 28.9, 96.1"
  })
  void reportedIntervalCoversTheTruthThoughItIsLookedAtAfterEveryBlock(
      double overhead,
      double deviation,
      double spikes,
      int most,
      double blocksMade,
      double coverage) {
    double truth = Math.log1p(overhead);
    Random random = new Random(20);
    int trials = 4_000;
    int covered = 0;
    int blocks = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] ratios =
          IntStream.range(0, most)
              .mapToDouble(i -> truth + deviation * noise(random, spikes))
              .toArray();
      int n = SignedRank.PAIRS_FOR_95;
      Interval reported = interval(Arrays.copyOf(ratios, n));
      while (n < most && !Precision.isReached(reported, n, 0.02)) {
        n++;
        reported = interval(Arrays.copyOf(ratios, n));
      }
      blocks += n;
      covered += reported.contains(truth) ? 1 : 0;
    }
    // As the documentation prints them; a hair's breadth for other processors' logarithms.
    assertThat((double) blocks / trials).isEqualTo(blocksMade, within(0.1));
    assertThat(100.0 * covered / trials).isEqualTo(coverage, within(0.1));
  }

  private static Interval interval(double[] ratios) {
    return ModeratedT.interval(ratios, PRIOR, Precision.LEVEL);
  }

  /** Whether Wilcoxon's interval is narrow enough. */
  private static boolean isReached(double[] ratios, double wanted) {
    return Precision.isReached(
        SignedRank.hodgesLehmann(ratios, Precision.LEVEL), ratios.length, wanted);
  }

  /** A spike is ten times as far away, to either side. */
  private static double noise(Random random, double spikes) {
    double usual = random.nextGaussian();
    return random.nextDouble() < spikes ? 10 * usual : usual;
  }

  @Test
  void fewerThanSixPairsAreNeverEnough() {
    assertThat(isReached(new double[] {0.1, 0.1, 0.1, 0.1, 0.1}, 0.5)).isFalse();
    assertThat(isReached(new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 0.5)).isTrue();
  }

  @Test
  void halfWidthIsAShareOfTheBaseline() {
    double[] ratios = {0.38, 0.39, 0.40, 0.41, 0.39, 0.40};

    // From ln 1.462 to ln 1.507: 2.2 points, though the log ratios differ by 1.5 % only.
    assertThat(isReached(ratios, 0.02)).isFalse();
    assertThat(isReached(ratios, 0.023)).isTrue();
  }

  @Test
  void halfWidthIsAShareOfAnOverheadThatIsLarge() {
    double[] ratios = {1.36, 1.37, 1.39, 1.40, 1.38, 1.38};

    // From +290 % to +306 %: 8 points, which is 2.7 % of +297 %.
    assertThat(isReached(ratios, 0.0136)).isTrue();
    assertThat(isReached(ratios, 0.0132)).isFalse();
    assertThat(Precision.halfWidth(0.5, 0.02)).isEqualTo(0.02);
    assertThat(Precision.halfWidth(-0.75, 0.02)).isEqualTo(0.02);
  }

  @Test
  void pairsExpectedFollowFromTheScatterAndTheWantedWidth() {
    double[] ratios = {0.10, 0.14, 0.18, 0.06, 0.22, 0.14};
    int expected = Precision.pairsExpected(ratios, 0.02);

    assertThat(expected).isBetween(30, 60);
    assertThat(Precision.pairsExpected(ratios, 0.01)).isGreaterThan(3 * expected);
    assertThat(Precision.pairsExpected(new double[] {0.1, 0.1001, 0.0999}, 0.02)).isEqualTo(6);
    assertThat(Precision.pairsExpected(ratios, 0.5)).isEqualTo(7);
  }

  @Test
  void pairsNeededIsTheLeastThatGivesTheHalfWidth() {
    double deviation = 0.02;
    int n = Precision.pairsNeeded(deviation, 0.01, 0.95);

    assertThat(half(deviation, n)).isLessThanOrEqualTo(0.01);
    assertThat(half(deviation, n - 1)).isGreaterThan(0.01);
    assertThat(Precision.pairsNeeded(0, 0.01, 0.95)).isEqualTo(2);
    assertThatThrownBy(() -> Precision.pairsNeeded(1, 0, 0.95))
        .hasMessageContaining("half-width above 0");
  }

  private static double half(double deviation, int n) {
    return TDistribution.of(n - 1).inverseSurvivalProbability(0.025) * deviation / Math.sqrt(n);
  }

  @Test
  void deviationIsThatOfASample() {
    assertThat(Precision.deviation(new double[] {1, 2, 3, 4})).isEqualTo(1.290994, within(1e-6));
  }
}
