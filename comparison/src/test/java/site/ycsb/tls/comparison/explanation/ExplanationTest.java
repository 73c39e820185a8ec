package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.document.page.CsvTable;
import site.ycsb.tls.document.page.HtmlPage;
import site.ycsb.tls.document.page.TextPage;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

class ExplanationTest {
  private static final String WAITING = "site.ycsb.tls.engine.worker.Pace.";
  private static final CollapsedStacks DRIVER =
      new CollapsedStacks(Map.of("com.example.Driver.read", 1000L));

  @TempDir private Path directory;

  @Test
  void takesTheDifferenceApartByWhatWasExecuted() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();

    assertThat(client.rows())
        .extracting(Breakdown.Row::category)
        .containsExactly(CostCategory.CIPHER, CostCategory.SYSTEM_CALLS, CostCategory.DRIVER);
    assertThat(client.rows().get(0).amount().baseline()).isZero();
    assertThat(client.rows().get(0).amount().variant()).isCloseTo(2, within(0.01));
    assertThat(client.rows().get(1).amount().difference().estimate()).isCloseTo(2, within(0.01));
    assertThat(client.rows().get(2).amount().difference().estimate()).isCloseTo(0, within(0.01));
    assertThat(
            client.rows().stream().mapToDouble(row -> row.amount().difference().estimate()).sum())
        .isCloseTo(client.sum().difference().estimate(), within(1e-9));
    assertThat(client.agrees()).contains(true);
  }

  @Test
  void aRowOfFewSamplesHasAWiderIntervalThanItsSizeSays() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();
    Interval cipher = client.rows().get(0).amount().difference();
    Interval sum = client.sum().difference();
    assertThat(cipher.halfWidth() / cipher.estimate())
        .isGreaterThan(1.96 / Math.sqrt(3 * 200.0))
        .isLessThan(1);
    assertThat(sum.halfWidth()).isPositive();
  }

  @Test
  void compilersAreLeftOutAndCounted() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();
    assertThat(client.variantProfile().compilers()).isEqualTo(3 * 77);
    assertThat(client.variantProfile().stacks().samples().keySet())
        .noneMatch(stack -> stack.contains("C2Compiler"));
  }

  /** The figure is without it: spread over its samples, half of the driver would be harness. */
  @Test
  void spinningForATargetIsLeftOutAndCounted() throws Exception {
    CollapsedStacks stacks =
        new CollapsedStacks(
            Map.of(
                "com.example.Driver.read",
                1000L,
                WAITING + "await;" + WAITING + "spinUntil;java.lang.System.nanoTime",
                1000L,
                RecordedSamples.COMPILERS + ";C2Compiler::compile_method",
                10L));

    Breakdown made = breakdown(stacks, 1);

    assertThat(made.rows())
        .extracting(Breakdown.Row::category)
        .containsExactly(CostCategory.DRIVER);
    assertThat(made.rows().get(0).amount().baseline()).isCloseTo(20, within(1e-9));
    assertThat(made.baselineProfile().stacks().count()).isEqualTo(1000);
    assertThat(made.baselineProfile().spinning()).isEqualTo(1000);
    assertThat(made.baselineProfile().compilers()).isEqualTo(10);
    assertThat(html(new Explanation(List.of(made), List.of(), List.of())))
        .contains("(and 10 of just-in-time compilers and 1,000 of threads that waited");
  }

  @Test
  void rowsThatDoNotAddUpToTheComparisonAreSaidNotTo() throws Exception {
    Explanation explanation = read(1, 9);
    assertThat(explanation.breakdown(tls(), Side.CLIENT).orElseThrow().agrees()).contains(false);
    assertThat(text(explanation)).contains("do not agree within their intervals");
    assertThat(text(read(4, 4))).doesNotContain("do not agree within their intervals");
  }

  /** TLS takes 24, 34 and 24 µs in the comparison, which says "not known yet" of it. */
  @Test
  void whatTheComparisonDoesNotKnowIsNotConfirmed() throws Exception {
    ComparisonResult made = FabricatedExplanation.in(directory, 4, 4);
    UnaryOperator<RunRecord> slow =
        run ->
            run.block() == 2 && run.variant().equals("tls")
                ? run.withFacts(FabricatedExplanation.facts(34, 14))
                : run;
    ComparisonResult first = FabricatedComparison.changed(made, slow).analysedAgain();

    Explanation explanation = Explanation.read(directory, first).orElseThrow();

    assertThat(explanation.breakdown(tls(), Side.CLIENT).flatMap(Breakdown::agrees)).isEmpty();
    assertThat(explanation.breakdown(tls(), Side.SERVER).flatMap(Breakdown::agrees)).contains(true);
    assertThat(html(explanation))
        .containsOnlyOnce("Whether the rows add up to what the comparison measured is not known")
        .containsOnlyOnce("Within the intervals, the rows add up to what the comparison measured.");
  }

  /** Three blocks that differ much, beside a comparison that knows its figure well. */
  @Test
  void rowsThatAreNotKnownConfirmNothing() {
    Interval found = new Interval(0.3, 0.28, 0.32, 0.95);
    Breakdown made =
        Breakdown.of(
            Side.CLIENT,
            FabricatedExplanation.plan().baseline(),
            tls(),
            blocks(DRIVER, 20, 20, 20),
            blocks(DRIVER, 24, 34, 24),
            Optional.of(
                new Breakdown.Compared(
                    Breakdown.Amount.of(new Interval(20, 19, 21, 0.95), found), true)));
    assertThat(made.sum().overhead().contains(0.3)).isTrue();
    assertThat(made.agrees()).isEmpty();
  }

  /** The baseline takes 20, 20 and 30 µs: their median and their geometric mean differ. */
  @Test
  void whatTheComparisonFoundIsTheOverheadThatItsReportHas() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4, 1, 1, 1.5);
    Interval overhead =
        first.overhead("tls", Metric.CLIENT_CPU).map(Overhead::interval).orElseThrow();

    Breakdown.Amount found =
        Explanation.read(directory, first)
            .flatMap(explanation -> explanation.breakdown(tls(), Side.CLIENT))
            .flatMap(Breakdown::compared)
            .map(Breakdown.Compared::amount)
            .orElseThrow();

    assertThat(overhead.estimate()).isCloseTo(0.2, within(1e-9));
    assertThat(found.overhead().estimate()).isCloseTo(overhead.estimate(), within(1e-9));
    assertThat(found.overhead().lower()).isCloseTo(overhead.lower(), within(1e-9));
    assertThat(found.overhead().upper()).isCloseTo(overhead.upper(), within(1e-9));
    assertThat(found.baseline()).isCloseTo(20, within(1e-9));
    assertThat(found.variant() - found.baseline())
        .isCloseTo(found.difference().estimate(), within(1e-9));
  }

  /** One machine, twice as slow in each next block: TLS takes the same share in all. */
  @Test
  void theSpeedOfTheMachineIsNotScatter() {
    Breakdown even = breakdown(1, 1, 1);
    Breakdown slower = breakdown(1, 2, 4);
    assertThat(slower.sum().overhead().estimate()).isCloseTo(0.25, within(1e-9));
    assertThat(slower.sum().overhead().halfWidth())
        .isCloseTo(even.sum().overhead().halfWidth(), within(1e-9));
  }

  /** In µs it is: in other blocks TLS takes the same share of another time. */
  @Test
  void theSpeedOfTheMachineIsInTheIntervalsInMicroseconds() {
    Breakdown even = breakdown(1, 1, 1);
    Breakdown slower = breakdown(1, 2, 4);
    double blocks = even.sum().baseline() / slower.sum().baseline();
    Interval row = slower.rows().get(0).amount().difference();
    assertThat(slower.sum().difference().halfWidth() * blocks)
        .isGreaterThan(2 * even.sum().difference().halfWidth());
    assertThat(row.halfWidth()).isGreaterThan(slower.sum().difference().halfWidth());
  }

  private static Breakdown breakdown(double... factors) {
    return breakdown(DRIVER, factors);
  }

  private static Breakdown breakdown(CollapsedStacks stacks, double... factors) {
    return Breakdown.of(
        Side.CLIENT,
        FabricatedExplanation.plan().baseline(),
        tls(),
        blocks(stacks, Arrays.stream(factors).map(f -> 20 * f).toArray()),
        blocks(stacks, Arrays.stream(factors).map(f -> 25 * f).toArray()),
        Optional.empty());
  }

  /**
   * One for each figure.
   *
   * @param micros CPU time per operation, µs
   */
  private static List<Breakdown.Block> blocks(CollapsedStacks stacks, double... micros) {
    return Arrays.stream(micros).mapToObj(m -> new Breakdown.Block(stacks, m, 1000)).toList();
  }

  @Test
  void whatIsToBeKnownOfItsRunsIsSaid() throws Exception {
    ComparisonResult made = FabricatedExplanation.in(directory, 4, 4);
    change(
        further ->
            further
                .withComplete(false)
                .withEnding("interrupted")
                .withRuns(
                    further.runs().stream()
                        .filter(run -> run.block() == 1)
                        .map(run -> run.withRemarks(List.of("a slow disk")))
                        .toList()));
    List<String> warnings = ExplanationFiles.in(directory).comparison().orElseThrow().warnings();
    // That there are few blocks the comparison has said.
    ComparisonResult first = made.withWarnings(warnings.subList(0, 1));

    Explanation explanation = Explanation.read(directory, first).orElseThrow();

    assertThat(explanation.remarks())
        .containsExactly(
            "The explanation is not complete: interrupted.",
            "Warning about these runs: plain, tls: a slow disk (the first of 2 runs with this warning)");
    assertThat(text(explanation))
        .contains(explanation.remarks())
        .contains("client from 1 block, server from 1 block");
    assertThat(html(explanation)).contains(explanation.remarks()).contains(", from 1 block.");
    assertThat(text(read(4, 4))).contains("client from 3 blocks");
  }

  @Test
  void whatProfilingCostsIsMeasured() throws Exception {
    Explanation.ProfilingCost cost = read(4, 4).costs().get(1);
    assertThat(cost.variant().name()).isEqualTo("tls");
    assertThat(cost.clientCpu().orElseThrow().estimate()).isCloseTo(0.02, within(1e-6));
    assertThat(cost.throughput().orElseThrow().estimate()).isCloseTo(1 / 1.02 - 1, within(1e-6));
  }

  /** Not those of the quarter without a profiler: a sample would look cheaper than it is. */
  @Test
  void samplesAreOfTheProfiledOperations() throws Exception {
    Breakdown server = read(4, 4).breakdown(tls(), Side.SERVER).orElseThrow();
    assertThat(server.variantProfile().stacks().count()).isEqualTo(3 * 1400);
    assertThat(server.variantProfile().cpuSeconds()).isCloseTo(3 * 1.4, within(1e-9));
    assertThat(server.sum().difference().estimate()).isCloseTo(4, within(1e-9));
  }

  /** Whose runs had a profiler or none, and no time of it. */
  @Test
  void anExplanationOfAnEarlierVersionIsSaidToBeOne() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.endsWith(ProfiledTime.FILE)).toList()) {
        Files.delete(file);
      }
    }

    Report report = Report.of(first, directory);

    assertThat(report.explanation()).isEmpty();
    assertThat(report.document().warnings())
        .last(InstanceOfAssertFactories.STRING)
        .startsWith("The explanation cannot be read: ")
        .contains(ProfiledTime.FILE, "give --explain again");
  }

  @Test
  void withoutFilesOfTheServerItsSideIsMissingAndSaidToBe() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.endsWith("server.collapsed")).toList()) {
        Files.delete(file);
      }
    }
    Explanation explanation = Explanation.read(directory, first).orElseThrow();
    assertThat(explanation.breakdown(tls(), Side.SERVER)).isEmpty();
    assertThat(text(explanation)).contains("The server's CPU time is not broken down");
  }

  /** 1.4 s of CPU time: those of something else, or of its last moments. */
  @Test
  void aFewSamplesOfMuchTimeAreNotSpreadOverIt() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    for (int block = 1; block <= 3; block++) {
      new CollapsedStacks(Map.of("clone3;start_thread;thread_native_entry", 3L))
          .write(
              directory.resolve(
                  "explain/runs/all/block-0%d/tls/server.collapsed".formatted(block)));
    }
    Explanation explanation = Explanation.read(directory, first).orElseThrow();
    assertThat(explanation.breakdown(tls(), Side.SERVER)).isEmpty();
    assertThat(text(explanation)).contains("or has too few samples");
  }

  /** All processes are sampled at the same ticks. */
  @Test
  void cpuTimeThatHasNoSamplesIsSaid() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    assertThat(text(Explanation.read(directory, first).orElseThrow())).doesNotContain("not seen");
    for (int block = 1; block <= 3; block++) {
      Path file =
          directory.resolve("explain/runs/all/block-0%d/plain/client.collapsed".formatted(block));
      Map<String, Long> half = new LinkedHashMap<>(CollapsedStacks.read(file).samples());
      half.replaceAll((stack, count) -> count / 2);
      new CollapsedStacks(half).write(file);
    }
    assertThat(text(Explanation.read(directory, first).orElseThrow()))
        .containsOnlyOnce("was not seen")
        .contains(
            "Of plain on the client there is a sample for each 2.0 ms of CPU time, and elsewhere for each 1.0 ms: 50.0 % of its CPU time was not seen");
  }

  /** Its samples have another clock: that they are closer says nothing of the client's. */
  @Test
  void aServerThatIsNoJvmIsBrokenDownByFile() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    Map<String, Long> plain = Map.of("[object redis-server]", 4000L, "[system]", 1000L);
    Map<String, Long> tls = new LinkedHashMap<>(plain);
    tls.put("[object libcrypto.so.3]", 2000L);
    for (int block = 1; block <= 3; block++) {
      Path folder = directory.resolve("explain/runs/all/block-0" + block);
      new CollapsedStacks(plain).write(folder.resolve("plain/server.collapsed"));
      new CollapsedStacks(tls).write(folder.resolve("tls/server.collapsed"));
    }
    Explanation explanation = Explanation.read(directory, first).orElseThrow();

    assertThat(explanation.breakdown(tls(), Side.SERVER).orElseThrow().rows())
        .extracting(Breakdown.Row::category)
        .containsExactly(
            CostCategory.SYSTEM_CALLS, CostCategory.CRYPTOGRAPHY_LIBRARY, CostCategory.OWN_CODE);
    assertThat(html(explanation))
        .contains("Of the server a sample is the file that a processor was executing")
        .contains("server, 3 blocks: plain 15,000 samples, one for each 0.2 ms of CPU time; tls")
        .contains("broken down by program, libraries and kernel")
        .contains("figure id=\"flames-client-tls\"")
        .doesNotContain("figure id=\"flames-server-tls\"", "not seen");
  }

  @Test
  void whereOnlyTimesArePermittedThatIsSaid() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    CollapsedStacks times = new CollapsedStacks(Map.of("[user]", 70L, "[system]", 30L));
    for (int block = 1; block <= 3; block++) {
      Path folder = directory.resolve("explain/runs/all/block-0" + block);
      times.write(folder.resolve("plain/server.collapsed"));
      times.write(folder.resolve("tls/server.collapsed"));
    }
    assertThat(html(Explanation.read(directory, first).orElseThrow()))
        .contains("broken down only into its own code and the kernel", "the program perf")
        .contains("server, 3 blocks: plain 300 steps of the kernel")
        .doesNotContain("figure id=\"flames-server-tls\"", "not seen");
  }

  @Test
  void aServersBlockWithoutFilesIsMissingInTheNumberOfItsBlocks() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    Files.delete(directory.resolve("explain/runs/all/block-02/plain/server.collapsed"));
    assertThat(html(Explanation.read(directory, first).orElseThrow()))
        .contains("client, 3 blocks: plain", "server, 2 blocks: plain");
  }

  /** The idle cost that is taken out was more than what the server used. */
  @Test
  void aBlockWithoutCpuTimeIsMissing() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    UnaryOperator<RunRecord> idle =
        run ->
            run.block() == 2 && run.variant().equals("plain")
                ? run.withFacts(FabricatedExplanation.facts(20, 0))
                : run;
    change(further -> FabricatedComparison.changed(further, idle));

    Breakdown server =
        Explanation.read(directory, first)
            .flatMap(explanation -> explanation.breakdown(tls(), Side.SERVER))
            .orElseThrow();

    assertThat(server.blocks()).isEqualTo(2);
    assertThat(server.sum().difference().estimate()).isCloseTo(4, within(1e-9));
  }

  @Test
  void theSentenceNamesTheLargestRows() throws Exception {
    assertThat(text(read(4, 4)))
        .containsPattern(
            "Of \\+4\\.00 us for each operation on the client, \\+2\\.00 are [a-z ]*, \\+2\\.00 are [a-z ]*; the differences of the other rows are not known\\.")
        .contains("cipher and hash", "system calls and network stack", "the comparison");
  }

  /** The samples of one thing and of the other differ, and no more than chance makes them. */
  @Test
  void theSentenceNamesNoRowThatIsNotKnown() {
    assertThat(ExplanationPage.sentence(sampled(20, 11, 9)))
        .startsWith("The difference for each operation on the client is not known: +0.00 [")
        .doesNotContain(" are ");
    assertThat(ExplanationPage.sentence(sampled(25, 11, 9)))
        .isEqualTo(
            "Of +5.00 µs for each operation on the client, the difference of no single row is known.");
    assertThat(ExplanationPage.sentence(sampled(20, 4000, 1000)))
        .contains("; of its rows, ", " are driver and codec", " are harness");
  }

  /** Plain takes 20 µs, one half in the driver and one in the harness. */
  private static Breakdown sampled(double micros, long driver, long harness) {
    return Breakdown.of(
        Side.CLIENT,
        FabricatedExplanation.plan().baseline(),
        tls(),
        blocks(stacks((driver + harness) / 2, (driver + harness) / 2), 20, 20, 20),
        blocks(stacks(driver, harness), micros, micros, micros),
        Optional.empty());
  }

  private static CollapsedStacks stacks(long driver, long harness) {
    return new CollapsedStacks(
        Map.of("com.example.Driver.read", driver, "site.ycsb.Workload.next", harness));
  }

  @Test
  void thePageHasTablesAndAFlameGraphForBothScreens() throws Exception {
    assertThat(html(read(4, 4)))
        .contains("Where the CPU time goes: tls", "figure id=\"flames-client-tls\"")
        .contains("more in tls", "less than in plain", "class=\"change4\"")
        .contains("Driver.read");
  }

  @Test
  void theReportHasItsRowsAsJson() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);

    JsonNode client =
        new ObjectMapper()
            .readTree(Report.of(first, directory).json())
            .at("/explanation/breakdowns/0");

    assertThat(client.path("variant").asText()).isEqualTo("tls");
    assertThat(client.path("side").asText()).isEqualTo("client");
    assertThat(client.path("unit").asText()).isEqualTo("µs/op");
    assertThat(client.path("blocks").asInt()).isEqualTo(3);
    JsonNode cipher = client.at("/rows/0");
    assertThat(cipher.path("category").asText()).isEqualTo("cipher and hash");
    double more = cipher.at("/difference/estimate").asDouble();
    assertThat(more).isCloseTo(2, within(0.01));
    assertThat(cipher.at("/difference/lower").asDouble()).isLessThan(more);
    assertThat(client.at("/comparison/difference/estimate").asDouble()).isCloseTo(4, within(1e-6));
  }

  @Test
  void aTableIsExportedWithTheIntervalsOfItsRows() throws Exception {
    Explanation explanation = read(4, 4);
    Interval cipher =
        explanation.breakdown(tls(), Side.CLIENT).orElseThrow().rows().get(0).amount().difference();

    assertThat(CsvTable.of(document(ExplanationPage.sections(explanation)).tables().get(0)))
        .startsWith(
            "client,\"plain, µs/op\",\"tls, µs/op\",\"difference, µs/op\",\"difference lower, µs/op\",\"difference upper, µs/op\"\r\n")
        .contains(
            "%s,%s,%s\r\n"
                .formatted(
                    Csv.number(cipher.estimate()),
                    Csv.number(cipher.lower()),
                    Csv.number(cipher.upper())));
  }

  @Test
  void withoutAnExplanationThereIsNone() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory.resolve("other"), 4, 4);
    assertThat(Explanation.read(directory, first)).isEmpty();
  }

  @Test
  void aDamagedFileLeavesTheComparisonItsReport() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    Files.writeString(
        directory.resolve("explain/runs/all/block-01/tls/client.collapsed"), "torn\n");

    Report report = Report.of(first, directory);

    assertThat(report.text()).contains("client CPU").doesNotContain("Where the CPU time goes");
    assertThat(report.document().warnings())
        .last(InstanceOfAssertFactories.STRING)
        .startsWith("The explanation cannot be read: ")
        .contains("client.collapsed is damaged");
  }

  private void change(UnaryOperator<ComparisonResult> change) throws IOException {
    JsonFile.write(
        directory.resolve("explain").resolve(ComparisonDirectory.FILE),
        change.apply(ExplanationFiles.in(directory).comparison().orElseThrow()));
  }

  private Explanation read(double found, double explained) throws IOException {
    Path folder = directory.resolve(found + "-" + explained);
    ComparisonResult first = FabricatedExplanation.in(folder, found, explained);
    return Explanation.read(folder, first).orElseThrow();
  }

  private static Variant tls() {
    return FabricatedExplanation.plan().variants().get(0);
  }

  private static String html(Explanation explanation) throws IOException {
    return HtmlPage.of(document(ExplanationPage.sections(explanation)));
  }

  private static String text(Explanation explanation) {
    return TextPage.of(document(ExplanationPage.brief(explanation))).replaceAll("\\s+", " ");
  }

  private static Document document(List<Section> sections) {
    return new Document("title", List.of(), List.of(), List.of(), List.of(), sections, List.of());
  }
}
