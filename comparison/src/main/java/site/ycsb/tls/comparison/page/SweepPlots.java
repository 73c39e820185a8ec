package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.servers.Variant;

/** All points of a sweep side by side: figures over each axis of numbers, and a table. */
record SweepPlots(ComparisonResult result, ComparisonPlan plan, List<Point> points) {
  SweepPlots(ComparisonResult result) {
    this(result, result.plan(), result.measuredPoints());
  }

  /** None without a sweep. */
  List<Section> sections() {
    if (points.size() < 2) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(overheads());
    plan.axes().stream().filter(SweepPlots::isNumeric).forEach(axis -> blocks.addAll(over(axis)));
    blocks.add(table());
    return List.of(new Section("sweep", "All points", Block.notEmpty(blocks)));
  }

  private static boolean isNumeric(Axis axis) {
    return axis.values().size() > 1
        && axis.values().stream().allMatch(v -> v.matches("\\d+(\\.\\d+)?"));
  }

  /** A row for each point: CPU of the server, or of the client where the server's is not known. */
  private Chart overheads() {
    Metric metric = isMeasured(Metric.SERVER_CPU) ? Metric.SERVER_CPU : Metric.CLIENT_CPU;
    return new Chart.IntervalPlot(
        "overhead-sweep",
        "Overhead in %s relative to %s, with intervals of %s"
            .formatted(metric.key(), plan.baseline().name(), level()),
        "overhead, %",
        points.stream().map(Point::label).toList(),
        PointFigures.series(
            plan,
            points.size(),
            (variant, row) ->
                result
                    .overhead(points.get(row), variant, metric)
                    .map(overhead -> PointFigures.mark(row, overhead))));
  }

  private Table table() {
    List<Metric> metrics = new ArrayList<>(List.of(Metric.SERVER_CPU, Metric.CLIENT_CPU));
    metrics.removeIf(cpu -> !isMeasured(cpu));
    metrics.add(Metric.THROUGHPUT);
    meanLatency().ifPresent(metrics::add);
    List<Column> columns = new ArrayList<>();
    plan.axes().forEach(axis -> columns.add(Column.text(axis.property())));
    columns.add(Column.text("variant"));
    metrics.forEach(m -> columns.add(Column.number(m.key(), m.kind().unit())));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Point point : points) {
      for (Variant variant : plan.columns()) {
        List<Table.Cell> row = new ArrayList<>();
        point.values().values().forEach(value -> row.add(Table.Cell.text(value)));
        row.add(Table.Cell.text(variant.name()));
        metrics.forEach(m -> row.add(PointFigures.cell(result, point, variant, m)));
        rows.add(row);
      }
    }
    return new Table(
        "table-sweep",
        "Medians of %s; of the others that × (1 + overhead relative to %s at the same point), with intervals of %s and verdicts."
            .formatted(plan.baseline().name(), plan.baseline().name(), level()),
        columns,
        rows);
  }

  private String level() {
    return PointFigures.level(result.cells().stream().map(Cell::overhead).filter(Objects::nonNull));
  }

  private boolean isMeasured(Metric metric) {
    return points.stream().anyMatch(point -> result.metrics(point).contains(metric));
  }

  private Optional<Metric> meanLatency() {
    return points.stream()
        .flatMap(p -> result.metrics(p).stream())
        .filter(m -> m.kind() == Metric.Kind.MEAN)
        .findFirst();
  }

  /** For each combination of the other axes' values, figures over this one. */
  private List<Chart> over(Axis axis) {
    Map<Map<String, String>, List<Point>> groups = new LinkedHashMap<>();
    for (Point point : points) {
      Map<String, String> others = new LinkedHashMap<>(point.values());
      others.remove(axis.property());
      groups.computeIfAbsent(others, o -> new ArrayList<>()).add(point);
    }
    List<Chart> charts = new ArrayList<>();
    groups.forEach(
        (others, group) -> {
          if (group.size() > 1) {
            charts.add(chart(axis, others, group, Metric.THROUGHPUT, "Throughput"));
            meanLatency()
                .map(m -> chart(axis, others, group, m, "Mean " + m.operation() + " latency"))
                .ifPresent(charts::add);
          }
        });
    return charts;
  }

  private Chart chart(
      Axis axis, Map<String, String> others, List<Point> group, Metric metric, String what) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Chart.LinePoint> line = new ArrayList<>();
      for (Point point : group) {
        double x = ValueType.decimal(point.values().get(axis.property()));
        result
            .cell(point, variant, metric)
            .ifPresent(
                c -> {
                  double y = result.figure(point, variant, metric).orElse(c.median());
                  line.add(new Chart.LinePoint(x, y, c.least(), c.most()));
                });
      }
      if (!line.isEmpty()) {
        // The axis may name its values in any order.
        line.sort(Comparator.comparingDouble(Chart.LinePoint::x));
        lines.add(new Chart.Line(variant.name(), line));
      }
    }
    String at = new Point(others).label();
    return new Chart.LinePlot(
        Ids.of("over", axis.property(), metric.key(), at),
        what + " over " + axis.property() + (at.isEmpty() ? "" : ", at " + at),
        "%s: medians over the runs; the others: that × (1 + overhead). Whiskers reach from the least to the largest run."
            .formatted(plan.baseline().name()),
        new Chart.Axis(axis.property(), Chart.Scale.STEPS),
        Chart.Axis.linear(metric.key() + ", " + metric.kind().unit()),
        lines);
  }
}
