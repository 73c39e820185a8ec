package site.ycsb.tls.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.page.RandomComparisons;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.history.GateReports.Judgement;
import site.ycsb.tls.history.GateReports.Outcome;

/** What is worse never passes where what is better did not, and no limit is stricter than less. */
class RandomGatesTest {
  private static final List<List<String>> METRICS =
      List.of(List.of(), List.of("throughput"), List.of("READ p95", "server CPU"));

  @TempDir private static Path directory;
  private static RandomComparisons comparisons;

  @BeforeAll
  static void fabricate() throws Exception {
    comparisons = new RandomComparisons(directory.resolve("whole"));
  }

  /** Of the same comparison with variants that cost more, by this factor. */
  private static ComparisonResult worse(ComparisonResult result, double factor) {
    String baseline = result.plan().baseline().id();
    return FabricatedComparison.changed(
            result,
            run -> {
              Map<String, Double> figures = new LinkedHashMap<>(run.figures());
              figures.replaceAll(
                  (metric, figure) ->
                      run.variant().equals(baseline)
                          ? figure
                          : Metric.ofKey(metric).moreIsBetter()
                              ? figure / factor
                              : figure * factor);
              return run.withFacts(run.facts().with().figures(figures).build());
            })
        .analysedAgain();
  }

  /** Near the end of an interval, or anywhere. */
  private static double limit(SplittableRandom random, ComparisonResult result) {
    List<Cell> cells = result.cells().stream().filter(cell -> cell.overhead() != null).toList();
    Cell cell = RandomCases.one(random, cells);
    double end = random.nextBoolean() ? cell.overhead().upper() : cell.overhead().lower();
    double near = Metric.ofKey(cell.metric()).moreIsBetter() ? -end : end;
    return random.nextBoolean()
        ? Math.max(0, near * (1 + 0.01 * random.nextGaussian()))
        : RandomCases.magnitude(random, 1e-3, 10);
  }

  private static int severity(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> 0;
      case ERROR, SKIPPED -> 1;
      case FAILURE -> 2;
    };
  }

  /** That each figure is judged, and none better than before. */
  private static void assertNotBetter(List<Judgement> after, List<Judgement> before) {
    Map<String, Judgement> byName =
        before.stream().collect(Collectors.toMap(Judgement::name, Function.identity()));
    assertThat(after).hasSameSizeAs(before).isNotEmpty();
    for (Judgement judgement : after) {
      assertThat(severity(judgement.outcome()))
          .as("%s; before: %s", judgement, byName.get(judgement.name()))
          .isGreaterThanOrEqualTo(severity(byName.get(judgement.name()).outcome()));
    }
  }

  @Test
  void whatCostsMoreIsNeverJudgedBetter() throws Exception {
    RandomCases.check(
        100,
        1,
        (random, size) -> {
          ComparisonResult result = comparisons.next(random);
          Gate gate =
              new Gate(
                  limit(random, result), RandomCases.one(random, METRICS), random.nextBoolean());
          double factor = 1 + RandomCases.magnitude(random, 1e-4, 3);

          assertNotBetter(gate.overheads(worse(result, factor)), gate.overheads(result));
        });
  }

  @Test
  void aHigherLimitIsNeverStricter() throws Exception {
    RandomCases.check(
        100,
        1,
        (random, size) -> {
          ComparisonResult result = comparisons.next(random);
          double limit = limit(random, result);
          List<String> metrics = RandomCases.one(random, METRICS);
          double higher = limit + RandomCases.magnitude(random, 1e-6, 1);

          List<Judgement> strict = new Gate(limit, metrics, false).overheads(result);
          assertNotBetter(strict, new Gate(higher, metrics, false).overheads(result));
          List<Judgement> lenient = new Gate(limit, metrics, true).overheads(result);
          for (int i = 0; i < strict.size(); i++) {
            Outcome outcome = strict.get(i).outcome();
            assertThat(lenient.get(i).outcome())
                .isEqualTo(outcome == Outcome.ERROR ? Outcome.SKIPPED : outcome);
          }
        });
  }

  @Test
  void growthIsJudgedByBothAndNothingHasGrownBesideItself() throws Exception {
    RandomCases.check(
        60,
        1,
        (random, size) -> {
          ComparisonResult first = comparisons.next(random);
          ComparisonResult second = comparisons.next(random);
          Gate gate =
              new Gate(
                  RandomCases.magnitude(random, 1e-3, 3),
                  RandomCases.one(random, METRICS),
                  random.nextBoolean());
          double factor = 1 + RandomCases.magnitude(random, 1e-4, 3);

          List<Judgement> judged = gate.changes(first, second);
          assertNotBetter(gate.changes(first, worse(second, factor)), judged);
          assertNotBetter(judged, gate.changes(worse(first, factor), second));
          assertThat(gate.changes(first, first))
              .extracting(Judgement::outcome)
              .doesNotContain(Outcome.FAILURE);
        });
  }

  @Test
  void reportsAreReadBackAsTheyWereWritten() throws Exception {
    RandomCases.check(
        40,
        8,
        (random, size) -> {
          List<Judgement> judgements = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            judgements.add(
                new Judgement(
                    text(random), text(random), RandomCases.one(random, Outcome.values())));
          }
          String suite = text(random);
          String junit = GateReports.junit(suite, judgements, List.of(text(random)));
          Document xml =
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .parse(new InputSource(new StringReader(junit)));
          assertThat(xml.getDocumentElement().getAttribute("name")).isEqualTo(suite);
          NodeList cases = xml.getElementsByTagName("testcase");
          assertThat(cases.getLength()).isEqualTo(size);
          for (int i = 0; i < size; i++) {
            Judgement judgement = judgements.get(i);
            Element testCase = (Element) cases.item(i);
            assertThat(testCase.getAttribute("name")).isEqualTo(judgement.name());
            Element outcome = (Element) testCase.getFirstChild();
            assertThat(
                    judgement.outcome() == Outcome.PASSED
                        ? outcome.getTextContent()
                        : outcome.getAttribute("message"))
                .isEqualTo(judgement.line());
          }

          Path summary = directory.resolve("summary.md");
          Files.deleteIfExists(summary);
          GateReports.appendSummary(summary, suite, judgements, List.of());
          List<String> rows =
              Files.readAllLines(summary).stream().filter(line -> line.startsWith("| ")).toList();
          assertThat(rows).hasSize(2 + size);
          for (int i = 0; i < size; i++) {
            assertThat(firstCell(rows.get(2 + i))).isEqualTo(judgements.get(i).line());
          }
        });
  }

  private static String text(SplittableRandom random) {
    return RandomCases.text(random, "ab Z09_-.:,;|&<>\"'`=+@\\%#[]]>µ–€😀", 1, 20).strip() + "x";
  }

  /** As GitHub's Markdown splits rows: a backslash takes the meaning from what follows it. */
  private static String firstCell(String row) {
    StringBuilder cell = new StringBuilder();
    int at = 2;
    while (row.charAt(at) != '|') {
      at += row.charAt(at) == '\\' ? 1 : 0;
      cell.append(row.charAt(at++));
    }
    return cell.substring(0, cell.length() - 1).replace("&lt;", "<").replace("&amp;", "&");
  }
}
