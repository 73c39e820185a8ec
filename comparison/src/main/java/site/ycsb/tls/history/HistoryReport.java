package site.ycsb.tls.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.page.PointFigures;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

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

    /**
     * {@code , by version 0.1}, if another version of this program made the later comparison:
     * figures may have another meaning in that one. Otherwise empty.
     */
    public String otherVersion(ComparisonResult later) {
      List<String> versions = result.toolVersions();
      return versions.equals(later.toolVersions())
          ? ""
          : versions.contains("")
              ? ", by an earlier version"
              : ", by version " + String.join(" and ", versions);
    }
  }

  /**
   * What a series of overheads is about.
   *
   * @param name server, variant, what it is relative to, and the point
   * @param question what was asked
   */
  private record Subject(String name, Map<String, String> question) {
    static Subject of(ComparisonResult result, Point point, Variant variant) {
      ComparisonPlan plan = result.plan();
      String baseline = plan.baseline().name();
      return new Subject(
          result.product().orElse(plan.binding())
              + ", "
              + variant.name()
              + (baseline.equals(ComparisonPlan.PLAIN) ? "" : " relative to " + baseline)
              + (plan.axes().isEmpty() ? "" : ", " + point.id()),
          Question.of(result, variant));
    }

    /** The name, with what was asked otherwise of others that have it. */
    String among(Set<Subject> all) {
      return name
          + all.stream()
              .filter(other -> other.name.equals(name))
              .flatMap(other -> Question.differing(question, other.question).stream())
              .distinct()
              .sorted()
              .map(what -> ", " + Question.inWords(question, what))
              .collect(Collectors.joining());
    }
  }

  /**
   * A cell of a comparison that has a primary overhead.
   *
   * @param isAnswer whether it can be repeated: not indicative, and without a doubt
   */
  private record HistoryRow(
      String subject, String baseline, String metric, Overhead overhead, boolean isAnswer) {}

  /** What comparisons have in common that repeat one another. */
  private record Common(String subject, String metric, Map<String, String> circumstances) {}

  /** A figure of comparisons that repeat one another, and the days of the first and last one. */
  private record Together(Common common, RepeatedComparisons figure, String from, String to) {}

  /** The report of these comparisons, in any order. */
  public static HistoryReport of(List<Entry> comparisons) {
    List<Entry> sorted = comparisons.stream().sorted(IN_TIME).toList();
    return new HistoryReport(sorted, page(sorted));
  }

  private static Document page(List<Entry> entries) {
    List<Block> blocks = new ArrayList<>();
    List<List<HistoryRow>> rows = rows(entries);
    List<String> metrics =
        rows.stream().flatMap(List::stream).map(HistoryRow::metric).distinct().toList();
    metrics.forEach(metric -> blocks.add(chart(entries, rows, metric)));
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("comparisons", "Comparisons", List.of(table(entries, rows, metrics))));
    List<Together> together = together(entries, rows);
    if (!together.isEmpty()) {
      sections.add(
          new Section("repeated", "Repeated comparisons together", List.of(repeated(together))));
    }
    sections.add(new Section("plots", "Overheads", blocks));
    return new Document(
        "What TLS cost, from comparison to comparison",
        List.of(
            "%d comparisons, the earliest first. Overheads are relative to plain, or to the baseline that is named, on the same machine in the same minutes, so machines may differ."
                .formatted(entries.size())),
        List.of(),
        warnings(entries),
        List.of(),
        sections,
        List.of());
  }

  private static List<String> warnings(List<Entry> entries) {
    List<String> warnings = new ArrayList<>();
    entries.stream()
        .filter(entry -> !entry.result().complete())
        .map(entry -> entry.name() + " is not complete: " + entry.result().ending())
        .forEach(warnings::add);
    List<String> versions =
        entries.stream()
            .flatMap(entry -> entry.result().toolVersions().stream())
            .distinct()
            .toList();
    if (versions.size() > 1) {
      warnings.add(
          "They were made by different versions of this program, whose figures may have another meaning: %s."
              .formatted(
                  versions.stream()
                      .map(version -> version.isEmpty() ? "an earlier one" : version)
                      .collect(Collectors.joining(", "))));
    }
    return warnings;
  }

  /** Those of each entry. What was asked otherwise has another subject. */
  private static List<List<HistoryRow>> rows(List<Entry> entries) {
    Set<Subject> subjects = new LinkedHashSet<>();
    for (Entry entry : entries) {
      ComparisonPlan plan = entry.result().plan();
      for (Point point : plan.points()) {
        plan.columns().forEach(v -> subjects.add(Subject.of(entry.result(), point, v)));
      }
    }
    Map<Subject, String> names =
        subjects.stream().collect(Collectors.toMap(Function.identity(), s -> s.among(subjects)));
    return entries.stream().map(entry -> rows(entry.result(), names)).toList();
  }

  private static List<HistoryRow> rows(ComparisonResult result, Map<Subject, String> names) {
    List<HistoryRow> rows = new ArrayList<>();
    for (Point point : result.plan().points()) {
      for (Variant variant : result.plan().columns()) {
        String subject = names.get(Subject.of(result, point, variant));
        for (Cell cell : result.cells(point, variant)) {
          if (cell.overhead() != null && cell.overhead().primary()) {
            rows.add(
                new HistoryRow(
                    subject,
                    result.plan().baseline().name(),
                    cell.metric(),
                    cell.overhead(),
                    isAnswer(result, point, variant, cell)));
          }
        }
      }
    }
    return rows;
  }

  private static boolean isAnswer(
      ComparisonResult result, Point point, Variant variant, Cell cell) {
    return result.complete()
        && cell.overhead().verdict() != Verdict.INDICATIVE
        && result.doubt(point, variant, Metric.ofKey(cell.metric())).isEmpty();
  }

  /** Of each subject, of each metric: those that at least three comparisons repeat. */
  private static List<Together> together(List<Entry> entries, List<List<HistoryRow>> found) {
    Map<Common, List<Overhead>> overheads = new LinkedHashMap<>();
    Map<Common, List<String>> days = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      ComparisonResult result = entries.get(i).result();
      if (entries.subList(0, i).stream().anyMatch(e -> e.result().isSameAs(result))) {
        continue;
      }
      Map<String, String> circumstances = Differences.circumstances(result);
      for (HistoryRow row : found.get(i)) {
        if (row.isAnswer()) {
          Common common = new Common(row.subject(), row.metric(), circumstances);
          overheads.computeIfAbsent(common, c -> new ArrayList<>()).add(row.overhead());
          days.computeIfAbsent(common, c -> new ArrayList<>()).add(day(result));
        }
      }
    }
    List<Together> all = new ArrayList<>();
    overheads.forEach(
        (common, of) ->
            RepeatedComparisons.of(of)
                .ifPresent(
                    figure -> {
                      List<String> on = days.get(common);
                      all.add(new Together(common, figure, on.get(0), on.get(on.size() - 1)));
                    }));
    return all;
  }

  /**
   * The primary figures of comparisons that repeat one another, in a line; empty where fewer than
   * three do.
   */
  static Optional<String> togetherInWords(List<Entry> entries) {
    List<Entry> sorted = entries.stream().sorted(IN_TIME).toList();
    List<Together> all = together(sorted, rows(sorted));
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            all.stream()
                .map(
                    one ->
                        "%s %s %s (in the interval of %s)"
                            .formatted(
                                one.common().metric(),
                                Figures.change(one.figure().change().estimate()),
                                Figures.interval(
                                    one.figure().change().lower(), one.figure().change().upper()),
                                one.figure().containingOfAll()))
                .collect(Collectors.joining("; ")));
  }

  private static String day(ComparisonResult result) {
    return result.startedAt().replaceFirst("T.*", "");
  }

  private static Table repeated(List<Together> all) {
    return new Table(
        "together",
        "Comparisons that repeat one another: the same question, machine, versions and durations. The mean of their overheads with an interval of 95 % from the comparisons, which contains what differs between two times of the machine; and how many of their own intervals contain that mean. If that is fewer than nine in ten, quote the common interval.",
        List.of(
            Column.text("what"),
            Column.text("metric"),
            Column.text("from"),
            Column.text("to"),
            Column.number("together", ""),
            Column.text("own intervals that contain it")),
        all.stream()
            .map(
                one ->
                    List.of(
                        Table.Cell.text(one.common().subject()),
                        Table.Cell.text(one.common().metric()),
                        Table.Cell.text(one.from()),
                        Table.Cell.text(one.to()),
                        Table.Cell.difference(difference(one.figure().change())),
                        Table.Cell.text(one.figure().containingOfAll())))
            .toList());
  }

  private static Table.Difference difference(Interval change) {
    return new Table.Difference(change.estimate(), change.lower(), change.upper(), "", null);
  }

  private static Table table(
      List<Entry> entries, List<List<HistoryRow>> found, List<String> metrics) {
    List<Column> columns =
        new ArrayList<>(
            List.of(Column.text("date"), Column.text("directory"), Column.text("what")));
    metrics.forEach(metric -> columns.add(Column.number(metric, "")));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      Map<String, Map<String, Overhead>> bySubject = new LinkedHashMap<>();
      found
          .get(i)
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
                        Table.Cell.text(day(entry.result())),
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

  private static Chart chart(List<Entry> entries, List<List<HistoryRow>> found, String metric) {
    Map<String, List<Chart.Mark>> series = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      for (HistoryRow row : found.get(i)) {
        if (row.metric().equals(metric)) {
          series
              .computeIfAbsent(row.subject(), s -> new ArrayList<>())
              .add(PointFigures.mark(i, row.overhead()));
        }
      }
    }
    return new Chart.IntervalPlot(
        Ids.of("history", metric),
        metric,
        Chart.Axis.linear("overhead, %"),
        true,
        entries.stream().map(e -> day(e.result()) + " " + e.name()).toList(),
        series.entrySet().stream().map(e -> new Chart.Series(e.getKey(), e.getValue())).toList());
  }

  /** The warnings, the overheads of each comparison, and of those together that repeat another. */
  @Override
  public String json() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    List<List<HistoryRow>> found = rows(entries);
    for (int i = 0; i < entries.size(); i++) {
      for (HistoryRow row : found.get(i)) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("startedAt", entries.get(i).result().startedAt());
        one.put("directory", entries.get(i).name());
        one.put("what", row.subject());
        one.put("baseline", row.baseline());
        one.put("metric", row.metric());
        one.put("change", row.overhead().change());
        one.put("lower", row.overhead().lower());
        one.put("upper", row.overhead().upper());
        one.put("verdict", row.overhead().verdict());
        all.add(one);
      }
    }
    List<Map<String, Object>> repeated = new ArrayList<>();
    for (Together one : together(entries, found)) {
      Map<String, Object> figure = new LinkedHashMap<>();
      figure.put("what", one.common().subject());
      figure.put("metric", one.common().metric());
      figure.put("from", one.from());
      figure.put("to", one.to());
      figure.put("change", one.figure().change().estimate());
      figure.put("lower", one.figure().change().lower());
      figure.put("upper", one.figure().change().upper());
      figure.put("comparisons", one.figure().own().size());
      figure.put("intervalsContainingIt", one.figure().containing());
      repeated.add(figure);
    }
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("warnings", document.warnings());
    page.put("history", all);
    page.put("repeated", repeated);
    return Json.of(page);
  }
}
