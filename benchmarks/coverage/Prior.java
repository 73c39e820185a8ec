import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;

/**
 * How log ratios of two variants scatter from block to block, and whether an interval from two or
 * three blocks contains the answer of all.
 *
 * <pre>java -cp "program/target/lib/*" benchmarks/coverage/Prior.java data/replications</pre>
 *
 * <p>Reads each comparison below the folder: comparisons in slices that are not quick, series
 * of at least five blocks. For each kind of metric it fits the prior of the variance (Smyth 2004,
 * section 6.2) and takes each two and each three of the blocks of each series: the share whose
 * moderated t interval contains the Hodges-Lehmann estimate of all blocks, and the median half-width.
 * The answer of all contains the few blocks, so the share is a little too high.
 */
class Prior {
  private static final int FEWEST_BLOCKS = 5;
  private static final int FEWEST_SERIES = 15;

  public static void main(String[] arguments) throws IOException {
    Map<String, List<double[]>> series = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
      for (Path directory : files.filter(ComparisonDirectory::isIn).sorted().toList()) {
        read(ComparisonDirectory.read(directory), series);
      }
    }
    System.out.println("metric           series    d0      s0   of two: share, +-   of three: share, +-");
    series.forEach((kind, all) -> {
      if (all.size() >= FEWEST_SERIES) {
        double[] prior = fit(all);
        double[] two = few(all, prior, 2);
        double[] three = few(all, prior, 3);
        System.out.printf(Locale.ROOT, "%-16s %6d %5.2f %7.4f %16.3f, %.3f %18.3f, %.3f%n",
            kind, all.size(), prior[0], prior[1], two[0], two[1], three[0], three[1]);
      }
    });
  }

  private static void read(ComparisonResult comparison, Map<String, List<double[]>> series) {
    Schedule schedule = comparison.plan().schedule();
    if (schedule.quick() || schedule.slices().isEmpty()) {
      return;
    }
    for (Cell cell : comparison.cells()) {
      if (cell.overhead() != null && cell.overhead().logRatios().size() >= FEWEST_BLOCKS) {
        // "READ mean" is a mean; "client CPU" is what it is.
        String kind = cell.metric().replaceFirst("^[A-Z][A-Z-]+ ", "");
        series.computeIfAbsent(kind, k -> new ArrayList<>()).add(cell.overhead().ratios());
      }
    }
  }

  /** Degrees of freedom and standard deviation, by the moments of the logarithms of variances. */
  private static double[] fit(List<double[]> series) {
    double[] e = new double[series.size()];
    double trigamma = 0;
    for (int i = 0; i < e.length; i++) {
      double half = (series.get(i).length - 1) / 2.0;
      e[i] = Math.log(variance(series.get(i))) - digamma(half) + Math.log(half);
      trigamma += trigamma(half) / e.length;
    }
    double mean = Arrays.stream(e).average().orElseThrow();
    double excess = variance(e) - trigamma;
    double half = inverseTrigamma(excess);
    return new double[] {2 * half, Math.exp((mean + digamma(half) - Math.log(half)) / 2)};
  }

  private static double[] few(List<double[]> series, double[] prior, int few) {
    double share = 0;
    List<Double> halves = new ArrayList<>();
    for (double[] all : series) {
      double answer = hodgesLehmann(all);
      int subsets = 0;
      int contained = 0;
      for (int set = 0; set < 1 << all.length; set++) {
        if (Integer.bitCount(set) == few) {
          int chosen = set;
          double[] values = java.util.stream.IntStream.range(0, all.length)
              .filter(i -> (chosen >> i & 1) == 1).mapToDouble(i -> all[i]).toArray();
          double mean = Arrays.stream(values).average().orElseThrow();
          double freedom = prior[0] + few - 1;
          double variance = (prior[0] * prior[1] * prior[1] + (few - 1) * variance(values)) / freedom;
          double half = TDistribution.of(freedom).inverseSurvivalProbability(0.025) * Math.sqrt(variance / few);
          subsets++;
          contained += Math.abs(mean - answer) <= half ? 1 : 0;
          halves.add(half);
        }
      }
      share += (double) contained / subsets / series.size();
    }
    double[] sorted = halves.stream().mapToDouble(h -> h).sorted().toArray();
    return new double[] {share, sorted[sorted.length / 2]};
  }

  private static double hodgesLehmann(double[] values) {
    List<Double> averages = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        averages.add((values[i] + values[j]) / 2);
      }
    }
    double[] sorted = averages.stream().mapToDouble(a -> a).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static double variance(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  /** Abramowitz and Stegun 6.3.5 and 6.3.18. */
  private static double digamma(double x) {
    double below = 0;
    for (; x < 10; x++) {
      below -= 1 / x;
    }
    double square = 1 / (x * x);
    return below + Math.log(x) - 1 / (2 * x) - square * (1 / 12.0 - square * (1 / 120.0 - square / 252));
  }

  /** Abramowitz and Stegun 6.4.6 and 6.4.12. */
  private static double trigamma(double x) {
    double below = 0;
    for (; x < 10; x++) {
      below += 1 / (x * x);
    }
    double square = 1 / (x * x);
    return below + 1 / x + square / 2 + square / x * (1 / 6.0 - square * (1 / 30.0 - square / 42));
  }

  /** By bisection: trigamma falls from infinity to 0. */
  private static double inverseTrigamma(double value) {
    double low = 1e-6;
    double high = 1e6;
    for (int i = 0; i < 200; i++) {
      double middle = Math.sqrt(low * high);
      if (trigamma(middle) > value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
