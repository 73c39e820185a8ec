package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.servers.Variant;

/** The figures of one point as cells, marks and blocks of a document. */
public final class PointFigures {
  private PointFigures() {}

  /**
   * One series for each variant that has any mark.
   *
   * @param mark of a variant in a row
   */
  static List<Chart.Series> series(
      ComparisonPlan plan, int rows, BiFunction<Variant, Integer, Optional<Chart.Mark>> mark) {
    return plan.columns().stream()
        .map(
            variant ->
                new Chart.Series(
                    variant.name(),
                    IntStream.range(0, rows)
                        .boxed()
                        .flatMap(row -> mark.apply(variant, row).stream())
                        .toList()))
        .filter(series -> !series.marks().isEmpty())
        .toList();
  }

  /** With more variants, the table of each is folded on a page. */
  private static final int MOST_OPEN_VARIANTS = 3;

  /** All plots and tables of the point. */
  public static List<Block> blocks(ComparisonResult result, Point point) {
    PointCharts charts = new PointCharts(result, point);
    PointTables tables = new PointTables(result, point);
    List<Block> blocks = new ArrayList<>();
    blocks.add(charts.overheads());
    tables.overview().ifPresent(blocks::add);
    List<Table> relative = tables.relative();
    if (relative.size() > MOST_OPEN_VARIANTS) {
      blocks.add(new Block.Fold("Each variant, all metrics", List.copyOf(relative)));
    } else {
      blocks.addAll(relative);
    }
    blocks.addAll(tables.pairwise());
    blocks.add(charts.cpu());
    blocks.add(charts.runs());
    blocks.add(new Block.Fold("How far blocks differ", Block.notEmpty(List.of(tables.spread()))));
    return Block.notEmpty(blocks);
  }

  /** The section of a point. */
  public static Section section(Point point, List<Block> blocks) {
    return new Section(
        Ids.of("point", point.id()),
        point.values().isEmpty() ? "Figures" : "At " + point.label(),
        blocks);
  }

  /** What a terminal shows of them. */
  public static List<Block> tables(ComparisonResult result, Point point) {
    PointTables tables = new PointTables(result, point);
    List<Block> blocks = new ArrayList<>();
    tables.overview().ifPresent(blocks::add);
    blocks.addAll(tables.relative());
    blocks.addAll(tables.pairwise());
    return blocks;
  }

  /** The level of the intervals at the point, or several: a variant may have fewer blocks. */
  public static String level(ComparisonResult result, Point point) {
    return level(
        result.plan().columns().stream()
            .flatMap(variant -> result.cells(point, variant).stream())
            .map(Cell::overhead)
            .filter(Objects::nonNull));
  }

  /** The level of their intervals, or several. */
  public static String level(Stream<Overhead> overheads) {
    String levels =
        overheads
            .map(overhead -> Figures.level(overhead.confidence()))
            .distinct()
            .collect(Collectors.joining(" or "));
    return levels.isEmpty() ? "95 %" : levels;
  }

  /** An overhead in a row of a plot. */
  public static Chart.Mark mark(int row, Overhead overhead) {
    return mark(row, overhead, false);
  }

  /**
   * The same.
   *
   * @param reversed whether it is drawn with the opposite sign
   */
  static Chart.Mark mark(int row, Overhead overhead, boolean reversed) {
    double sign = reversed ? -100 : 100;
    String change = Figures.change(overhead.change());
    String verdict = overhead.verdict().label();
    if (!overhead.hasInterval()) {
      return new Chart.Mark(row, sign * overhead.change(), null, null, change, verdict);
    }
    return new Chart.Mark(
        row,
        sign * overhead.change(),
        sign * (reversed ? overhead.upper() : overhead.lower()),
        sign * (reversed ? overhead.lower() : overhead.upper()),
        change + " " + Figures.interval(overhead.lower(), overhead.upper()),
        verdict);
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
        .overhead(point, variant, metric)
        .map(o -> Table.Cell.compared(Figures.number(value), value, difference(o)))
        .orElseGet(() -> Table.Cell.number(Figures.number(value), value));
  }

  /** An overhead in a table. */
  public static Table.Difference difference(Overhead overhead) {
    return new Table.Difference(
        overhead.change(),
        overhead.hasInterval() ? Double.valueOf(overhead.lower()) : null,
        overhead.hasInterval() ? Double.valueOf(overhead.upper()) : null,
        overhead.verdict().label(),
        overhead.noiseFloor());
  }

  /** The variant's runs that count, in the order of their blocks. */
  public static List<RunRecord> runs(ComparisonResult result, Point point, Variant variant) {
    return result.acceptedRuns().stream()
        .filter(r -> r.point().equals(point.id()) && r.variant().equals(variant.id()))
        .toList();
  }
}
