package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.servers.Variant;

/** The plots of one point: overheads, CPU, each run. */
record PointCharts(
    ComparisonResult result, ComparisonPlan plan, Point point, List<Metric> metrics) {
  PointCharts(ComparisonResult result, Point point) {
    this(result, result.plan(), point, result.metrics(point));
  }

  /**
   * A row for each metric with an overhead in at least one variant; of latencies those of the first
   * operation.
   */
  Chart overheads() {
    List<String> operations =
        metrics.stream().map(Metric::operation).filter(o -> !o.isEmpty()).limit(1).toList();
    List<Metric> rows =
        metrics.stream()
            .filter(m -> m.operation().isEmpty() || operations.contains(m.operation()))
            .filter(
                m ->
                    plan.columns().stream().anyMatch(v -> result.overhead(point, v, m).isPresent()))
            .toList();
    return new Chart.IntervalPlot(
        Ids.of("overhead", point.id()),
        "Overhead relative to "
            + plan.baseline().name()
            + ", with intervals of "
            + PointFigures.level(result, point),
        "overhead, to the right: worse, %",
        rows.stream()
            .map(m -> PointFigures.title(plan, point, m) + (m.moreIsBetter() ? ", reversed" : ""))
            .toList(),
        PointFigures.series(
            plan, rows.size(), (variant, row) -> mark(variant, row, rows.get(row))));
  }

  /** Where less is worse, with the opposite sign, so that worse is always to the right. */
  private Optional<Chart.Mark> mark(Variant variant, int row, Metric metric) {
    return result
        .overhead(point, variant, metric)
        .map(overhead -> PointFigures.mark(row, overhead, metric.moreIsBetter()));
  }

  /** For variants with both sides known, or the client's only if no variant has the server's. */
  Chart cpu() {
    boolean server = metrics.contains(Metric.SERVER_CPU);
    List<Chart.Bar> bars = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      Optional<Double> own = result.figure(point, variant, Metric.CLIENT_CPU);
      Optional<Double> other = result.figure(point, variant, Metric.SERVER_CPU);
      if (own.isPresent() && (other.isPresent() || !server)) {
        bars.add(
            new Chart.Bar(
                variant.name(), server ? List.of(other.get(), own.get()) : List.of(own.get())));
      }
    }
    return new Chart.StackedBars(
        Ids.of("cpu", point.id()),
        "CPU time per operation",
        (server
                ? "%s: medians over the runs; the others: that × (1 + overhead)."
                : "Of the load generator alone: the server's processes are not known. %s: median over the runs; the others: that × (1 + overhead).")
            .formatted(plan.baseline().name()),
        "CPU time, µs per operation",
        server ? List.of("server", "client") : List.of("client"),
        bars);
  }

  /** The primary metric of each run. */
  Chart runs() {
    Metric metric = result.primaryMetric(point);
    List<Chart.Box> boxes = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Chart.Sample> samples =
          PointFigures.runs(result, point, variant).stream()
              .filter(r -> r.figures().containsKey(metric.key()))
              .map(r -> new Chart.Sample(r.figures().get(metric.key()), "block " + r.block()))
              .toList();
      if (!samples.isEmpty()) {
        boxes.add(new Chart.Box(variant.name(), samples));
      }
    }
    return new Chart.BoxPlot(
        Ids.of("runs", point.id()), "Each run", metric.key() + ", " + metric.kind().unit(), boxes);
  }
}
