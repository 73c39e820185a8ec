package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.report.document.Block;
import site.ycsb.tls.report.document.Chart;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Column;
import site.ycsb.tls.report.page.Figures;

/** What the result says about one point: overheads, tables, CPU, each run. */
final class PointFigures {
  /** Columns of a table that a page has room for. */
  private static final int WIDTH = 7;

  private final ComparisonResult result;
  private final ComparisonPlan plan;
  private final Point point;
  private final List<Metric> metrics;

  PointFigures(ComparisonResult result, Point point) {
    this.result = result;
    this.plan = result.plan();
    this.point = point;
    this.metrics = result.metrics(point);
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    overheads().ifPresent(blocks::add);
    blocks.addAll(tables());
    cpu().ifPresent(blocks::add);
    runs().ifPresent(blocks::add);
    return blocks;
  }

  /** A row for each metric that some variant has an overhead in. */
  private Optional<Chart> overheads() {
    List<Metric> rows =
        metrics.stream()
            .filter(m -> plan.columns().stream().anyMatch(v -> overhead(v, m).isPresent()))
            .toList();
    List<Chart.Series> series = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Chart.Mark> marks = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        int row = i;
        overhead(variant, rows.get(row)).ifPresent(o -> marks.add(mark(row, o)));
      }
      if (!marks.isEmpty()) {
        series.add(new Chart.Series(variant.name(), marks));
      }
    }
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart.IntervalPlot(
                Ids.of("overhead", point.id()),
                "Overhead relative to "
                    + plan.baseline().name()
                    + ", with intervals of "
                    + ComparisonPage.level(result, point),
                Chart.Axis.linear("overhead, %"),
                true,
                rows.stream().map(Metric::key).toList(),
                series));
  }

  private Optional<Overhead> overhead(Variant variant, Metric metric) {
    return result.cell(point, variant, metric).map(Cell::overhead);
  }

  static Chart.Mark mark(int row, Overhead overhead) {
    return new Chart.Mark(
        row,
        100 * overhead.change(),
        100 * overhead.lower(),
        100 * overhead.upper(),
        overhead.verdict().label());
  }

  /**
   * The first table has what all operations share and the first one; the others' latencies follow,
   * as many in a table as a page is wide.
   */
  private List<Table> tables() {
    List<Metric> shown = metrics.stream().filter(this::isShown).toList();
    List<String> operations =
        shown.stream().map(Metric::operation).filter(o -> !o.isEmpty()).distinct().toList();
    List<List<Metric>> parts = new ArrayList<>();
    parts.add(
        shown.stream()
            .filter(m -> m.operation().isEmpty() || operations.indexOf(m.operation()) == 0)
            .toList());
    for (String operation : operations.subList(Math.min(1, operations.size()), operations.size())) {
      List<Metric> own = shown.stream().filter(m -> m.operation().equals(operation)).toList();
      List<Metric> last = parts.get(parts.size() - 1);
      if (parts.size() == 1 || last.size() + own.size() > WIDTH) {
        parts.add(new ArrayList<>(own));
      } else {
        last.addAll(own);
      }
    }
    List<Table> tables = new ArrayList<>();
    for (List<Metric> part : parts) {
      tables.add(table(Ids.of("table", point.id(), Integer.toString(tables.size() + 1)), part));
    }
    return tables;
  }

  /** Not what the baseline alone has. */
  private boolean isShown(Metric metric) {
    return plan.columns().stream()
        .anyMatch(v -> !v.equals(plan.baseline()) && result.cell(point, v, metric).isPresent());
  }

  private Table table(String id, List<Metric> shown) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant")));
    shown.forEach(m -> columns.add(Column.number(m.key(), m.kind().unit())));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.text(variant.name())));
      shown.forEach(m -> row.add(cell(result.cell(point, variant, m))));
      rows.add(row);
    }
    String caption =
        "%sMedian over %d runs of each variant (overhead relative to %s), interval of %s, verdict."
            .formatted(
                point.values().isEmpty() ? "" : point.label() + ". ",
                result.cells(point, plan.baseline()).get(0).runs(),
                plan.baseline().name(),
                ComparisonPage.level(result, point));
    return new Table(id, caption, columns, rows);
  }

  /** A figure as tables show it. */
  static Table.Cell cell(Optional<Cell> cell) {
    if (cell.isEmpty()) {
      return Table.Cell.none();
    }
    double median = cell.get().median();
    Overhead overhead = cell.get().overhead();
    return overhead == null
        ? Table.Cell.number(Figures.number(median), median)
        : Table.Cell.compared(Figures.number(median), median, difference(overhead));
  }

  static Table.Difference difference(Overhead overhead) {
    return new Table.Difference(
        overhead.change(),
        overhead.lower(),
        overhead.upper(),
        overhead.verdict().label(),
        overhead.noiseFloor());
  }

  /** Of variants for which both sides are known, or the client's alone when none has the other. */
  private Optional<Chart> cpu() {
    boolean server = metrics.contains(Metric.SERVER_CPU);
    List<Chart.Bar> bars = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      Optional<Double> own = median(variant, Metric.CLIENT_CPU);
      Optional<Double> other = median(variant, Metric.SERVER_CPU);
      if (own.isPresent() && (other.isPresent() || !server)) {
        bars.add(
            new Chart.Bar(
                variant.name(), server ? List.of(own.get(), other.get()) : List.of(own.get())));
      }
    }
    return bars.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart.StackedBars(
                Ids.of("cpu", point.id()),
                "CPU time per operation",
                server
                    ? "Medians over the runs, of each side by itself."
                    : "Median over the runs; of the load generator alone: the server's processes are not known.",
                Chart.Axis.linear("CPU time, µs per operation"),
                server ? List.of("client", "server") : List.of("client"),
                bars));
  }

  private Optional<Double> median(Variant variant, Metric metric) {
    return result.cell(point, variant, metric).map(Cell::median);
  }

  private Optional<Chart> runs() {
    Metric metric = result.primaryMetric(point);
    List<Chart.Box> boxes = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Chart.Sample> samples =
          runs(result, point, variant).stream()
              .filter(r -> r.figures().containsKey(metric.key()))
              .map(r -> new Chart.Sample(r.figures().get(metric.key()), "block " + r.block()))
              .toList();
      if (!samples.isEmpty()) {
        boxes.add(new Chart.Box(variant.name(), samples));
      }
    }
    return boxes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart.BoxPlot(
                Ids.of("runs", point.id()),
                "Each run",
                Chart.Axis.linear(metric.key() + ", " + metric.kind().unit()),
                boxes));
  }

  /** The variant's runs that count, in the order of their blocks. */
  static List<RunRecord> runs(ComparisonResult result, Point point, Variant variant) {
    return result.acceptedRuns().stream()
        .filter(r -> r.point().equals(point.id()) && r.variant().equals(variant.id()))
        .toList();
  }
}
