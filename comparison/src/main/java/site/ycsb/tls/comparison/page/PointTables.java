package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Pairwise;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.comparison.result.Spread;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/** The tables of one point; the same on a page and on a terminal. */
record PointTables(
    ComparisonResult result, ComparisonPlan plan, Point point, List<Metric> metrics) {
  PointTables(ComparisonResult result, Point point) {
    this(result, result.plan(), point, result.metrics(point));
  }

  /**
   * The primary metrics of all variants, a row for each variant; empty with one variant, whose own
   * table says the same.
   */
  Optional<Table> overview() {
    List<Metric> shown =
        metrics.stream().filter(m -> PrimaryMetric.isPrimary(plan, point, m)).toList();
    if (plan.columns().size() < 3 || shown.isEmpty()) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant")));
    shown.forEach(m -> columns.add(Column.number(m.key(), m.kind().unit())));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.text(variant.name())));
      shown.forEach(m -> row.add(PointFigures.cell(result, point, variant, m)));
      rows.add(row);
    }
    return Optional.of(
        new Table(
            Ids.of("table", point.id()),
            "%sMedian over %d runs of %s; of the others that × (1 + overhead), with overhead, interval of %s and verdict."
                .formatted(
                    at(),
                    result.cells(point, plan.baseline()).get(0).runs(),
                    plan.baseline().name(),
                    PointFigures.level(result, point)),
            columns,
            rows));
  }

  /** For each variant its overheads: a row for each metric. */
  List<Table> relative() {
    List<Table> tables = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      Map<Metric, Overhead> overheads = new LinkedHashMap<>();
      metrics.forEach(
          metric ->
              result
                  .overhead(point, variant, metric)
                  .ifPresent(overhead -> overheads.put(metric, overhead)));
      if (!overheads.isEmpty()) {
        tables.add(
            relative(
                Ids.of("relative", point.id(), variant.id()),
                variant.name() + " relative to " + plan.baseline().name(),
                Optional.of(plan.baseline()),
                overheads));
      }
    }
    return tables;
  }

  /** The same for each pair of variants, where the plan asks for it. */
  List<Table> pairwise() {
    Map<String, Map<Metric, Overhead>> relations = new LinkedHashMap<>();
    for (Pairwise cell : result.pairwise(point)) {
      relations
          .computeIfAbsent(
              plan.nameOf(cell.variant()) + " relative to " + plan.nameOf(cell.relativeTo()),
              title -> new LinkedHashMap<>())
          .put(Metric.ofKey(cell.metric()), cell.overhead());
    }
    List<Table> tables = new ArrayList<>();
    relations.forEach(
        (title, overheads) ->
            tables.add(
                relative(
                    Ids.of("pairwise", point.id(), Integer.toString(tables.size() + 1)),
                    title,
                    Optional.empty(),
                    overheads)));
    return tables;
  }

  /**
   * A row for each metric.
   *
   * @param shown whose figures stand in the table, too
   */
  private Table relative(
      String id, String title, Optional<Variant> shown, Map<Metric, Overhead> overheads) {
    List<Column> columns =
        Stream.of(
                Stream.of(Column.text("metric")),
                shown.stream().map(variant -> Column.number(variant.name(), "")),
                Stream.of(Column.number("difference", ""), Column.number("overhead", "")))
            .flatMap(column -> column)
            .toList();
    List<List<Table.Cell>> rows = new ArrayList<>();
    Metric.inOrder(overheads.keySet().stream())
        .forEach(
            metric -> {
              Overhead overhead = overheads.get(metric);
              List<Table.Cell> row = new ArrayList<>();
              row.add(
                  Table.Cell.text(
                      metric.key()
                          + ", "
                          + metric.kind().unit()
                          + (overhead.primary() ? "" : " *")));
              shown.ifPresent(v -> row.add(PointFigures.cell(result, point, v, metric)));
              row.add(difference(overhead));
              row.add(Table.Cell.difference(PointFigures.difference(overhead)));
              rows.add(row);
            });
    return new Table(
        id,
        "%s%s, with intervals of %s and verdicts. *: secondary metric."
            .formatted(at(), title, PointFigures.level(overheads.values().stream())),
        columns,
        rows);
  }

  private static Table.Cell difference(Overhead overhead) {
    Interval difference = overhead.difference();
    return overhead.hasInterval()
        ? Table.Cell.signed(difference.estimate(), difference.lower(), difference.upper())
        : Table.Cell.number(Figures.signed(difference.estimate()), difference.estimate());
  }

  /** For the primary metrics: the scatter of the blocks. */
  Table spread() {
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      for (Metric metric : metrics) {
        result
            .overhead(point, variant, metric)
            .map(Overhead::spread)
            .ifPresent(
                spread ->
                    rows.add(
                        List.of(
                            Table.Cell.text(variant.name()),
                            Table.Cell.text(metric.key()),
                            scatter(spread.between()),
                            scatter(spread.within()),
                            Table.Cell.number(
                                Integer.toString(spread.blocksNeeded()), spread.blocksNeeded()))));
      }
    }
    return new Table(
        Ids.of("details", point.id()),
        "%sStandard deviation of ln(variant / %s) between blocks and between the slices of a block; blocks for an interval of ±%s."
            .formatted(at(), plan.baseline().name(), Figures.share(Spread.HALF_WIDTH)),
        List.of(
            Column.text("variant"),
            Column.text("metric"),
            Column.number("between blocks", "%"),
            Column.number("within a block", "%"),
            Column.number("blocks needed", "")),
        rows);
  }

  private String at() {
    return point.values().isEmpty() ? "" : point.label() + ". ";
  }

  private static Table.Cell scatter(Double deviation) {
    return deviation == null
        ? Table.Cell.none()
        : Table.Cell.number(Figures.bare(100 * deviation), 100 * deviation);
  }
}
