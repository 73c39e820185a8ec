package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.page.LatexPage;
import site.ycsb.tls.document.page.MarkdownPage;
import site.ycsb.tls.servers.Variant;

/**
 * A report says the same of a cell wherever it says it, and no more of intervals than they have.
 */
class RandomReportsTest {
  private static final Pattern LEVELS = Pattern.compile("intervals? of ([0-9.% or]+ %)");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path directory;
  private static RandomComparisons comparisons;

  @BeforeAll
  static void fabricate() throws Exception {
    comparisons = new RandomComparisons(directory.resolve("whole"));
  }

  private static Report report(ComparisonResult result) throws Exception {
    return Report.of(result, directory.resolve("nothing"));
  }

  private static Point point(ComparisonResult result) {
    return result.plan().points().get(0);
  }

  /** What is shown of each overhead, with the name of its metric. */
  private interface Shown {
    void in(Variant variant, Metric metric, Overhead overhead) throws Exception;
  }

  private static void forEach(ComparisonResult result, Shown shown) throws Exception {
    for (Variant variant : result.plan().others()) {
      for (Metric metric : result.metrics(point(result))) {
        Optional<Overhead> overhead = result.overhead(point(result), variant, metric);
        if (overhead.isPresent()) {
          shown.in(variant, metric, overhead.get());
        }
      }
    }
  }

  private static String change(Overhead overhead) {
    return Figures.change(overhead.change());
  }

  /** Of whole runs in a single block there is none. */
  private static String interval(Overhead overhead) {
    return overhead.hasInterval() ? Figures.interval(overhead.lower(), overhead.upper()) : "";
  }

  @Test
  void aCellIsTheSameInEachFormat() throws Exception {
    RandomCases.check(
        10,
        1,
        (random, size) -> {
          ComparisonResult result = comparisons.next(random);
          Report report = report(result);
          String text = report.text();
          List<String> markdown =
              MarkdownPage.of(report.document()).replace("\\", "").lines().toList();
          List<String> html = htmlRows(report.html());
          String latex = LatexPage.of(report.document()).replaceAll("[$\\\\]", "");
          List<Map<String, String>> csv = csv(report.csv());
          JsonNode json = JSON.readTree(report.json()).path("cells");

          forEach(
              result,
              (variant, metric, overhead) -> {
                String name = metric.key() + ", " + metric.kind().unit();
                String verdict = overhead.verdict().label();
                String figures =
                    (change(overhead) + " " + interval(overhead)).strip() + " " + verdict;
                assertThat(text).contains(change(overhead)).contains(interval(overhead));
                assertThat(markdown)
                    .as(name + ": " + figures)
                    .anyMatch(line -> line.contains(name) && line.contains(figures));
                assertThat(html)
                    .as(name + ": " + figures)
                    .anyMatch(
                        row ->
                            row.contains(name)
                                && row.contains(change(overhead) + interval(overhead) + verdict));
                assertThat(latex).contains(change(overhead));
                assertThat(latex).contains(interval(overhead) + " " + verdict);

                Map<String, String> row = row(csv, variant, metric);
                assertSix(row.get("overhead_percent"), 100 * overhead.change());
                if (overhead.hasInterval()) {
                  assertSix(row.get("lower_percent"), 100 * overhead.lower());
                  assertSix(row.get("upper_percent"), 100 * overhead.upper());
                } else {
                  assertThat(List.of("lower_percent", "upper_percent", "difference_upper"))
                      .allMatch(column -> row.get(column).isEmpty());
                }
                assertSix(row.get("difference"), overhead.difference().estimate());
                assertThat(row.get("verdict")).isEqualTo(verdict);

                assertThat(cell(json, variant, metric).path("notKnown").textValue())
                    .isEqualTo(row.get("not_known"))
                    .matches(w -> w.isEmpty() == result.isKnown(point(result), variant, metric));
                JsonNode cell = cell(json, variant, metric).path("overhead");
                assertThat(cell.path("change").doubleValue()).isEqualTo(overhead.change());
                assertThat(cell.path("lower").doubleValue()).isEqualTo(overhead.lower());
                assertThat(cell.path("upper").doubleValue()).isEqualTo(overhead.upper());
                assertThat(cell.path("verdict").textValue()).isEqualTo(overhead.verdict().name());
              });
          for (Cell cell : result.cells()) {
            Variant variant =
                result.plan().columns().stream()
                    .filter(each -> each.id().equals(cell.variant()))
                    .findFirst()
                    .orElseThrow();
            Metric metric = Metric.ofKey(cell.metric());
            assertSix(row(csv, variant, metric).get("median"), cell.median());
            assertThat(cell(json, variant, metric).path("medianOfRuns").doubleValue())
                .isEqualTo(cell.median());
          }
        });
  }

  /** The text of each row, its tags left out. */
  private static List<String> htmlRows(String html) {
    return Pattern.compile("<tr>(.*?)</tr>", Pattern.DOTALL)
        .matcher(html)
        .results()
        .map(row -> row.group(1).replaceAll("<[^>]*>", "").replace('\u00a0', ' '))
        .toList();
  }

  private static List<Map<String, String>> csv(String csv) {
    List<String[]> lines = csv.lines().map(line -> line.split(",", -1)).toList();
    List<Map<String, String>> rows = new ArrayList<>();
    for (String[] line : lines.subList(1, lines.size())) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < line.length; i++) {
        row.put(lines.get(0)[i], line[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static Map<String, String> row(
      List<Map<String, String>> csv, Variant variant, Metric metric) {
    return csv.stream()
        .filter(row -> row.get("variant").equals(variant.name()))
        .filter(row -> row.get("metric").equals(metric.key()))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode cell(JsonNode cells, Variant variant, Metric metric) {
    for (JsonNode cell : cells) {
      if (cell.path("variant").textValue().equals(variant.name())
          && cell.path("metric").textValue().equals(metric.key())) {
        return cell;
      }
    }
    throw new AssertionError(variant.name() + ", " + metric.key() + " is not in " + cells);
  }

  private static void assertSix(String digits, double exact) {
    assertThat(Double.parseDouble(digits)).isCloseTo(exact, within(6e-6 * Math.abs(exact)));
  }

  /** A reader takes all intervals of a table for what its caption says. */
  @Test
  void noCaptionClaimsMoreThanAnIntervalHas() throws Exception {
    RandomCases.check(
        15,
        1,
        (random, size) -> {
          ComparisonResult result = comparisons.next(random);
          Document document = report(result).document();
          List<Overhead> all = new ArrayList<>();
          forEach(result, (variant, metric, overhead) -> all.add(overhead));
          for (Table table : document.tables()) {
            Optional<List<String>> said = levels(table.caption());
            if (said.isPresent()) {
              table.rows().stream()
                  .flatMap(List::stream)
                  .map(Table.Cell::difference)
                  .filter(difference -> difference != null && difference.lower() != null)
                  .forEach(
                      difference ->
                          assertThat(all)
                              .filteredOn(o -> o.change() == difference.change())
                              .as(table.caption())
                              .anyMatch(o -> said.get().contains(Figures.level(o.confidence()))));
            }
          }
          document
              .charts()
              .forEach(
                  chart ->
                      levels(chart.title())
                          .ifPresent(
                              said ->
                                  assertThat(all)
                                      .as(chart.title())
                                      .allMatch(
                                          o -> said.contains(Figures.level(o.confidence())))));
        });
  }

  private static Optional<List<String>> levels(String caption) {
    return LEVELS
        .matcher(caption)
        .results()
        .map(found -> List.of(found.group(1).split(" or ", -1)))
        .findFirst();
  }

  @Test
  void aSentenceSaysWhatTheTableSays() throws Exception {
    RandomCases.check(
        15,
        1,
        (random, size) -> {
          ComparisonResult result = comparisons.next(random);
          Document document = report(result).document();
          for (Variant variant : result.plan().others()) {
            String said =
                document.answers().stream()
                    .filter(answer -> answer.subject().equals(variant.name()))
                    .map(Document.Answer::text)
                    .findFirst()
                    .orElseThrow();
            answered(result)
                .forEach(
                    metric ->
                        result
                            .overhead(point(result), variant, metric)
                            .ifPresent(
                                overhead ->
                                    assertSaid(
                                        said,
                                        metric,
                                        overhead,
                                        result.isKnown(point(result), variant, metric))));
          }
          List<Metric> metrics = answered(result).toList();
          for (int i = 0; i < metrics.size(); i++) {
            assertTile(result, metrics.get(i), document.tiles().get(i));
          }
        });
  }

  private static Stream<Metric> answered(ComparisonResult result) {
    return Stream.of(Metric.SERVER_CPU, Metric.CLIENT_CPU, result.primaryMetric(point(result)));
  }

  private static void assertSaid(String said, Metric metric, Overhead overhead, boolean known) {
    String range = Figures.range(overhead.lower(), overhead.upper());
    if (!known) {
      assertThat(said)
          .contains(
              Effect.name(metric)
                  + (overhead.hasInterval()
                      ? " between " + range.replace(" to ", " and ")
                      : " " + change(overhead) + " in a single block"));
      return;
    }
    switch (overhead.verdict()) {
      case OVERHEAD, GAIN, INDICATIVE ->
          assertThat(said)
              .contains(Figures.percent(overhead.change()))
              .contains("(" + Figures.unsignedRange(overhead.lower(), overhead.upper()) + ")")
              .containsPattern(overhead.change() < 0 ? "less|falls|lowers" : "more|rises|raises");
      case EQUIVALENT, INCONCLUSIVE ->
          assertThat(said)
              .contains("%s (%s, %s)".formatted(Effect.name(metric), change(overhead), range));
    }
  }

  private static void assertTile(ComparisonResult result, Metric metric, Document.Tile tile) {
    List<Overhead> known =
        result.plan().others().stream()
            .filter(variant -> result.isKnown(point(result), variant, metric))
            .flatMap(variant -> result.overhead(point(result), variant, metric).stream())
            .sorted(Comparator.comparing(Overhead::change))
            .toList();
    String least = known.isEmpty() ? "" : change(known.get(0));
    String most = known.isEmpty() ? "" : change(known.get(known.size() - 1));
    assertThat(tile.value())
        .isEqualTo(
            switch (known.size()) {
              case 0 -> "not known yet";
              case 1 -> least;
              default -> least.replace(" %", "") + " to " + most;
            });
    boolean none = tile.verdict().isEmpty() || tile.verdict().equals("unknown");
    assertThat(none || known.stream().allMatch(o -> o.verdict().label().equals(tile.verdict())))
        .as(tile.verdict())
        .isTrue();
  }
}
