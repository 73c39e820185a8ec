package site.ycsb.tls.statistics;

import java.util.Arrays;

/**
 * Wilcoxon's signed-rank statistic and what follows from it for the centre of symmetric
 * differences: the Hodges-Lehmann estimate and its exact interval.
 *
 * <p>The estimate is the median of the Walsh averages {@code (d_i + d_j) / 2, i <= j}; the interval
 * lies between two of them, chosen by the exact distribution of the statistic (Hollander, Wolfe,
 * Chicken: Nonparametric Statistical Methods, 3rd ed., 3.1–3.3). It is exact for every symmetric
 * distribution, so spikes do not harm it. But few pairs cannot give a high level: 95 % needs
 * {@value #PAIRS_FOR_95} pairs.
 */
public final class SignedRank {
  /** The least number of pairs for which a two-sided interval of 95 % exists: 2/2^6 &lt;= 0.05. */
  public static final int PAIRS_FOR_95 = 6;

  /** More pairs do not occur; the limit keeps the exact distribution cheap. */
  private static final int MOST_PAIRS = 1000;

  private SignedRank() {}

  /**
   * The Hodges-Lehmann estimate of the centre with the shortest exact interval that has at least
   * the level; if there is none for so few pairs, the widest, with its level.
   *
   * @param differences 1 to 1000 finite numbers
   * @param level 0–1, for example 0.95
   */
  public static Interval hodgesLehmann(double[] differences, double level) {
    return OrderStatistics.interval(
        walshAverages(differences), distribution(differences.length), level);
  }

  /**
   * The exact distribution of the statistic under symmetry around 0: element {@code w} is P(W <=
   * w), for w from 0 to n(n+1)/2.
   */
  static double[] distribution(int pairs) {
    int most = pairs * (pairs + 1) / 2;
    double[] probability = new double[most + 1];
    probability[0] = 1;
    // Each rank is in the sum or is not, with equal probability; one rank after the other.
    for (int rank = 1, reached = 0; rank <= pairs; rank++) {
      reached += rank;
      for (int w = reached; w >= 0; w--) {
        probability[w] = (probability[w] + (w >= rank ? probability[w - rank] : 0)) / 2;
      }
    }
    for (int w = 1; w <= most; w++) {
      probability[w] = Math.min(1, probability[w] + probability[w - 1]);
    }
    return probability;
  }

  /** All averages of two differences, each with itself too, in ascending order. */
  static double[] walshAverages(double[] differences) {
    int n = differences.length;
    if (n < 1 || n > MOST_PAIRS) {
      throw new IllegalArgumentException("wants 1 to " + MOST_PAIRS + " differences, given: " + n);
    }
    double[] averages = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(differences[i])) {
        throw new IllegalArgumentException("a difference is not finite: " + differences[i]);
      }
      for (int j = i; j < n; j++) {
        averages[next++] = differences[i] / 2 + differences[j] / 2;
      }
    }
    Arrays.sort(averages);
    return averages;
  }
}
