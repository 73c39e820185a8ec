package site.ycsb.tls.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's correction for many tests (Scandinavian Journal of Statistics 6, 1979): rejecting where
 * the adjusted p-value is at most 0.05 makes a false rejection anywhere in the family with a
 * probability of at most 0.05, however the tests depend on each other.
 */
public final class Holm {
  private Holm() {}

  /** The adjusted p-values, in the order given. */
  public static double[] adjust(double[] pValues) {
    int n = pValues.length;
    List<Integer> ascending =
        IntStream.range(0, n).boxed().sorted(Comparator.comparingDouble(i -> pValues[i])).toList();
    double[] adjusted = new double[n];
    double largest = 0;
    for (int rank = 0; rank < n; rank++) {
      int i = ascending.get(rank);
      largest = Math.max(largest, Math.min(1, (n - rank) * pValues[i]));
      adjusted[i] = largest;
    }
    return adjusted;
  }
}
