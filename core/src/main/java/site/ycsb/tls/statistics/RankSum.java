package site.ycsb.tls.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Wilcoxon's rank-sum statistic (Mann and Whitney's U) and what follows from it for the shift
 * between two independent samples: the Hodges-Lehmann estimate, which is the median of all
 * differences {@code y_j - x_i}, and Moses' exact interval, which lies between two of them, chosen
 * by the exact distribution of U, or by the normal one where the samples are large (Hollander,
 * Wolfe, Chicken: Nonparametric Statistical Methods, 3rd ed., 4.1–4.3). It is exact if the two
 * distributions differ only in location.
 */
public final class RankSum {
  /** With more pairs of values the exact distribution is dear, and close to the normal one. */
  private static final int MOST_PAIRS = 10_000;

  private RankSum() {}

  /**
   * The shift from the first to the second sample, with the shortest exact interval that has at
   * least the level; if there is none for so few values, the widest, with its level. 95 % needs
   * four values in each, or three in the one and five in the other. Where the sample with fewer
   * values scatters more, it is too narrow.
   *
   * @param first at least 1 finite number
   * @param second at least 1 finite number
   * @param level 0–1, for example 0.95
   */
  public static Interval shift(double[] first, double[] second, double level) {
    return OrderStatistics.interval(
        differences(first, second), distribution(first.length, second.length), level);
  }

  /**
   * Two-sided p-value of "the means are the same" by Welch's t test: unlike the rank sum's, it can
   * be small enough to survive a correction for many tests.
   *
   * @param first at least 2 finite numbers
   * @param second at least 2 finite numbers
   */
  public static double differs(double[] first, double[] second) {
    if (isConstant(first) && isConstant(second)) {
      // The test statistic is infinite, or 0/0 when they are the same.
      return first[0] == second[0] ? 1 : 0;
    }
    return TTest.withDefaults()
        .with(DataDispersion.HETEROSCEDASTIC)
        .test(first, second)
        .getPValue();
  }

  private static boolean isConstant(double[] values) {
    return Arrays.stream(values).allMatch(v -> v == values[0]);
  }

  /** All differences in ascending order. */
  private static double[] differences(double[] first, double[] second) {
    check(first);
    check(second);
    double[] differences = new double[first.length * second.length];
    int next = 0;
    for (double x : first) {
      for (double y : second) {
        differences[next++] = y - x;
      }
    }
    Arrays.sort(differences);
    return differences;
  }

  private static void check(double[] sample) {
    if (sample.length < 1 || !Arrays.stream(sample).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "wants at least 1 finite number, given: " + Arrays.toString(sample));
    }
  }

  /**
   * The distribution of U for two samples from one distribution: element {@code u} is P(U <= u),
   * for u from 0 to m n.
   */
  private static double[] distribution(int m, int n) {
    return (long) m * n <= MOST_PAIRS ? exact(m, n) : normal(m, n);
  }

  /** See {@link #distribution}. */
  static double[] normal(int m, int n) {
    double pairs = (double) m * n;
    NormalDistribution normal =
        NormalDistribution.of(pairs / 2, Math.sqrt(pairs * (m + n + 1) / 12));
    double[] cumulative = new double[m * n + 1];
    for (int u = 0; u < cumulative.length; u++) {
      // Half a step more, as U has whole numbers only.
      cumulative[u] = normal.cumulativeProbability(u + 0.5);
    }
    return cumulative;
  }

  /** See {@link #distribution}. */
  static double[] exact(int m, int n) {
    // P(u; m, n) = m/(m+n) P(u-n; m-1, n) + n/(m+n) P(u; m, n-1): the largest of all values is of
    // the one sample or of the other.
    double[][] row = new double[n + 1][];
    for (int j = 0; j <= n; j++) {
      row[j] = new double[] {1};
    }
    for (int i = 1; i <= m; i++) {
      double[][] next = new double[n + 1][];
      next[0] = new double[] {1};
      for (int j = 1; j <= n; j++) {
        next[j] = new double[i * j + 1];
        for (int u = 0; u <= i * j; u++) {
          double above = u >= j && u - j < row[j].length ? row[j][u - j] : 0;
          double below = u < next[j - 1].length ? next[j - 1][u] : 0;
          next[j][u] = (i * above + j * below) / (i + j);
        }
      }
      row = next;
    }
    double[] cumulative = row[n];
    for (int u = 1; u < cumulative.length; u++) {
      cumulative[u] = Math.min(1, cumulative[u] + cumulative[u - 1]);
    }
    return cumulative;
  }
}
