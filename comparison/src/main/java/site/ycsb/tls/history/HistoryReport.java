package site.ycsb.tls.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
   * @param directory where its report is
   */
  public record Entry(String name, Path directory, ComparisonResult result) {
    /** One in the current directory, or in none. */
    Entry(String name, ComparisonResult result) {
      this(name, Path.of(name), result);
    }

    /** The comparison in a directory. */
    public static Entry of(Path directory, ComparisonResult result) {
      return new Entry(absolute(directory).getFileName().toString(), directory, result);
    }

    private static Path absolute(Path path) {
      return path.toAbsolutePath().normalize();
    }

    /** The path of its report as a link on a page in the folder. */
    private String report(Path folder) {
      return absolute(folder).relativize(absolute(directory)).resolve("report.html").toString();
    }

    /** The day on which it began: {@code 2026-11-20}. */
    String day() {
      return result.startedAt().replaceFirst("T.*", "");
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
   * A variant at a point of a comparison, in a line.
   *
   * @param place of the comparison among all, from 0
   * @param overheads its primary ones, by their metric
   * @param answers the metrics of those that can be repeated: not indicative, without a doubt, and
   *     not those of a copy
   */
  record Row(
      Entry entry,
      int place,
      String subject,
      Map<String, Overhead> overheads,
      Set<String> answers) {}

  /** The report of these comparisons, in any order, with links from the current directory. */
  public static HistoryReport of(List<Entry> comparisons) {
    return of(comparisons, Path.of(""));
  }

  /**
   * The same.
   *
   * @param folder that of the page, from which its links lead to the reports
   */
  public static HistoryReport of(List<Entry> comparisons, Path folder) {
    List<Entry> sorted = comparisons.stream().sorted(IN_TIME).toList();
    return new HistoryReport(sorted, page(sorted, folder));
  }

  private static Document page(List<Entry> entries, Path folder) {
    List<Block> blocks = new ArrayList<>();
    List<Row> rows = rows(entries);
    List<String> metrics =
        rows.stream().flatMap(row -> row.overheads().keySet().stream()).distinct().toList();
    metrics.forEach(metric -> blocks.add(chart(entries, rows, metric)));
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("comparisons", "Comparisons", List.of(table(rows, metrics, folder))));
    List<RepeatedComparisons> repeated = RepeatedComparisons.among(rows);
    if (!repeated.isEmpty()) {
      sections.add(
          new Section("repeated", "Repeated comparisons together", List.of(together(repeated))));
    }
    sections.add(new Section("plots", "Overheads", blocks));
    return new Document(
        "What TLS cost, from comparison to comparison",
        List.of(
            "%s, the earliest first. Overheads are relative to plain, or to the baseline that is named, on the same machine in the same minutes, so machines may differ."
                .formatted(Figures.count(entries.size(), "comparison"))),
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
    ComparisonResult.ofSeveralVersions(
            "They", entries.stream().flatMap(entry -> entry.result().toolVersions().stream()))
        .ifPresent(warnings::add);
    return warnings;
  }

  /**
   * Those of all entries. What was asked otherwise has another subject.
   *
   * @param entries the earliest first
   */
  static List<Row> rows(List<Entry> entries) {
    Set<Subject> subjects = new LinkedHashSet<>();
    for (Entry entry : entries) {
      ComparisonPlan plan = entry.result().plan();
      for (Point point : plan.points()) {
        plan.columns().forEach(v -> subjects.add(Subject.of(entry.result(), point, v)));
      }
    }
    Map<Subject, String> names =
        subjects.stream().collect(Collectors.toMap(Function.identity(), s -> s.among(subjects)));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      ComparisonResult result = entry.result();
      boolean copy = entries.subList(0, i).stream().anyMatch(e -> e.result().isSameAs(result));
      for (Point point : result.plan().points()) {
        for (Variant variant : result.plan().columns()) {
          Map<String, Overhead> overheads = new LinkedHashMap<>();
          Set<String> answers = new LinkedHashSet<>();
          for (Cell cell : result.cells(point, variant)) {
            if (cell.overhead() != null && cell.overhead().primary()) {
              overheads.put(cell.metric(), cell.overhead());
              if (!copy && isAnswer(result, point, variant, cell)) {
                answers.add(cell.metric());
              }
            }
          }
          if (!overheads.isEmpty()) {
            String subject = names.get(Subject.of(result, point, variant));
            rows.add(new Row(entry, i, subject, overheads, answers));
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

  private static Table together(List<RepeatedComparisons> all) {
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
                        Table.Cell.text(one.first().subject()),
                        Table.Cell.text(one.metric()),
                        Table.Cell.text(one.first().entry().day()),
                        Table.Cell.text(one.last().entry().day()),
                        Table.Cell.difference(difference(one.change())),
                        Table.Cell.text(one.containingOfAll())))
            .toList());
  }

  private static Table.Difference difference(Interval change) {
    return new Table.Difference(change.estimate(), change.lower(), change.upper(), "", null);
  }

  private static Table table(List<Row> found, List<String> metrics, Path folder) {
    List<Column> columns =
        new ArrayList<>(
            List.of(Column.text("date"), Column.text("directory"), Column.text("what")));
    metrics.forEach(metric -> columns.add(Column.number(metric, "")));
    // Whole runs in few blocks have no interval of 95 %: beside others, each row says its level.
    boolean low = intervals(found).anyMatch(overhead -> !overhead.interval().reachesLevel());
    if (low) {
      columns.add(Column.text("level"));
    }
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Row one : found) {
      List<Table.Cell> row =
          new ArrayList<>(
              List.of(
                  Table.Cell.text(one.entry().day()),
                  Table.Cell.link(one.entry().name(), one.entry().report(folder)),
                  Table.Cell.text(one.subject())));
      metrics.forEach(
          metric ->
              row.add(
                  one.overheads().containsKey(metric)
                      ? Table.Cell.difference(PointFigures.difference(one.overheads().get(metric)))
                      : Table.Cell.none()));
      if (low) {
        List<Row> alone = List.of(one);
        row.add(
            intervals(alone).findAny().isEmpty()
                ? Table.Cell.none()
                : Table.Cell.text(PointFigures.level(intervals(alone))));
      }
      rows.add(row);
    }
    return new Table(
        "history",
        "Overhead with its interval of %s and verdict; primary metrics."
            .formatted(PointFigures.level(intervals(found))),
        columns,
        rows);
  }

  /** The overheads that have one. */
  private static Stream<Overhead> intervals(List<Row> rows) {
    return rows.stream()
        .flatMap(row -> row.overheads().values().stream())
        .filter(Overhead::hasInterval);
  }

  private static Chart chart(List<Entry> entries, List<Row> rows, String metric) {
    Map<String, List<Chart.Mark>> series = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.overheads().containsKey(metric)) {
        series
            .computeIfAbsent(row.subject(), s -> new ArrayList<>())
            .add(PointFigures.mark(row.place(), row.overheads().get(metric)));
      }
    }
    return new Chart.IntervalPlot(
        Ids.of("history", metric),
        metric,
        "overhead, %",
        entries.stream().map(entry -> entry.day() + " " + entry.name()).toList(),
        series.entrySet().stream().map(e -> new Chart.Series(e.getKey(), e.getValue())).toList());
  }

  /** The warnings, the overheads of each comparison, and of those together that repeat another. */
  @Override
  public String json() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    List<Row> rows = rows(entries);
    for (Row row : rows) {
      ComparisonResult result = row.entry().result();
      row.overheads()
          .forEach(
              (metric, overhead) -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("startedAt", result.startedAt());
                one.put("directory", row.entry().name());
                one.put("what", row.subject());
                one.put("baseline", result.plan().baseline().name());
                one.put("metric", metric);
                one.put("change", overhead.change());
                one.put("lower", overhead.lower());
                one.put("upper", overhead.upper());
                one.put("confidence", overhead.confidence());
                one.put("verdict", overhead.verdict());
                all.add(one);
              });
    }
    List<Map<String, Object>> repeated = new ArrayList<>();
    for (RepeatedComparisons one : RepeatedComparisons.among(rows)) {
      Map<String, Object> figure = new LinkedHashMap<>();
      figure.put("what", one.first().subject());
      figure.put("metric", one.metric());
      figure.put("from", one.first().entry().day());
      figure.put("to", one.last().entry().day());
      figure.put("change", one.change().estimate());
      figure.put("lower", one.change().lower());
      figure.put("upper", one.change().upper());
      figure.put("comparisons", one.rows().size());
      figure.put("intervalsContainingIt", one.containing());
      repeated.add(figure);
    }
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("warnings", document.warnings());
    page.put("history", all);
    page.put("repeated", repeated);
    return Json.of(page);
  }
}
