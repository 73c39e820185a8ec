package site.ycsb.tls.compare.result;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;

/** The runs of one point that count, paired by their blocks. */
final class PointRuns {
  private final ComparisonPlan plan;
  private final List<Map<String, RunRecord>> blocks;

  /** Takes the finished blocks: those with a run of every variant. */
  PointRuns(ComparisonPlan plan, List<RunRecord> runs, Point point) {
    this.plan = plan;
    Map<Integer, Map<String, RunRecord>> byBlock =
        runs.stream()
            .filter(r -> r.status() == RunRecord.Status.ACCEPTED && r.point().equals(point.id()))
            .collect(
                Collectors.groupingBy(
                    RunRecord::block,
                    TreeMap::new,
                    Collectors.toMap(RunRecord::variant, Function.identity())));
    this.blocks = byBlock.values().stream().filter(b -> b.size() == plan.columns().size()).toList();
  }

  /** Number of finished blocks. */
  int pairs() {
    return blocks.size();
  }

  /** What was measured: throughput, latencies in the order of their first run, CPU. */
  List<Metric> metrics() {
    return Metric.inOrder(
        runsInOrder().flatMap(run -> run.figures().keySet().stream()).map(Metric::ofKey));
  }

  private Stream<RunRecord> runsInOrder() {
    return blocks.stream()
        .flatMap(block -> plan.columns().stream().map(variant -> block.get(variant.id())));
  }

  /**
   * What comes first of all: throughput, or the mean latency of the most frequent operation where
   * throughput was given.
   */
  Metric primaryMetric() {
    return metrics().stream()
        .filter(m -> plan.throttled() && m.kind() == Metric.Kind.MEAN)
        .findFirst()
        .orElse(Metric.THROUGHPUT);
  }

  /** The figures of the variant, block by block; empty unless all of its runs have the metric. */
  double[] values(Variant variant, Metric metric) {
    List<Double> values =
        blocks.stream().map(b -> b.get(variant.id()).figures().get(metric.key())).toList();
    return values.contains(null)
        ? new double[0]
        : values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * {@code ln(variant / baseline)}, block by block; empty unless all runs of both have the metric,
   * above 0.
   */
  double[] logRatios(Variant variant, Metric metric) {
    return logRatios(variant, plan.baseline(), metric);
  }

  /**
   * {@code ln(of / to)}, block by block; empty unless all runs of both have the metric, above 0.
   */
  double[] logRatios(Variant of, Variant to, Metric metric) {
    double[] base = values(to, metric);
    double[] own = values(of, metric);
    if (base.length != own.length) {
      return new double[0];
    }
    double[] ratios = new double[own.length];
    for (int i = 0; i < ratios.length; i++) {
      if (!(base[i] > 0 && own[i] > 0)) {
        return new double[0];
      }
      ratios[i] = Math.log(own[i] / base[i]);
    }
    return ratios;
  }
}
