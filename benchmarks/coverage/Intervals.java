import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.PairedT;
import site.ycsb.tls.statistics.RankSum;
import site.ycsb.tls.statistics.SignedRank;

/**
 * Which interval covers best with few blocks: the exact one of Wilcoxon, Student's t, or the
 * moderated t.
 *
 * <pre>java -cp "program/target/lib/*" benchmarks/coverage/Intervals.java data/replications</pre>
 *
 * <p>Simulated: 20,000 series for each row. The standard deviation between blocks is drawn from the
 * prior of client CPU, so that machines and databases differ as those of the replications do. Then
 * resampled: of each series of the replications with at least ten blocks, 200 times some of them;
 * the truth is the mean of all, drawn with replacement, so that the few do not know it. Last,
 * pairs of comparisons: the interval of their difference.
 */
class Intervals {
  private static final int SERIES = 20_000;
  private static final double LEVEL = 0.95;
  private static final ModeratedT.Prior PRIOR = new ModeratedT.Prior(2.50, 0.027); // client CPU, of Metric.Kind
  private static final int[] BLOCKS = {2, 3, 6, 8, 12};

  /** Coverage and median half-width of each interval. */
  private static final class Tally {
    private final int[] covered = new int[3];
    private final List<List<Double>> halves = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    private int count;

    void add(double[] ratios, double truth) {
      count++;
      add(0, ratios.length < SignedRank.PAIRS_FOR_95 ? null : SignedRank.hodgesLehmann(ratios, LEVEL), truth);
      add(1, ratios.length < 3 ? null : PairedT.interval(ratios, LEVEL), truth);
      add(2, ModeratedT.interval(ratios, PRIOR, LEVEL), truth);
    }

    private void add(int which, Interval interval, double truth) {
      if (interval != null) {
        covered[which] += interval.contains(truth) ? 1 : 0;
        halves.get(which).add(interval.halfWidth());
      }
    }

    String cells() {
      StringBuilder text = new StringBuilder();
      for (int which = 0; which < covered.length; which++) {
        double[] sorted = halves.get(which).stream().mapToDouble(h -> h).sorted().toArray();
        text.append(sorted.length == 0 ? " none |" : String.format(Locale.ROOT, " %.1f %%, ±%.1f |",
            100.0 * covered[which] / count, 100 * sorted[sorted.length / 2]));
      }
      return text.toString();
    }
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println("| blocks differ | blocks | Wilcoxon, exact | Student's t | moderated t |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (String shape : List.of("normally", "with heavy tails (t, 3 degrees of freedom)", "skewed (exponential)", "one in ten by 4 deviations")) {
      for (int blocks : BLOCKS) {
        Tally tally = new Tally();
        SplittableRandom random = new SplittableRandom(20261127);
        ContinuousDistribution.Sampler deviation = ChiSquaredDistribution.of(PRIOR.degreesOfFreedom())
            .createSampler(random::nextLong);
        ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1)
            .createSampler(random::nextLong);
        ContinuousDistribution.Sampler heavy = TDistribution.of(3)
            .createSampler(random::nextLong);
        for (int i = 0; i < SERIES; i++) {
          double sigma = PRIOR.deviation() * Math.sqrt(PRIOR.degreesOfFreedom() / deviation.sample());
          double[] ratios = new double[blocks];
          for (int j = 0; j < blocks; j++) {
            double z = normal.sample();
            ratios[j] = sigma * switch (shape.charAt(0)) {
              case 'w' -> heavy.sample() / Math.sqrt(3);
              case 's' -> -Math.log(1 - random.nextDouble()) - 1;
              case 'o' -> z + (random.nextInt(10) == 0 ? (random.nextBoolean() ? 4 : -4) : 0);
              default -> z;
            };
          }
          tally.add(ratios, 0);
        }
        System.out.println("| " + shape + " | " + blocks + " |" + tally.cells());
      }
    }
    for (int blocks : BLOCKS) {
      Tally tally = new Tally();
      SplittableRandom random = new SplittableRandom(20261127);
      int series = 0;
      try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
        for (Path directory : files.filter(ComparisonDirectory::isIn).sorted().toList()) {
          series += resample(ComparisonDirectory.read(directory), blocks, random, tally);
        }
      }
      System.out.println("| as in " + series + " series of the replications | " + blocks + " |" + tally.cells());
    }
    stopping();
    shifts();
  }

  /** Two comparisons beside each other: how often the interval of their difference contains 0. */
  private static void shifts() {
    System.out.println();
    System.out.println("| blocks | deviation between blocks | rank sum | moderated t, a variance for each |");
    System.out.println("| --- | --- | --- | --- |");
    for (int[] blocks : new int[][] {{1, 1}, {2, 2}, {2, 9}, {6, 6}, {6, 20}, {20, 6}}) {
      for (double[] sigma : new double[][] {{0, 0}, {0.02, 0.02}, {0.04, 0.01}}) {
        SplittableRandom random = new SplittableRandom(20261129);
        ContinuousDistribution.Sampler chi = ChiSquaredDistribution.of(PRIOR.degreesOfFreedom())
            .createSampler(random::nextLong);
        ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random::nextLong);
        int[] covered = new int[2];
        int pairs = 5000;
        boolean ranks = true;
        for (int i = 0; i < pairs; i++) {
          double[][] two = new double[2][];
          for (int which = 0; which < 2; which++) {
            double own = sigma[which] > 0 ? sigma[which]
                : PRIOR.deviation() * Math.sqrt(PRIOR.degreesOfFreedom() / chi.sample());
            two[which] = java.util.stream.DoubleStream.generate(() -> own * normal.sample()).limit(blocks[which]).toArray();
          }
          Interval exact = RankSum.shift(two[0], two[1], LEVEL);
          ranks = exact.reachesLevel();
          covered[0] += exact.contains(0) ? 1 : 0;
          covered[1] += ModeratedT.shift(two[0], two[1], PRIOR, LEVEL).contains(0) ? 1 : 0;
        }
        System.out.println(String.format(Locale.ROOT, "| %d and %d | %s | %s | %.1f %% |", blocks[0], blocks[1],
            sigma[0] == 0 ? "as the prior says" : 100 * sigma[0] + " and " + 100 * sigma[1] + " %",
            ranks ? String.format(Locale.ROOT, "%.1f %%", 100.0 * covered[0] / pairs) : "none",
            100.0 * covered[1] / pairs));
      }
    }
  }

  /**
   * Blocks until the interval is narrow enough, as a comparison does: looking after each block
   * favours intervals that are narrow by chance, so the level that decides is a higher one.
   */
  private static void stopping() {
    System.out.println();
    System.out.println("| deviation between blocks | level that decides | Wilcoxon: covers, mean blocks | moderated t: covers, mean blocks |");
    System.out.println("| --- | --- | --- | --- |");
    for (double sigma : new double[] {0, 0.01, 0.015, 0.02, 0.027, 0.04}) {
      for (double level : new double[] {0.95, 0.96, 0.97, 0.98}) {
        SplittableRandom random = new SplittableRandom(20261127);
        ContinuousDistribution.Sampler chi = ChiSquaredDistribution.of(PRIOR.degreesOfFreedom()).createSampler(random::nextLong);
        ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random::nextLong);
        int[] covered = new int[2];
        long[] made = new long[2];
        int comparisons = 5000;
        for (int i = 0; i < comparisons; i++) {
          double own = sigma > 0 ? sigma : PRIOR.deviation() * Math.sqrt(PRIOR.degreesOfFreedom() / chi.sample());
          double[] all = java.util.stream.DoubleStream.generate(() -> own * normal.sample()).limit(20).toArray();
          for (int which = 0; which < 2; which++) {
            int n = SignedRank.PAIRS_FOR_95;
            Interval interval = decide(which, Arrays.copyOf(all, n), level);
            while (n < all.length && interval.halfWidth() > 0.02) {
              interval = decide(which, Arrays.copyOf(all, ++n), level);
            }
            covered[which] += interval.contains(0) ? 1 : 0;
            made[which] += n;
          }
        }
        System.out.println(String.format(Locale.ROOT, "| %s | %.2f | %.1f %%, %.1f | %.1f %%, %.1f |",
            sigma == 0 ? "as the prior says" : 100 * sigma + " %", level,
            100.0 * covered[0] / comparisons, (double) made[0] / comparisons,
            100.0 * covered[1] / comparisons, (double) made[1] / comparisons));
      }
    }
  }

  private static Interval decide(int which, double[] ratios, double level) {
    return which == 0 ? SignedRank.hodgesLehmann(ratios, level) : ModeratedT.interval(ratios, PRIOR, level);
  }

  private static int resample(
      ComparisonResult comparison, int blocks, SplittableRandom random, Tally tally) {
    Schedule schedule = comparison.plan().schedule();
    if (schedule.quick() || schedule.slices().isEmpty()) {
      return 0;
    }
    int series = 0;
    for (Cell cell : comparison.cells()) {
      if (cell.overhead() != null
          && cell.overhead().logRatios().size() >= 10
          && cell.metric().equals(Metric.CLIENT_CPU.key())) {
        series++;
        double[] all = cell.overhead().ratios();
        double truth = Arrays.stream(all).average().orElseThrow();
        for (int i = 0; i < 200; i++) {
          tally.add(random.ints(blocks, 0, all.length).mapToDouble(j -> all[j]).toArray(), truth);
        }
      }
    }
    return series;
  }
}
