package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SignedRankTest {
  /**
   * Hamilton's depression scale before and after, patients 1–9: Hollander and Wolfe, table 3.1; the
   * example of R's {@code wilcox.test}.
   */
  static final double[] DEPRESSION = {
    1.83 - 0.878,
    0.50 - 0.647,
    1.62 - 0.598,
    2.48 - 2.05,
    1.68 - 1.06,
    1.88 - 1.29,
    1.55 - 1.06,
    3.06 - 3.14,
    1.30 - 1.29
  };

  @Test
  void agreesWithHollanderAndWolfe() {
    // Examples 3.3 and 3.4: estimate 0.46, the interval of 96.1 % is (0.010, 0.786).
    Interval interval = SignedRank.hodgesLehmann(DEPRESSION, 0.95);
    assertThat(interval.estimate()).isCloseTo(0.46, within(1e-9));
    assertThat(interval.lower()).isCloseTo(0.010, within(1e-9));
    assertThat(interval.upper()).isCloseTo(0.786, within(1e-9));
    assertThat(interval.confidence()).isCloseTo(0.961, within(5e-4));
  }

  @Test
  void distributionAgreesWithR() {
    // psignrank(0:10, 10) and psignrank(264, 40) of R 4.2.
    double[] ten = {
      0.0009765625,
      0.0019531250,
      0.0029296875,
      0.0048828125,
      0.0068359375,
      0.0097656250,
      0.0136718750,
      0.0185546875,
      0.0244140625,
      0.0322265625,
      0.0419921875
    };
    assertThat(SignedRank.distribution(10)).startsWith(ten, within(1e-15)).hasSize(56);
    assertThat(SignedRank.distribution(40)[264]).isCloseTo(0.0248802839096243, within(1e-15));
    assertThat(SignedRank.distribution(40)[820]).isCloseTo(1, within(1e-12));
  }

  @Test
  void choosesTheWalshAverageThatRChooses() {
    // qsignrank(0.025, n) of R: with differences 1..n the lower end is the q-th smallest average.
    int[][] quantiles = {{6, 1}, {7, 3}, {8, 4}, {9, 6}, {10, 9}, {11, 11}, {12, 14}, {20, 53}};
    for (int[] quantile : quantiles) {
      double[] differences = new double[quantile[0]];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = Math.pow(i + 1, 1.5);
      }
      double[] walsh = SignedRank.walshAverages(differences);
      assertThat(SignedRank.hodgesLehmann(differences, 0.95).lower())
          .as("n = %d", quantile[0])
          .isEqualTo(walsh[quantile[1] - 1]);
    }
  }

  @Test
  void doesNotPretendALevelThatFewPairsCannotHave() {
    double[] achievable = {0, 0.5, 0.75, 0.875, 0.9375, 0.96875};
    for (int n = 1; n <= achievable.length; n++) {
      double[] differences = new double[n];
      for (int i = 0; i < n; i++) {
        differences[i] = i * i;
      }
      Interval interval = SignedRank.hodgesLehmann(differences, 0.95);
      assertThat(interval.confidence()).isCloseTo(achievable[n - 1], within(1e-12));
      assertThat(interval.lower()).isEqualTo(differences[0]);
      assertThat(interval.upper()).isEqualTo(differences[n - 1]);
      assertThat(interval.reachesLevel()).isEqualTo(n >= SignedRank.PAIRS_FOR_95);
    }
  }

  @Test
  void coversTheTruthAsOftenAsItSays() {
    // 10 pairs: the exact level is 95.1 %. 4000 trials: standard error 0.34 %, seeded.
    DoubleUnaryOperator gaussian = z -> 0.02 * z;
    DoubleUnaryOperator spiky = z -> Math.abs(z) > 1.5 ? 0.3 * z : 0.02 * z;
    assertThat(coverage(gaussian)).isBetween(0.94, 0.962);
    assertThat(coverage(spiky)).isBetween(0.94, 0.962);
  }

  private static double coverage(DoubleUnaryOperator noise) {
    Random random = new Random(42);
    double truth = 0.4;
    int covered = 0;
    int trials = 4000;
    for (int trial = 0; trial < trials; trial++) {
      double[] differences = new double[10];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = truth + noise.applyAsDouble(random.nextGaussian());
      }
      covered += SignedRank.hodgesLehmann(differences, 0.95).contains(truth) ? 1 : 0;
    }
    return (double) covered / trials;
  }

  @Test
  void refusesWhatIsNoMeasurement() {
    assertThatThrownBy(() -> SignedRank.hodgesLehmann(new double[0], 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SignedRank.hodgesLehmann(new double[] {1, Double.NaN}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
