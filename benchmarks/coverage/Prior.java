import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.math3.analysis.solvers.BisectionSolver;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.math3.stat.StatUtils;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.SignedRank;

/**
 * How log ratios of two variants scatter from block to block, and whether an interval from two or
 * three blocks contains the answer of all; and how the logarithms of the baseline's own figures
 * scatter, which is in intervals in a metric's unit.
 *
 * <pre>java -cp "program/target/lib/*" benchmarks/coverage/Prior.java data/replications</pre>
 *
 * <p>Reads each comparison below the folder: comparisons in slices that are not quick and were made
 * before there were priors, that is before 27 November 2026; series of at least five blocks. For each kind of metric it fits the prior of the variance (Smyth 2004,
 * section 6.2) and takes each two and each three of the blocks of each series: the share whose
 * moderated t interval contains the Hodges-Lehmann estimate of all blocks, and the median half-width.
 * The answer of all contains the few blocks, so the share is a little too high.
 *
 * <p>With {@code as-used} behind the folder the shares are those of the priors that comparisons
 * have, of all series there, such as those that they were not fitted to.
 */
class Prior {
  private static final int FEWEST_BLOCKS = 5;
  private static final int FEWEST_SERIES = 15;
  private static final Map<String, ModeratedT.Prior> PRIORS = new TreeMap<>();

  public static void main(String[] arguments) throws IOException {
    boolean asUsed = List.of(arguments).contains("as-used");
    Map<String, List<double[]>> series = new TreeMap<>();
    Map<String, List<double[]>> baselines = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
      for (Path directory : files.filter(ComparisonDirectory::isIn).sorted().toList()) {
        read(ComparisonDirectory.read(directory), asUsed, series, baselines);
      }
    }
    System.out.println("metric           series    d0      s0   of two: share, +-   of three: share, +-");
    series.forEach((kind, all) -> {
      if (all.size() >= FEWEST_SERIES) {
        ModeratedT.Prior prior = fit(all);
        ModeratedT.Prior used = asUsed ? PRIORS.get(kind) : prior;
        double[] two = few(all, used, 2);
        double[] three = few(all, used, 3);
        System.out.printf(Locale.ROOT, "%-16s %6d %5.2f %7.4f %16.3f, %.3f %18.3f, %.3f%n",
            kind, all.size(), prior.degreesOfFreedom(), prior.deviation(), two[0], two[1], three[0], three[1]);
      }
    });
    System.out.println("of the baseline  series    d0      s0");
    baselines.forEach((kind, all) -> {
      if (all.size() >= FEWEST_SERIES) {
        ModeratedT.Prior prior = fit(all);
        System.out.printf(Locale.ROOT, "%-16s %6d %5.2f %7.4f%n",
            kind, all.size(), prior.degreesOfFreedom(), prior.deviation());
      }
    });
  }

  private static void read(
      ComparisonResult comparison,
      boolean later,
      Map<String, List<double[]>> series,
      Map<String, List<double[]>> baselines) {
    Schedule schedule = comparison.plan().schedule();
    boolean wanted = schedule.slices().filter(slices -> later || !slices.moderated()).isPresent();
    if (schedule.quick() || !wanted) {
      return;
    }
    for (Cell cell : comparison.cells()) {
      if (cell.overhead() != null && cell.overhead().logRatios().size() >= FEWEST_BLOCKS) {
        String kind = kind(cell.metric());
        PRIORS.put(kind, Metric.ofKey(cell.metric()).kind().prior());
        series.computeIfAbsent(kind, k -> new ArrayList<>()).add(cell.overhead().ratios());
      }
      if (cell.variant().equals(comparison.plan().baseline().id()) && cell.runs() >= FEWEST_BLOCKS) {
        double[] logs = comparison.acceptedRuns().stream()
            .filter(run -> run.point().equals(cell.point()) && run.variant().equals(cell.variant()))
            .mapToDouble(run -> Math.log(run.figures().get(cell.metric())))
            .toArray();
        baselines.computeIfAbsent(kind(cell.metric()), k -> new ArrayList<>()).add(logs);
      }
    }
  }

  /** "READ mean" is a mean; "client CPU" is what it is. */
  private static String kind(String metric) {
    return metric.replaceFirst("^[A-Z][A-Z-]+ ", "");
  }

  /** By the moments of the logarithms of variances. */
  private static ModeratedT.Prior fit(List<double[]> series) {
    double[] e = new double[series.size()];
    double trigamma = 0;
    for (int i = 0; i < e.length; i++) {
      double half = (series.get(i).length - 1) / 2.0;
      e[i] = Math.log(StatUtils.variance(series.get(i))) - Gamma.digamma(half) + Math.log(half);
      trigamma += Gamma.trigamma(half) / e.length;
    }
    double excess = StatUtils.variance(e) - trigamma;
    // Trigamma falls from infinity to 0.
    double half = new BisectionSolver().solve(200, x -> Gamma.trigamma(x) - excess, 1e-6, 1e6);
    return new ModeratedT.Prior(
        2 * half, Math.exp((StatUtils.mean(e) + Gamma.digamma(half) - Math.log(half)) / 2));
  }

  private static double[] few(List<double[]> series, ModeratedT.Prior prior, int few) {
    double share = 0;
    List<Double> halves = new ArrayList<>();
    for (double[] all : series) {
      double answer = SignedRank.hodgesLehmann(all, 0.95).estimate();
      int subsets = 0;
      int contained = 0;
      for (int set = 0; set < 1 << all.length; set++) {
        if (Integer.bitCount(set) == few) {
          int chosen = set;
          double[] values = java.util.stream.IntStream.range(0, all.length)
              .filter(i -> (chosen >> i & 1) == 1).mapToDouble(i -> all[i]).toArray();
          Interval interval = ModeratedT.interval(values, prior, 0.95);
          subsets++;
          contained += interval.contains(answer) ? 1 : 0;
          halves.add(interval.halfWidth());
        }
      }
      share += (double) contained / subsets / series.size();
    }
    double[] sorted = halves.stream().mapToDouble(h -> h).sorted().toArray();
    return new double[] {share, sorted[sorted.length / 2]};
  }
}
