package site.ycsb.tls.statistics;

import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * Spearman's rank correlation of values with their order in time: whether they drift.
 *
 * @param rho the correlation, -1 to 1; 0 when all values are the same
 * @param pValue two-sided, by the t approximation (Kendall, Stuart), good enough for a warning
 */
public record Spearman(double rho, double pValue) {

  /**
   * Of values in the order of time.
   *
   * @param values at least 3
   */
  public static Spearman overTime(double[] values) {
    int n = values.length;
    if (n < 3) {
      throw new IllegalArgumentException("needs at least 3 values, given: " + n);
    }
    // Equal values share the mean of their ranks.
    double[] ranks = new NaturalRanking().apply(values);
    double middle = (n + 1) / 2.0;
    double product = 0;
    double ofTime = 0;
    double ofRanks = 0;
    for (int i = 0; i < n; i++) {
      double time = i + 1 - middle;
      double rank = ranks[i] - middle;
      product += time * rank;
      ofTime += time * time;
      ofRanks += rank * rank;
    }
    if (ofRanks == 0) {
      return new Spearman(0, 1);
    }
    double rho = product / Math.sqrt(ofTime * ofRanks);
    double rest = Math.max(0, 1 - rho * rho);
    double p =
        rest == 0
            ? 0
            : 2
                * TDistribution.of(n - 2)
                    .survivalProbability(Math.abs(rho) * Math.sqrt((n - 2) / rest));
    return new Spearman(rho, p);
  }
}
