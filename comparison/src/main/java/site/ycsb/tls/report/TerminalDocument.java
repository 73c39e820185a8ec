package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.Pairwise;
import site.ycsb.tls.report.document.Block;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Figures;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Cell;
import site.ycsb.tls.report.document.Table.Column;

/**
 * What a terminal shows of a comparison: the page's first screen, and tables that are narrow enough
 * for 120 columns, with a row for each metric.
 */
final class TerminalDocument {
  private final ComparisonResult result;
  private final ComparisonPlan plan;
  private final List<Section> sections = new ArrayList<>();

  private TerminalDocument(ComparisonResult result) {
    this.result = result;
    this.plan = result.plan();
  }

  /**
   * The document.
   *
   * @param page the whole page
   * @param more sections after the tables
   */
  static Document of(ComparisonResult result, Document page, List<Section> more) {
    TerminalDocument terminal = new TerminalDocument(result);
    terminal.plan.points().stream()
        .filter(point -> !result.cells(point, terminal.plan.baseline()).isEmpty())
        .forEach(terminal::point);
    terminal.legend();
    terminal.sections.addAll(more);
    return new Document(
        page.title(),
        page.description(),
        page.answers(),
        page.warnings(),
        page.references(),
        terminal.sections,
        List.of());
  }

  private void point(Point point) {
    measured(point);
    for (Variant variant : plan.columns()) {
      Map<Metric, Overhead> overheads = new LinkedHashMap<>();
      result.cells(point, variant).stream()
          .filter(cell -> cell.overhead() != null)
          .forEach(cell -> overheads.put(Metric.ofKey(cell.metric()), cell.overhead()));
      relative(
          point, variant.name(), plan.baseline().name(), Optional.of(plan.baseline()), overheads);
    }
    pairwise(point);
  }

  private static String at(Point point) {
    return point.values().isEmpty() ? "" : " at " + point.label();
  }

  /**
   * The figures: the first table has what all operations share and the first one, the others
   * follow.
   */
  private void measured(Point point) {
    List<Metric> metrics = result.metrics(point);
    List<String> operations =
        metrics.stream().map(Metric::operation).filter(o -> !o.isEmpty()).distinct().toList();
    List<Block> tables = new ArrayList<>();
    for (int i = 0; i < Math.max(1, operations.size()); i++) {
      String operation = operations.isEmpty() ? "" : operations.get(i);
      boolean first = i == 0;
      measured(
              point,
              tables.size(),
              metrics.stream()
                  .filter(
                      m -> m.operation().equals(operation) || (first && m.operation().isEmpty()))
                  .toList())
          .ifPresent(tables::add);
    }
    sections.add(
        new Section(
            Ids.of("measured", point.id()),
            "Measured%s (%s: median of %d runs; the others: %s x (1 + overhead))"
                .formatted(
                    at(point),
                    plan.baseline().name(),
                    result.cells(point, plan.baseline()).get(0).runs(),
                    plan.baseline().name()),
            tables));
  }

  /** A row for each variant; none where nothing was measured. */
  private Optional<Table> measured(Point point, int number, List<Metric> metrics) {
    boolean any =
        plan.columns().stream().anyMatch(v -> result.figure(point, v, metrics.get(0)).isPresent());
    if (!any) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant")));
    metrics.forEach(m -> columns.add(Column.number(m.key(), m.kind().unit())));
    List<List<Cell>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Cell> row = new ArrayList<>(List.of(Cell.text(variant.name())));
      metrics.forEach(metric -> row.add(figure(point, variant, metric)));
      rows.add(row);
    }
    return Optional.of(
        new Table(
            Ids.of("measured-table", point.id(), Integer.toString(number)), "", columns, rows));
  }

  private Cell figure(Point point, Variant variant, Metric metric) {
    return result
        .figure(point, variant, metric)
        .map(value -> Cell.number(Figures.number(value), value))
        .orElse(Cell.none());
  }

  /** The variants relative to each other. */
  private void pairwise(Point point) {
    Map<List<String>, Map<Metric, Overhead>> relations = new LinkedHashMap<>();
    for (Pairwise p : result.pairwise(point)) {
      relations
          .computeIfAbsent(List.of(p.variant(), p.relativeTo()), r -> new LinkedHashMap<>())
          .put(Metric.ofKey(p.metric()), p.overhead());
    }
    relations.forEach(
        (ids, overheads) ->
            relative(
                point,
                result.nameOf(ids.get(0)),
                result.nameOf(ids.get(1)),
                Optional.empty(),
                overheads));
  }

  /**
   * A variant relative to another: a row for each metric.
   *
   * @param shown whose figures stand in the table, too
   */
  private void relative(
      Point point,
      String variant,
      String relativeTo,
      Optional<Variant> shown,
      Map<Metric, Overhead> overheads) {
    if (overheads.isEmpty()) {
      return;
    }
    boolean floor = overheads.values().stream().anyMatch(o -> o.noiseFloor() != null);
    List<Column> columns =
        Stream.of(
                Stream.of(Column.text("metric")),
                shown.stream().map(v -> Column.number(v.name(), "")),
                Stream.of(Column.number("difference", ""), Column.number("overhead", "")),
                Stream.of(Column.number("noise floor", "")).filter(c -> floor),
                Stream.of(Column.text("verdict")))
            .flatMap(column -> column)
            .toList();
    List<List<Cell>> rows = new ArrayList<>();
    overheads.forEach(
        (metric, overhead) -> {
          List<Cell> row = new ArrayList<>();
          row.add(
              Cell.text(
                  metric.key() + ", " + metric.kind().unit() + (overhead.primary() ? "" : " *")));
          shown.ifPresent(v -> row.add(figure(point, v, metric)));
          row.add(
              Cell.text(
                  Figures.signed(overhead.difference().estimate())
                      + " "
                      + Figures.interval(overhead.difference())));
          row.add(Cell.text(Figures.change(overhead.change()) + " " + Figures.interval(overhead)));
          if (floor) {
            row.add(
                overhead.noiseFloor() == null
                    ? Cell.none()
                    : Cell.text("±" + Figures.percent(overhead.noiseFloor())));
          }
          row.add(Cell.text(overhead.verdict().label()));
          rows.add(row);
        });
    String number = Integer.toString(sections.size());
    sections.add(
        new Section(
            Ids.of("relative", point.id(), number),
            "%s relative to %s%s, with [intervals of %s]"
                .formatted(
                    variant,
                    relativeTo,
                    at(point),
                    Figures.level(overheads.values().iterator().next())),
            List.of(new Table(Ids.of("relative-table", point.id(), number), "", columns, rows))));
  }

  private void legend() {
    List<Block> lines = new ArrayList<>();
    Stream.of(
            "throughput: operations per second that succeeded. mean, p50, p95, p99: latency of successes.",
            "CPU: user and system time of the process per operation, of client (load generator) and server, without their compilers and without what they use when idle.",
            "overhead: variant / baseline - 1; difference: variant - baseline; both are Hodges-Lehmann estimates from pairs of"
                + " runs of the same block, with exact Wilcoxon intervals; with fewer than six blocks, means with moderated t intervals.",
            "verdict: overhead; gain; equivalent (less than %s); inconclusive; indicative (too few or too short runs)."
                .formatted(Figures.share(plan.schedule().margin())),
            "*: secondary metric. Verdicts are Holm-corrected among the primary metrics, and among the secondary ones.")
        .map(Block.Paragraph::new)
        .forEach(lines::add);
    if (plan.noiseFloor().isPresent()) {
      lines.add(
          new Block.Paragraph(
              "noise floor: what the baseline against itself may differ by; what lies below it is inconclusive."));
    }
    sections.add(new Section("legend", "How to read the tables", lines));
  }
}
