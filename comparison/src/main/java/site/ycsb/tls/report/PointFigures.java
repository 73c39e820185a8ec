package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.Pairwise;
import site.ycsb.tls.compare.result.PrimaryMetric;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.compare.result.Spread;
import site.ycsb.tls.report.document.Block;
import site.ycsb.tls.report.document.Chart;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Column;
import site.ycsb.tls.report.page.Figures;
import site.ycsb.tls.statistics.Interval;

/** The figures of one point: overheads, tables, CPU, each run. */
public final class PointFigures {
  /** The most columns of a table on a page. */
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
    details().ifPresent(blocks::add);
    blocks.addAll(pairwise());
    cpu().ifPresent(blocks::add);
    runs().ifPresent(blocks::add);
    return blocks;
  }

  /** A row for each metric with an overhead in at least one variant. */
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
        overhead(variant, rows.get(row)).ifPresent(o -> marks.add(cost(row, rows.get(row), o)));
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
                Chart.Axis.linear("overhead, to the right: worse, %"),
                true,
                rows.stream()
                    .map(m -> title(plan, point, m) + (isReversed(m) ? ", reversed" : ""))
                    .toList(),
                series));
  }

  private Optional<Overhead> overhead(Variant variant, Metric metric) {
    return result.cell(point, variant, metric).map(Cell::overhead);
  }

  /** Less of it is worse: drawn with the opposite sign, so that worse is always to the right. */
  private static boolean isReversed(Metric metric) {
    return metric.moreIsBetter();
  }

  private static Chart.Mark cost(int row, Metric metric, Overhead overhead) {
    double sign = isReversed(metric) ? -100 : 100;
    double one = sign * overhead.lower();
    double other = sign * overhead.upper();
    return new Chart.Mark(
        row,
        sign * overhead.change(),
        Math.min(one, other),
        Math.max(one, other),
        Figures.change(overhead.change()) + " " + Figures.interval(overhead),
        overhead.verdict().label());
  }

  public static Chart.Mark mark(int row, Overhead overhead) {
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

  /** Without metrics that only the baseline has. */
  private boolean isShown(Metric metric) {
    return plan.columns().stream()
        .anyMatch(v -> !v.equals(plan.baseline()) && result.cell(point, v, metric).isPresent());
  }

  private Table table(String id, List<Metric> shown) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant")));
    shown.forEach(m -> columns.add(Column.number(title(plan, point, m), m.kind().unit())));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.text(variant.name())));
      shown.forEach(m -> row.add(cell(result, point, variant, m)));
      rows.add(row);
    }
    String caption =
        "%sMedian over %d runs of %s; of the others %s × (1 + overhead), with overhead, interval of %s and verdict. *: secondary metric."
            .formatted(
                point.values().isEmpty() ? "" : point.label() + ". ",
                result.cells(point, plan.baseline()).get(0).runs(),
                plan.baseline().name(),
                plan.baseline().name(),
                ComparisonPage.level(result, point));
    return new Table(id, caption, columns, rows);
  }

  /** A metric's name, marked when it is secondary. */
  public static String title(ComparisonPlan plan, Point point, Metric metric) {
    return metric.key() + (PrimaryMetric.isPrimary(plan, point, metric) ? "" : " *");
  }

  /** A figure in the form of the tables. */
  public static Table.Cell cell(
      ComparisonResult result, Point point, Variant variant, Metric metric) {
    Optional<Double> figure = result.figure(point, variant, metric);
    if (figure.isEmpty()) {
      return Table.Cell.none();
    }
    double value = figure.get();
    return result
        .cell(point, variant, metric)
        .map(Cell::overhead)
        .map(o -> Table.Cell.compared(Figures.number(value), value, difference(o)))
        .orElseGet(() -> Table.Cell.number(Figures.number(value), value));
  }

  /** For the primary metrics: the difference in their unit, and the scatter of the blocks. */
  private Optional<Table> details() {
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      for (Metric metric : metrics) {
        overhead(variant, metric)
            .filter(Overhead::primary)
            .ifPresent(
                o -> {
                  List<Table.Cell> row = new ArrayList<>();
                  row.add(Table.Cell.text(variant.name()));
                  row.addAll(absolute(metric, o));
                  row.addAll(spread(Optional.ofNullable(o.spread())));
                  rows.add(row);
                });
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                Ids.of("details", point.id()),
                "%sPrimary metrics: variant − %s in the metric's unit, from pairs of the same block; standard deviation of ln(variant / %s) between blocks and between the slices of a block; blocks for an interval of ±%s."
                    .formatted(
                        point.values().isEmpty() ? "" : point.label() + ". ",
                        plan.baseline().name(),
                        plan.baseline().name(),
                        Figures.share(Spread.HALF_WIDTH)),
                List.of(
                    Column.text("variant"),
                    Column.text("metric"),
                    Column.number("difference", ""),
                    Column.number("interval", ""),
                    Column.number("between blocks", "%"),
                    Column.number("within a block", "%"),
                    Column.number("blocks needed", "")),
                rows));
  }

  private static List<Table.Cell> absolute(Metric metric, Overhead overhead) {
    Interval difference = overhead.difference();
    return List.of(
        Table.Cell.text(metric.key() + ", " + metric.kind().unit()),
        Table.Cell.number(Figures.signed(difference.estimate()), difference.estimate()),
        Table.Cell.text(Figures.interval(difference)));
  }

  private static List<Table.Cell> spread(Optional<Spread> spread) {
    return List.of(
        scatter(spread.map(Spread::between)),
        scatter(spread.map(Spread::within)),
        spread
            .map(s -> Table.Cell.number(Integer.toString(s.blocksNeeded()), s.blocksNeeded()))
            .orElse(Table.Cell.none()));
  }

  private static Table.Cell scatter(Optional<Double> deviation) {
    return deviation
        .map(d -> Table.Cell.number(Figures.bare(100 * d), 100 * d))
        .orElse(Table.Cell.none());
  }

  /** A table for each pair of variants, with a row for each metric. */
  private List<Table> pairwise() {
    Map<String, List<Pairwise>> relations =
        result.pairwise(point).stream()
            .collect(
                Collectors.groupingBy(
                    p ->
                        result.nameOf(p.variant())
                            + " relative to "
                            + result.nameOf(p.relativeTo()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Table> tables = new ArrayList<>();
    relations.forEach(
        (title, cells) -> {
          List<List<Table.Cell>> rows = new ArrayList<>();
          for (Pairwise cell : cells) {
            Metric metric = Metric.ofKey(cell.metric());
            List<Table.Cell> row = new ArrayList<>();
            row.add(Table.Cell.text(title(plan, point, metric) + ", " + metric.kind().unit()));
            row.addAll(absolute(metric, cell.overhead()).subList(1, 3));
            row.add(Table.Cell.difference(difference(cell.overhead())));
            rows.add(row);
          }
          tables.add(
              new Table(
                  Ids.of("pairwise", point.id(), Integer.toString(tables.size() + 1)),
                  "%s%s: difference in the metric's unit and overhead, from pairs of the same block, with intervals of %s and verdicts. *: secondary metric."
                      .formatted(
                          point.values().isEmpty() ? "" : point.label() + ". ",
                          title,
                          Figures.level(cells.get(0).overhead())),
                  List.of(
                      Column.text("metric"),
                      Column.number("difference", ""),
                      Column.number("interval", ""),
                      Column.number("overhead", "")),
                  rows));
        });
    return tables;
  }

  public static Table.Difference difference(Overhead overhead) {
    return new Table.Difference(
        overhead.change(),
        overhead.lower(),
        overhead.upper(),
        overhead.verdict().label(),
        overhead.noiseFloor());
  }

  /** For variants with both sides known, or the client's only if no variant has the server's. */
  private Optional<Chart> cpu() {
    boolean server = metrics.contains(Metric.SERVER_CPU);
    List<Chart.Bar> bars = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      Optional<Double> own = result.figure(point, variant, Metric.CLIENT_CPU);
      Optional<Double> other = result.figure(point, variant, Metric.SERVER_CPU);
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
                    ? "%s: medians over the runs; the others: that × (1 + overhead)."
                        .formatted(plan.baseline().name())
                    : "Of the load generator alone: the server's processes are not known. %s: median over the runs; the others: that × (1 + overhead)."
                        .formatted(plan.baseline().name()),
                Chart.Axis.linear("CPU time, µs per operation"),
                server ? List.of("client", "server") : List.of("client"),
                bars));
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
  public static List<RunRecord> runs(ComparisonResult result, Point point, Variant variant) {
    return result.acceptedRuns().stream()
        .filter(r -> r.point().equals(point.id()) && r.variant().equals(variant.id()))
        .toList();
  }
}
