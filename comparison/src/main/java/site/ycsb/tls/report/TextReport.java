package site.ycsb.tls.report;

import com.github.freva.asciitable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.Pairwise;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.page.Figures;
import site.ycsb.tls.report.page.TextLines;
import site.ycsb.tls.report.page.TextPage;

/** The report for a terminal of 120 columns, in ASCII. */
final class TextReport {
  /** Longer names of variants are split into lines. */
  private static final int NAME_WIDTH = 28;

  /** Longer headers of figures are split into lines. */
  private static final int HEADER_WIDTH = 12;

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
    line(
        "Measured%s (%s: median of %d runs; the others: %s x (1 + overhead))"
            .formatted(at(point), plan.baseline().name(), runs(point), plan.baseline().name()));
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
    pairwise(point);
  }

  private static String at(Point point) {
    return point.values().isEmpty() ? "" : " at " + point.label();
  }

  private int runs(Point point) {
    return result.cells(point, plan.baseline()).get(0).runs();
  }

  /** The figures: a row for each variant. */
  private void measured(Point point, List<Metric> metrics) {
    List<Column> columns = new ArrayList<>();
    columns.add(TextLines.left("variant"));
    metrics.forEach(m -> columns.add(TextLines.right(header(m))));
    List<String[]> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<String> row = new ArrayList<>();
      row.add(TextLines.broken(variant.name(), NAME_WIDTH));
      for (Metric metric : metrics) {
        row.add(result.figure(point, variant, metric).map(Figures::number).orElse("-"));
      }
      rows.add(row.toArray(String[]::new));
    }
    if (rows.stream().anyMatch(r -> !r[1].equals("-"))) {
      text.table(columns, rows);
    }
  }

  private static String header(Metric metric) {
    Metric.Kind kind = metric.kind();
    return metric.operation().isEmpty()
        ? TextLines.broken(kind.label() + " " + TextLines.ascii(kind.unit()), HEADER_WIDTH)
        : metric.operation() + "\n" + kind.label() + " " + TextLines.ascii(kind.unit());
  }

  /** A variant relative to the baseline: a row for each metric. */
  private void relative(Point point, Variant variant) {
    Map<Metric, Overhead> overheads = new LinkedHashMap<>();
    for (Cell cell : result.cells(point, variant)) {
      if (cell.overhead() != null) {
        overheads.put(Metric.ofKey(cell.metric()), cell.overhead());
      }
    }
    relative(
        point, variant.name(), plan.baseline().name(), Optional.of(plan.baseline()), overheads);
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

  private void relative(
      Point point,
      String variant,
      String relativeTo,
      Optional<Variant> baseline,
      Map<Metric, Overhead> overheads) {
    if (overheads.isEmpty()) {
      return;
    }
    boolean floor = overheads.values().stream().anyMatch(o -> o.noiseFloor() != null);
    String level = Figures.level(overheads.values().iterator().next());
    line("");
    line(
        "%s relative to %s%s, with [intervals of %s]"
            .formatted(variant, relativeTo, at(point), level));
    List<Column> columns = new ArrayList<>();
    columns.add(TextLines.left("metric"));
    baseline.ifPresent(b -> columns.add(TextLines.right(TextLines.broken(b.name(), HEADER_WIDTH))));
    columns.add(TextLines.right("difference"));
    columns.add(TextLines.right("overhead"));
    if (floor) {
      columns.add(TextLines.right("noise floor"));
    }
    columns.add(TextLines.left("verdict"));
    List<String[]> rows = new ArrayList<>();
    overheads.forEach(
        (metric, overhead) -> {
          List<String> row = new ArrayList<>();
          row.add(
              metric.key()
                  + ", "
                  + TextLines.ascii(metric.kind().unit())
                  + (overhead.primary() ? "" : " *"));
          baseline.ifPresent(
              b -> row.add(result.figure(point, b, metric).map(Figures::number).orElse("-")));
          row.add(
              Figures.signed(overhead.difference().estimate())
                  + " "
                  + Figures.interval(overhead.difference()));
          row.add(Figures.change(overhead.change()) + " " + Figures.interval(overhead));
          if (floor) {
            row.add(
                overhead.noiseFloor() == null
                    ? "-"
                    : "+-" + Figures.percent(overhead.noiseFloor()));
          }
          row.add(overhead.verdict().label());
          rows.add(row.toArray(String[]::new));
        });
    text.table(columns, rows);
  }

  private void legend() {
    line("");
    line(
        "throughput: operations per second that succeeded. mean, p50, p95, p99: latency of successes.");
    line(
        "CPU: user and system time of the process per operation, of client (load generator) and server, without their compilers and without what they use when idle.");
    line(
        "overhead: variant / baseline - 1; difference: variant - baseline; both are Hodges-Lehmann estimates from pairs of"
            + " runs of the same block, with exact Wilcoxon intervals.");
    line(
        "verdict: overhead; gain; equivalent (less than %s); inconclusive; indicative (too few or too short runs)."
            .formatted(Figures.share(plan.schedule().margin())));
    line(
        "*: secondary metric. Verdicts are Holm-corrected among the primary metrics, and among the secondary ones.");
    if (plan.noiseFloor().isPresent()) {
      line(
          "noise floor: what the baseline against itself may differ by; what lies below it is inconclusive.");
    }
  }
}
