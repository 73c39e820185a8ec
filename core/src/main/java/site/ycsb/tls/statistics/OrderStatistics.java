package site.ycsb.tls.statistics;

/**
 * Intervals whose ends are two of the values themselves, chosen by the exact distribution of a rank
 * statistic that counts how many of them lie below 0.
 */
final class OrderStatistics {
  private OrderStatistics() {}

  /**
   * The median of the values with the shortest interval that has at least the level; if none has
   * it, the widest, with its level.
   *
   * @param sorted in ascending order, at least one
   * @param cumulative element k is P(statistic <= k), for k from 0 to the number of values
   * @param level 0–1, for example 0.95
   */
  static Interval interval(double[] sorted, double[] cumulative, double level) {
    int n = sorted.length;
    double tail = (1 - level) / 2;
    int rank = 1;
    while (rank < (n + 1) / 2 && cumulative[rank] <= tail) {
      rank++;
    }
    return new Interval(
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        sorted[rank - 1],
        sorted[n - rank],
        Math.max(0, 1 - 2 * cumulative[rank - 1]));
  }
}
