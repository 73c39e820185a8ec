package site.ycsb.tls.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;

class ResultsFolderTest {
  private static final Map<String, String> SAME = Map.of();

  @TempDir private Path directory;

  /** No two comparisons of the user's have the same start and the same seed. */
  private int seed;

  @Test
  void saysWhatChangedSinceTheLastComparisonOfTheSamePlan() throws Exception {
    made("1", 0.5, SAME);
    made("2-other-plan", 0.1, Map.of("fieldlength", "7"));
    ComparisonResult dearer = made("3", 1.0, SAME);

    assertThat(folder().sinceLastTime(dearer).orElseThrow())
        .startsWith("Since last time (1): ")
        .containsPattern(
            "client CPU \\(TLS_AES_256_GCM_SHA384 RSA-2048\\) is worse: overhead \\+[45]\\d\\.\\d % then, \\+(9|10)\\d\\.\\d % now;")
        .doesNotContain("\n");

    ComparisonResult same = made("4", 1.0, SAME);
    assertThat(folder().sinceLastTime(same))
        .contains("Since last time (3): no significant change in any of 12 primary figures.");
  }

  /** Each start of the server is another process. */
  @Test
  void thePlanIsTheSameWithAnotherProcessOfTheServer() throws Exception {
    made("1", 0.5, Map.of("server.pid", "4711"));
    ComparisonResult second = made("2", 0.5, Map.of("server.pid", "4712"));

    assertThat(folder().sinceLastTime(second))
        .hasValueSatisfying(line -> assertThat(line).startsWith("Since last time (1): "));
  }

  @Test
  void theFirstOfItsPlanHasNoLastTime() throws Exception {
    ComparisonResult first = made("1", 0.5, SAME);
    Files.writeString(
        Files.createDirectory(directory.resolve("0-damaged")).resolve("comparison.json"), "{");

    assertThat(folder().sinceLastTime(first)).isEmpty();
  }

  @Test
  void aCopyOfItIsNoLastTime() throws Exception {
    ComparisonResult first = made("1", 0.5, SAME);
    Files.move(directory.resolve("1"), directory.resolve("0-copy"));

    assertThat(folder().sinceLastTime(first)).isEmpty();
  }

  @Test
  void saysIfAnotherVersionOfThisProgramMadeTheLastOne() throws Exception {
    made("1", 0.5, SAME);
    Path file = directory.resolve("1/comparison.json");
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.toolVersion = "0.2";
    ComparisonResult second =
        FabricatedComparison.of(
            directory.resolve("2"), runs, runs, SAME, Schedule.wholeRuns(++seed).withBlocks(7));

    assertThat(folder().sinceLastTime(second).orElseThrow())
        .startsWith("Since last time (1, by version 0.1): ");
    String written = Files.readString(file);
    Files.writeString(file, written.replaceAll(",\\s*\"toolVersion\" : \"0.1\"", ""));
    assertThat(Files.readString(file)).isNotEqualTo(written).doesNotContain("toolVersion");
    assertThat(folder().sinceLastTime(second).orElseThrow())
        .startsWith("Since last time (1, by an earlier version): ");
  }

  /** What changed may be Java's, and not that of what was measured. */
  @Test
  void saysWhatElseDiffersFromTheLastTime() throws Exception {
    made("1", 0.5, SAME);
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.javaOf = request -> "25.0.1";
    ComparisonResult second =
        FabricatedComparison.of(
            directory.resolve("2"), runs, runs, SAME, Schedule.wholeRuns(++seed).withBlocks(7));

    assertThat(folder().sinceLastTime(second).orElseThrow())
        .endsWith(
            "figures. They differ in 1 thing, and the figures do not say which one it is: Java: 17.0.15 / 25.0.1.");
  }

  @Test
  void aFigureThatOnlyOneOfTheTwoHasIsNotPassedOver() throws Exception {
    made("1", 0.5, SAME);
    ComparisonResult second =
        FabricatedComparison.changed(
            made("2", 0.5, SAME), ResultsFolderTest::withoutTheClientsCpuTime);

    assertThat(folder().sinceLastTime(second.analysedAgain()).orElseThrow())
        .containsPattern(
            "no significant change in any of \\d primary figures;"
                + " \\d primary figures not compared, which one of the two comparisons does not have in all runs\\.");
  }

  private static RunRecord withoutTheClientsCpuTime(RunRecord run) {
    Map<String, Double> others = new LinkedHashMap<>(run.figures());
    others.remove(Metric.CLIENT_CPU.key());
    return run.withFacts(run.facts().withFigures(others));
  }

  @Test
  void fewBlocksDoNotSayWhatChanged() throws Exception {
    Schedule few = Schedule.quickWholeRuns(1).withBlocks(3);
    FabricatedComparison.of(directory.resolve("1"), 0.5, SAME, few);
    ComparisonResult second =
        FabricatedComparison.of(directory.resolve("2"), 0.5, SAME, few.withSeed(2));

    assertThat(folder().sinceLastTime(second))
        .contains("Since last time (1): too few or too short runs to say what changed.");
  }

  /** Of the second point, the second comparison has two blocks of seven. */
  @Test
  void figuresThatCannotBeJudgedAreNotSaidToBeUnchanged() throws Exception {
    Schedule seven = Schedule.wholeRuns(1).withBlocks(7);
    FabricatedComparison.of(directory.resolve("1"), seven, "threadcount=1,2");
    ComparisonResult whole =
        FabricatedComparison.of(directory.resolve("2"), seven.withSeed(2), "threadcount=1,2");
    String point = whole.plan().points().get(1).id();
    ComparisonResult second =
        whole
            .withRuns(
                whole.runs().stream()
                    .filter(run -> run.block() <= 2 || !run.point().equals(point))
                    .toList())
            .analysedAgain();

    assertThat(folder().sinceLastTime(second))
        .contains(
            "Since last time (1): no significant change in any of 12 primary figures;"
                + " too few or too short runs to judge 12 other primary figures.");
  }

  @Test
  void figuresOfCodeThatWasStillBeingCompiledAreNotSaidToBeUnchanged() throws Exception {
    made("1", 0.5, SAME);
    ComparisonResult warm = made("2", 0.5, SAME);
    ComparisonResult cold = FabricatedComparison.changed(warm, run -> run.withCpuTrend(-0.2));

    assertThat(folder().sinceLastTime(cold))
        .contains(
            "Since last time (1): 12 primary figures not known, as one of the two comparisons does not judge it (its report says why).");
  }

  @Test
  void itsIndexLeadsToTheReports() throws Exception {
    made("1", 0.5, SAME);
    made("2", 0.5, SAME);

    folder().writeIndex();

    assertThat(Files.readString(directory.resolve("index.html")))
        .contains("href=\"1/report.html\"", "href=\"2/report.html\"")
        .hasSizeLessThan(150_000);
  }

  @Test
  void aDirectoryMayHaveAnyName() throws Exception {
    made("mongodb:before #1", 0.5, SAME);
    ComparisonResult second = made("2", 0.5, SAME);

    folder().writeIndex();

    assertThat(Files.readString(directory.resolve("index.html")))
        .contains("href=\"./mongodb:before%20%231/report.html\"");
    assertThat(folder().sinceLastTime(second).orElseThrow())
        .startsWith("Since last time (mongodb:before #1): ");
  }

  /** Their common interval contains what differs between two times of the machine. */
  @Test
  void threeComparisonsThatRepeatOneAnotherHaveACommonInterval() throws Exception {
    ComparisonResult first = oneVariant(made("1", 0.2, SAME));
    ComparisonResult second = oneVariant(made("2", 0.3, SAME));
    ComparisonResult third = oneVariant(made("3", 0.4, SAME));
    ComparisonResult other = oneVariant(made("4", 9, Map.of("fieldlength", "7")));

    assertThat(togetherInWords(first, second)).isEmpty();
    assertThat(togetherInWords(first, second, second)).as("a copy is no repetition").isEmpty();
    assertThat(togetherInWords(first, second, other)).as("another question").isEmpty();
    assertThat(togetherInWords(first, second, third))
        .isEqualTo(togetherInWords(other, third, first, second))
        .containsPattern("client CPU \\+\\d.*% \\[.*\\] \\(in the interval of [123] of 3\\)");
    JsonNode repeated = new ObjectMapper().readTree(json(first, second, third)).get("repeated");
    assertThat(repeated).isNotEmpty();
    for (JsonNode figure : repeated) {
      Metric metric = Metric.ofKey(figure.get("metric").asText());
      double[] logs =
          Stream.of(first, second, third)
              .map(r -> r.overhead(r.plan().variants().get(0).name(), metric).orElseThrow())
              .mapToDouble(overhead -> Math.log1p(overhead.change()))
              .toArray();
      Interval common = PairedT.interval(logs, 0.95).asChange();
      assertThat(figure.get("comparisons").asInt()).isEqualTo(3);
      assertThat(figure.get("lower").asDouble()).isCloseTo(common.lower(), within(1e-9));
      assertThat(figure.get("upper").asDouble()).isCloseTo(common.upper(), within(1e-9));
    }
  }

  @Test
  void theThirdOfItsKindIsToldTogetherWithTheOthers() throws Exception {
    Map<String, String> one = Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048");
    made("1", 0.2, one);
    assertThat(folder().together(made("2", 0.3, one))).as("two are too few").isEmpty();

    assertThat(folder().together(made("3", 0.4, one)).orElseThrow())
        .startsWith("Together with the earlier comparisons here that it repeats, 3 in all: ")
        .contains("client CPU +")
        .doesNotContain("\n");
    assertThat(folder().together(made("4", 0.4, SAME))).as("several variants").isEmpty();
  }

  /** Each start of a test server has another port, and each seed another order of runs. */
  @Test
  void anotherStartOfTheServerAndAnotherOrderAreNoOtherCircumstances() throws Exception {
    ComparisonResult result = made("1", 0.5, SAME);
    Map<String, String> one = Differences.circumstances(onServer(result, "4711", false));

    assertThat(one).containsEntry("serverNegotiated", "TLS and no TLS");
    assertThat(Differences.circumstances(onServer(result, "4712", true))).isEqualTo(one);
  }

  private static ComparisonResult onServer(ComparisonResult result, String port, boolean reverse) {
    List<RunRecord> runs = new ArrayList<>();
    for (RunRecord run : result.runs()) {
      boolean plain = run.variant().equals(result.plan().baseline().id());
      Map<String, String> server =
          Map.of(
              "endpoint", "localhost:" + port,
              "serverData", port + " bytes in tables",
              "serverNegotiated", plain ? "no TLS" : "TLS");
      runs.add(run.withFacts(run.facts().withServer(server)));
    }
    if (reverse) {
      Collections.reverse(runs);
    }
    return result.with().runs(runs).build();
  }

  private ResultsFolder folder() throws Exception {
    return ResultsFolder.read(directory);
  }

  private static String togetherInWords(ComparisonResult... results) {
    return RepeatedComparisons.among(
            HistoryReport.rows(HistoryReport.of(entries(results)).entries()))
        .stream()
        .map(RepeatedComparisons::inWords)
        .collect(Collectors.joining("; "));
  }

  private static String json(ComparisonResult... results) throws Exception {
    return HistoryReport.of(entries(results)).json();
  }

  private static List<HistoryReport.Entry> entries(ComparisonResult... results) {
    return Stream.of(results).map(r -> new HistoryReport.Entry(r.startedAt(), r)).toList();
  }

  private static ComparisonResult oneVariant(ComparisonResult result) {
    return result
        .with()
        .plan(result.plan().with().variants(result.plan().variants().subList(0, 1)).build())
        .build()
        .analysedAgain();
  }

  private ComparisonResult made(String name, double overhead, Map<String, String> more)
      throws Exception {
    return FabricatedComparison.of(
        directory.resolve(name), overhead, more, Schedule.wholeRuns(++seed).withBlocks(7));
  }
}
