package site.ycsb.tls.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holm's correction for many tests (Scandinavian Journal of Statistics 6, 1979): rejecting where
 * the adjusted p-value is at most 0.05 makes a false rejection anywhere in the family with a
 * probability of at most 0.05, however the tests depend on each other.
 */
public final class Holm {
  /** An adjusted p-value of at most this rejects. */
  public static final double ALPHA = 0.05;

  private Holm() {}

  /**
   * The adjusted p-values of some items, each within its family; null for those without a test.
   *
   * @param family items with equal families are corrected together
   */
  public static <T> List<Double> adjust(
      List<T> items, Predicate<T> isTested, Function<T, ?> family, ToDoubleFunction<T> pValue) {
    Map<Object, List<Integer>> families =
        IntStream.range(0, items.size())
            .boxed()
            .filter(i -> isTested.test(items.get(i)))
            .collect(Collectors.groupingBy(i -> family.apply(items.get(i))));
    Double[] all = new Double[items.size()];
    for (List<Integer> members : families.values()) {
      double[] adjusted =
          adjust(members.stream().mapToDouble(i -> pValue.applyAsDouble(items.get(i))).toArray());
      for (int i = 0; i < adjusted.length; i++) {
        all[members.get(i)] = adjusted[i];
      }
    }
    return Arrays.asList(all);
  }

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
