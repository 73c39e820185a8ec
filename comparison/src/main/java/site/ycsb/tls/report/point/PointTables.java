package site.ycsb.tls.report.point;

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
import site.ycsb.tls.compare.result.Spread;
import site.ycsb.tls.report.document.Figures;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Column;
import site.ycsb.tls.statistics.Interval;

/** The tables of one point. */
final class PointTables {
  /** The most columns of a table on a page. */
  private static final int WIDTH = 7;

  private final ComparisonResult result;
  private final ComparisonPlan plan;
  private final Point point;
  private final List<Metric> metrics;

  PointTables(ComparisonResult result, Point point) {
    this.result = result;
    this.plan = result.plan();
    this.point = point;
    this.metrics = result.metrics(point);
  }

  /**
   * The first table has what all operations share and the first one; the others' latencies follow,
   * as many in a table as a page is wide.
   */
  List<Table> tables() {
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
    shown.forEach(
        m -> columns.add(Column.number(PointFigures.title(plan, point, m), m.kind().unit())));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.text(variant.name())));
      shown.forEach(m -> row.add(PointFigures.cell(result, point, variant, m)));
      rows.add(row);
    }
    String caption =
        "%sMedian over %d runs of %s; of the others %s × (1 + overhead), with overhead, interval of %s and verdict. *: secondary metric."
            .formatted(
                point.values().isEmpty() ? "" : point.label() + ". ",
                result.cells(point, plan.baseline()).get(0).runs(),
                plan.baseline().name(),
                plan.baseline().name(),
                PointFigures.level(result, point));
    return new Table(id, caption, columns, rows);
  }

  /** For the primary metrics: the difference in their unit, and the scatter of the blocks. */
  Optional<Table> details() {
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      for (Metric metric : metrics) {
        result
            .cell(point, variant, metric)
            .map(Cell::overhead)
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
  List<Table> pairwise() {
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
            row.add(
                Table.Cell.text(
                    PointFigures.title(plan, point, metric) + ", " + metric.kind().unit()));
            row.addAll(absolute(metric, cell.overhead()).subList(1, 3));
            row.add(Table.Cell.difference(PointFigures.difference(cell.overhead())));
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
}
