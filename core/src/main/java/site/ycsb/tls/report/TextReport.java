package site.ycsb.tls.report;

import com.github.freva.asciitable.Column;
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
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.page.Figures;
import site.ycsb.tls.report.page.TextLines;
import site.ycsb.tls.report.page.TextPage;

/** The report for a terminal of 120 columns, in ASCII. */
final class TextReport {
  /** Longer names of variants are broken. */
  private static final int NAME_WIDTH = 28;

  private final ComparisonResult result;
  private final ComparisonPlan plan;
  private final TextLines text = new TextLines();

  private TextReport(ComparisonResult result) {
    this.result = result;
    this.plan = result.plan();
  }

  static String of(ComparisonResult result, Document document, List<Section> more) {
    TextReport report = new TextReport(result);
    report.line("");
    document.description().forEach(report::line);
    for (Point point : report.plan.points()) {
      report.point(point);
    }
    report.legend();
    report.text.append(TextPage.of(more));
    report.line("");
    document.answers().forEach(a -> report.line(a.subject() + " " + a.text()));
    document.warnings().forEach(w -> report.line("Warning: " + w));
    return report.text.toString();
  }

  private void line(String line) {
    text.line(line);
  }

  private void point(Point point) {
    if (result.cells(point, plan.baseline()).isEmpty()) {
      return;
    }
    line("");
    line("Measured" + at(point) + ", median of " + runs(point) + " runs each");
    List<Metric> metrics = result.metrics(point);
    List<String> operations =
        metrics.stream().map(Metric::operation).filter(o -> !o.isEmpty()).distinct().toList();
    String first = operations.isEmpty() ? "" : operations.get(0);
    measured(
        point,
        metrics.stream()
            .filter(m -> m.operation().isEmpty() || m.operation().equals(first))
            .toList());
    for (String operation : operations.subList(Math.min(1, operations.size()), operations.size())) {
      measured(point, metrics.stream().filter(m -> m.operation().equals(operation)).toList());
    }
    for (Variant variant : plan.columns()) {
      if (!variant.equals(plan.baseline())) {
        relative(point, variant);
      }
    }
  }

  private static String at(Point point) {
    return point.values().isEmpty() ? "" : " at " + point.label();
  }

  private int runs(Point point) {
    return result.cells(point, plan.baseline()).get(0).runs();
  }

  /** The figures as they are: a row for each variant. */
  private void measured(Point point, List<Metric> metrics) {
    List<Column> columns = new ArrayList<>();
    columns.add(TextLines.left("variant"));
    metrics.forEach(m -> columns.add(TextLines.right(header(m))));
    List<String[]> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<String> row = new ArrayList<>();
      row.add(TextLines.broken(variant.name(), NAME_WIDTH));
      for (Metric metric : metrics) {
        Optional<Cell> cell = result.cell(point, variant, metric);
        row.add(cell.map(c -> Figures.number(c.median())).orElse("-"));
      }
      rows.add(row.toArray(String[]::new));
    }
    if (rows.stream().anyMatch(r -> !r[1].equals("-"))) {
      text.table(columns, rows);
    }
  }

  private static String header(Metric metric) {
    return switch (metric.kind()) {
      case THROUGHPUT -> "throughput\nops/s";
      case CLIENT_CPU -> "client CPU\nus/op";
      case SERVER_CPU -> "server CPU\nus/op";
      default -> metric.operation() + "\n" + metric.kind().label() + " us";
    };
  }

  /** A variant relative to the baseline: a row for each metric. */
  private void relative(Point point, Variant variant) {
    List<Cell> cells =
        result.cells(point, variant).stream().filter(c -> c.overhead() != null).toList();
    if (cells.isEmpty()) {
      return;
    }
    boolean floor = cells.stream().anyMatch(c -> c.overhead().noiseFloor() != null);
    line("");
    line(variant.name() + " relative to " + plan.baseline().name() + at(point));
    List<Column> columns = new ArrayList<>();
    columns.add(TextLines.left("metric"));
    columns.add(TextLines.right("baseline"));
    columns.add(TextLines.right("variant"));
    columns.add(TextLines.right("overhead"));
    columns.add(TextLines.right(Figures.level(cells.get(0).overhead()) + " interval"));
    columns.add(TextLines.right("paired t"));
    if (floor) {
      columns.add(TextLines.right("noise floor"));
    }
    columns.add(TextLines.left("verdict"));
    List<String[]> rows = new ArrayList<>();
    for (Cell cell : cells) {
      rows.add(row(point, cell, floor));
    }
    text.table(columns, rows);
  }

  private String[] row(Point point, Cell cell, boolean floor) {
    Metric metric = Metric.ofKey(cell.metric());
    Overhead overhead = cell.overhead();
    List<String> row = new ArrayList<>();
    row.add(metric.key() + ", " + TextLines.ascii(metric.kind().unit()));
    row.add(
        result
            .cell(point, plan.baseline(), metric)
            .map(c -> Figures.number(c.median()))
            .orElse("-"));
    row.add(Figures.number(cell.median()));
    row.add(Figures.change(overhead.change()));
    row.add(Figures.interval(overhead));
    row.add(
        overhead.tLower() == null ? "-" : Figures.interval(overhead.tLower(), overhead.tUpper()));
    if (floor) {
      row.add(overhead.noiseFloor() == null ? "-" : "+-" + Figures.percent(overhead.noiseFloor()));
    }
    row.add(overhead.verdict().label());
    return row.toArray(String[]::new);
  }

  private void legend() {
    line("");
    line(
        "throughput: operations per second that succeeded. mean, p50, p95, p99: latency of successes.");
    line(
        "CPU: user and system time of the process per operation, of client (load generator) and server.");
    line(
        "overhead: variant / baseline - 1, Hodges-Lehmann estimate from pairs of runs of the same block, with the"
            + " exact Wilcoxon interval; paired t: 95 % interval as a check.");
    line(
        "verdict, Holm-corrected over all tables: overhead; gain; equivalent (less than 1 %); inconclusive;"
            + " indicative (too few or too short runs).");
    if (plan.noiseFloor().isPresent()) {
      line(
          "noise floor: what the baseline against itself may differ by; what lies below it is inconclusive.");
    }
  }
}
