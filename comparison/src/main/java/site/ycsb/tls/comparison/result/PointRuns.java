package site.ycsb.tls.comparison.result;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;

/**
 * The runs of one point that count, by their blocks. A block need not have every variant: if more
 * are compared than fit side by side, they are distributed over several blocks. Two variants are
 * compared over the blocks that have both.
 */
record PointRuns(ComparisonPlan plan, Point point, List<Map<String, RunRecord>> blocks) {
  /** The least fall of the CPU time per operation that counts, as its logarithm: 10 %. */
  private static final double NOTEWORTHY_FALL = Math.log(0.9);

  PointRuns(ComparisonPlan plan, List<RunRecord> runs, Point point) {
    this(
        plan,
        point,
        List.copyOf(
            runs.stream()
                .filter(
                    r -> r.status() == RunRecord.Status.ACCEPTED && r.point().equals(point.id()))
                .collect(
                    Collectors.groupingBy(
                        RunRecord::block,
                        TreeMap::new,
                        Collectors.toMap(RunRecord::variant, Function.identity())))
                .values()));
  }

  /** Number of blocks that have both the variant and the baseline. */
  int pairs(Variant variant) {
    return (int) withBoth(variant, plan.baseline()).count();
  }

  /** The measured metrics: throughput, latencies in the order of their first run, CPU. */
  List<Metric> metrics() {
    return Metric.inOrder(
        blocks.stream()
            .flatMap(block -> plan.columns().stream().map(variant -> block.get(variant.id())))
            .filter(Objects::nonNull)
            .flatMap(run -> run.figures().keySet().stream())
            .map(Metric::ofKey));
  }

  /** The figures of the variant, block by block; empty unless all of its runs have the metric. */
  double[] values(Variant variant, Metric metric) {
    return figures(blocks.stream().map(b -> b.get(variant.id())).filter(Objects::nonNull), metric);
  }

  /** Two variants, block by block; empty unless all of these runs have the metric. */
  Pairs pairs(Variant of, Variant to, Metric metric) {
    double[] own = figures(withBoth(of, to).map(b -> b.get(of.id())), metric);
    double[] base = figures(withBoth(of, to).map(b -> b.get(to.id())), metric);
    return own.length == base.length
        ? new Pairs(own, base)
        : new Pairs(new double[0], new double[0]);
  }

  /** The runs of the variant in the blocks that have both. */
  List<RunRecord> runs(Variant of, Variant to) {
    return withBoth(of, to).map(b -> b.get(of.id())).toList();
  }

  /** Why the two tell nothing in a metric, however narrow the interval is; usually empty. */
  Optional<Doubt> doubt(Variant of, Variant to, Metric metric) {
    if (metric.equals(Metric.THROUGHPUT)
        && (plan.hasTarget(point, of) || plan.hasTarget(point, to))) {
      return Optional.of(Doubt.ORDERED);
    }
    // A run that did fewer operations than its target has the latencies of an endless queue.
    if (metric.kind().ofOperation()
        && Stream.concat(runs(of, to).stream(), runs(to, of).stream())
            .anyMatch(run -> run.facts().missedTarget())) {
      return Optional.of(Doubt.QUEUE);
    }
    return ofWarmUp(of, to, metric)
        .or(
            () ->
                lacksNoiseFloor(of, metric) ? Optional.of(Doubt.NO_NOISE_FLOOR) : Optional.empty());
  }

  private Optional<Doubt> ofWarmUp(Variant of, Variant to, Metric metric) {
    if (metric.kind().ofColdCode()) {
      return Optional.empty();
    }
    if (isCold(of, to, RunRecord::cpuTrend)) {
      return Optional.of(Doubt.COLD);
    }
    return !metric.equals(Metric.CLIENT_CPU) && isCold(of, to, RunRecord::serverTrend)
        ? Optional.of(Doubt.SERVER_COLD)
        : Optional.empty();
  }

  /** Whether the baseline was to be compared with itself, and nothing came of it. */
  private boolean lacksNoiseFloor(Variant of, Metric metric) {
    return plan.noiseFloor()
        .filter(again -> !again.equals(of))
        .filter(again -> pairs(again, plan.baseline(), metric).logRatios().length == 0)
        .isPresent();
  }

  private boolean isCold(Variant of, Variant to, Function<RunRecord, Double> trend) {
    return Stream.of(of, to).anyMatch(variant -> fall(variant, trend).isPresent());
  }

  /**
   * {@code ln} of the CPU per operation of a variant in the second half of the slices over that in
   * the first half; empty unless it says that client or server was still warming up.
   *
   * @param trend of a run: its client's or its server's
   */
  OptionalDouble fall(Variant variant, Function<RunRecord, Double> trend) {
    double[] trends =
        blocks.stream()
            .map(block -> block.get(variant.id()))
            .filter(Objects::nonNull)
            .map(trend)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (trends.length == 0) {
      return OptionalDouble.empty();
    }
    Interval fall = SignedRank.hodgesLehmann(trends, Interval.LEVEL);
    return fall.upper() < 0 && fall.estimate() < NOTEWORTHY_FALL
        ? OptionalDouble.of(fall.estimate())
        : OptionalDouble.empty();
  }

  private Stream<Map<String, RunRecord>> withBoth(Variant of, Variant to) {
    return blocks.stream().filter(b -> b.containsKey(of.id()) && b.containsKey(to.id()));
  }

  private static double[] figures(Stream<RunRecord> runs, Metric metric) {
    List<Double> values = runs.map(r -> r.figures().get(metric.key())).toList();
    return values.contains(null)
        ? new double[0]
        : values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Figures of two variants, block by block, in equal numbers. Never compared or changed. */
  @SuppressWarnings("ArrayRecordComponent")
  record Pairs(double[] own, double[] base) {

    /** {@code ln(own / base)}, block by block; empty unless all figures are above 0. */
    double[] logRatios() {
      boolean positive =
          DoubleStream.concat(Arrays.stream(own), Arrays.stream(base)).allMatch(v -> v > 0);
      return IntStream.range(0, positive ? own.length : 0)
          .mapToDouble(i -> Math.log(own[i] / base[i]))
          .toArray();
    }

    /** {@code own - base}, block by block. */
    double[] differences() {
      return IntStream.range(0, own.length).mapToDouble(i -> own[i] - base[i]).toArray();
    }
  }
}
