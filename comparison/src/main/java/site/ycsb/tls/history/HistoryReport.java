package site.ycsb.tls.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.page.PointFigures;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;

/**
 * Many comparisons in the order of time: a line for each, and a plot of each primary metric.
 *
 * @param entries the earliest first
 * @param document the page
 */
public record HistoryReport(List<Entry> entries, Document document) implements Formats {

  /** By their start, then by their names. */
  public static final Comparator<Entry> IN_TIME =
      Comparator.comparing((Entry entry) -> entry.result().started()).thenComparing(Entry::name);

  /**
   * A comparison.
   *
   * @param name of its directory
   */
  public record Entry(String name, ComparisonResult result) {
    /** The comparison in a directory. */
    public static Entry of(Path directory, ComparisonResult result) {
      return new Entry(directory.toAbsolutePath().normalize().getFileName().toString(), result);
    }
  }

  /** A cell of a comparison that has a primary overhead. */
  private record HistoryRow(String subject, String baseline, String metric, Overhead overhead) {}

  /** The report of these comparisons, in any order. */
  public static HistoryReport of(List<Entry> comparisons) {
    List<Entry> sorted = comparisons.stream()
            .sorted(Comparator.comparing(entry -> entry.result().started()))
            .toList();
    return new HistoryReport(sorted, page(sorted));
  }

  private static Document page(List<Entry> entries) {
    List<Block> blocks = new ArrayList<>();
    List<String> metrics =
        entries.stream()
            .flatMap(e -> found(e).stream())
            .map(HistoryRow::metric)
            .distinct()
            .toList();
    metrics.forEach(metric -> blocks.add(chart(entries, metric)));
    return new Document(
        "What TLS cost, from comparison to comparison",
        List.of(
            "%d comparisons, the earliest first. Overheads are relative to plain, or to the baseline that is named, on the same machine in the same minutes, so machines may differ."
                .formatted(entries.size())),
        List.of(),
        entries.stream()
            .filter(entry -> !entry.result().complete())
            .map(entry -> entry.name() + " is not complete: " + entry.result().ending())
            .toList(),
        List.of(),
        List.of(
            new Section("comparisons", "Comparisons", List.of(table(entries, metrics))),
            new Section("plots", "Overheads", blocks)),
        List.of());
  }

  private static List<HistoryRow> found(Entry entry) {
    ComparisonResult result = entry.result();
    List<HistoryRow> all = new ArrayList<>();
    String baseline = result.plan().baseline().name();
    String relative = baseline.equals(ComparisonPlan.PLAIN) ? "" : " relative to " + baseline;
    for (Cell cell : result.cells()) {
      if (cell.overhead() != null && cell.overhead().primary()) {
        String at = result.plan().axes().isEmpty() ? "" : ", " + cell.point();
        all.add(
            new HistoryRow(
                result.plan().binding() + ", " + result.nameOf(cell.variant()) + relative + at,
                baseline,
                cell.metric(),
                cell.overhead()));
      }
    }
    return all;
  }

  private static Table table(List<Entry> entries, List<String> metrics) {
    List<Column> columns =
        new ArrayList<>(
            List.of(Column.text("date"), Column.text("directory"), Column.text("what")));
    metrics.forEach(metric -> columns.add(Column.number(metric, "")));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Entry entry : entries) {
      Map<String, Map<String, Overhead>> bySubject = new LinkedHashMap<>();
      found(entry)
          .forEach(
              f ->
                  bySubject
                      .computeIfAbsent(f.subject(), s -> new LinkedHashMap<>())
                      .put(f.metric(), f.overhead()));
      bySubject.forEach(
          (subject, overheads) -> {
            List<Table.Cell> row =
                new ArrayList<>(
                    List.of(
                        Table.Cell.text(entry.result().startedAt().replaceFirst("T.*", "")),
                        Table.Cell.link(entry.name(), entry.name() + "/report.html"),
                        Table.Cell.text(subject)));
            metrics.forEach(
                metric ->
                    row.add(
                        overheads.containsKey(metric)
                            ? Table.Cell.difference(PointFigures.difference(overheads.get(metric)))
                            : Table.Cell.none()));
            rows.add(row);
          });
    }
    return new Table(
        "history", "Overhead with its interval and verdict; primary metrics.", columns, rows);
  }

  private static Chart chart(List<Entry> entries, String metric) {
    Map<String, List<Chart.Mark>> series = new LinkedHashMap<>();
    for (int row = 0; row < entries.size(); row++) {
      for (HistoryRow found : found(entries.get(row))) {
        if (found.metric().equals(metric)) {
          series
              .computeIfAbsent(found.subject(), s -> new ArrayList<>())
              .add(PointFigures.mark(row, found.overhead()));
        }
      }
    }
    return new Chart.IntervalPlot(
        Ids.of("history", metric),
        metric,
        Chart.Axis.linear("overhead, %"),
        true,
        entries.stream()
            .map(e -> e.result().startedAt().replaceFirst("T.*", "") + " " + e.name())
            .toList(),
        series.entrySet().stream().map(e -> new Chart.Series(e.getKey(), e.getValue())).toList());
  }

  /** The overheads of each comparison. */
  @Override
  public String json() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Entry entry : entries) {
      for (HistoryRow found : found(entry)) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("startedAt", entry.result().startedAt());
        one.put("directory", entry.name());
        one.put("what", found.subject());
        one.put("baseline", found.baseline());
        one.put("metric", found.metric());
        one.put("change", found.overhead().change());
        one.put("lower", found.overhead().lower());
        one.put("upper", found.overhead().upper());
        one.put("verdict", found.overhead().verdict());
        all.add(one);
      }
    }
    return Json.of(Map.of("history", all));
  }
}
