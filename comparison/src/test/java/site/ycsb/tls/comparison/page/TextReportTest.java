package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Pairwise;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.document.page.LatexPage;
import site.ycsb.tls.document.page.MarkdownPage;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.workload.ConnectionChurnWorkload;
import site.ycsb.tls.workload.OltpReadOnlyWorkload;

class TextReportTest {
  @TempDir private Path directory;

  @Test
  void saysWhatEachVariantCostsWithIntervalAndVerdict() throws Exception {
    String text = text(Schedule.wholeRuns(1).withCalibrate(true));
    assertThat(text)
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048 relative to plain")
        .containsPattern(
            "throughput, ops/s +\\| +\\d\\d,\\d{3} \\| +-\\d,\\d{3} \\[.*\\] \\| -3\\d\\.\\d %")
        .containsPattern("READ p99, us .*\\] \\(noise .*\\) overhead \\|")
        .containsPattern(
            "TLS_AES_256_GCM_SHA384 RSA-2048 costs \\d\\d\\.\\d % more CPU on the server")
        .contains("throughput falls by 3")
        .contains("shows no significant difference in")
        .contains("*: secondary metric")
        .containsPattern("server CPU, us/op .* \\(noise \\+-\\d")
        .contains("5 variants against plain")
        .contains("1000 records; 1 thread; a CPU, 2 processors kept awake, Java 17.0.15;");
  }

  /** Without a word about it, one run of forty would take the metric out of the report. */
  @Test
  void cpuTimeThatIsNotKnownInOneRunIsSaidToBeSo() throws Exception {
    assertThat(withIdleRuns(1, new FabricatedRuns(0.5, 0.02)).warnings())
        .contains(
            "The server CPU is not known in 1 of 50 runs, and so is none of its overheads there:"
                + " nothing was left of it without the idle cost, or a warning of these runs says"
                + " why; give longer --seconds, or a higher -target.");
  }

  @Test
  void cpuTimeThatTheServerWasNotAskedForIsSaidToBeSoWithTheReason() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.server = Map.of(DatabasePool.NO_SERVER_CLOCK, "a proxy ends TLS");

    ComparisonResult result = withIdleRuns(50, runs);

    assertThat(result.warnings())
        .contains(
            "The server CPU is not known in 50 of 50 runs, and so is none of its overheads there:"
                + " a proxy ends TLS.");
    assertThat(Report.of(result, directory).html())
        .as("of a variant, not of the server")
        .doesNotContain(DatabasePool.NO_SERVER_CLOCK);
  }

  /** The first ones. */
  private ComparisonResult withIdleRuns(int number, FabricatedRuns runs) throws Exception {
    runs.exception =
        request ->
            request.phase() == Phase.TRANSACTIONS && runs.runs().size() <= number
                ? Optional.of(new RunOutcome(0, Optional.of(idle(runs.result(request))), ""))
                : Optional.empty();
    return FabricatedComparison.of(directory, runs, runs, Map.of(), Schedule.wholeRuns(1));
  }

  /** The same run of a server that used nothing more than when it is idle. */
  private static RunResult idle(RunResult run) {
    Resources resources = run.resources();
    CpuUse cpu = resources.cpu();
    return new RunResult(
        run.format(),
        run.configuration(),
        run.validity(),
        run.window(),
        run.work(),
        new Resources(
            new CpuUse(
                cpu.clientSeconds(),
                0.0,
                cpu.relatedShare(),
                cpu.foreignShare(),
                cpu.machineSeconds()),
            resources.collections(),
            resources.compilation(),
            resources.counters()),
        run.transport(),
        run.server(),
        run.environment(),
        run.fleet(),
        run.slices());
  }

  @Test
  void sentenceTableAndPlotSayTheSameNumbers() throws Exception {
    Report report = Report.of(FabricatedComparison.of(directory, Schedule.wholeRuns(1)), directory);
    String text = report.text().replaceAll("\\s+", " ");
    Variant variant = report.result().plan().variants().get(0);
    Overhead client = overhead(report, variant, Metric.CLIENT_CPU);
    Overhead server = overhead(report, variant, Metric.SERVER_CPU);
    Overhead throughput = overhead(report, variant, Metric.THROUGHPUT);

    Matcher sentence =
        Pattern.compile(
                " costs N % more CPU on the server \\(N to N %\\) and N % on the client \\(N to N %\\);"
                        .replace("N", "([\\d.]+)")
                    + " throughput falls by N % \\(N to N %\\)\\. Cores at 10,000 operations/s, processors kept awake:"
                        .replace("N", "([\\d.]+)")
                    + " server N \\[N, N\\], client N \\[N, N\\]\\.".replace("N", "(\\+[\\d.]+)"))
            .matcher(text.substring(text.indexOf(variant.name() + " costs")));
    assertThat(sentence.find()).isTrue();
    assertThat(numbers(sentence))
        .containsExactly(
            tenths(server.change()),
            tenths(server.lower()),
            tenths(server.upper()),
            tenths(client.change()),
            tenths(client.lower()),
            tenths(client.upper()),
            tenths(-throughput.change()),
            tenths(-throughput.upper()),
            tenths(-throughput.lower()),
            Figures.cores(server.difference().estimate() / 100),
            Figures.cores(server.difference().lower() / 100),
            Figures.cores(server.difference().upper() / 100),
            Figures.cores(client.difference().estimate() / 100),
            Figures.cores(client.difference().lower() / 100),
            Figures.cores(client.difference().upper() / 100));

    Matcher table =
        Pattern.compile(
                "client CPU, us/op \\| N \\| (S \\[S, S\\]) \\| S % \\[S, S\\] overhead \\|"
                    .replace("N", "([\\d.]+)")
                    .replace("S", "\\+[\\d.]+"))
            .matcher(text.substring(text.indexOf(variant.name() + " relative to plain")));
    assertThat(table.find()).isTrue();
    assertThat(table.group())
        .contains(
            "+" + sentence.group(4) + " % [+" + sentence.group(5) + ", +" + sentence.group(6));
    assertThat(report.text())
        .as("the last line is the answer")
        .endsWith("\n" + report.document().title() + ".\n");
    assertThat(report.document().title())
        .matches("TLS costs fabricated \\d\\d\\.\\d to \\d\\d\\.\\d % more CPU");
    assertThat(report.document().tiles())
        .extracting(Document.Tile::title, Document.Tile::verdict)
        .containsExactly(
            tuple("server CPU", "overhead"),
            tuple("client CPU", "overhead"),
            tuple("throughput", "overhead"));

    Chart.IntervalPlot plot =
        report.document().charts().stream()
            .filter(Chart.IntervalPlot.class::isInstance)
            .map(Chart.IntervalPlot.class::cast)
            .findFirst()
            .orElseThrow();
    Chart.Mark mark = plot.series().get(0).marks().get(plot.rows().indexOf("client CPU"));
    assertThat(mark.value()).isEqualTo(100 * client.change());
    assertThat(mark.lower()).isEqualTo(100 * client.lower());
  }

  private static List<String> numbers(Matcher matcher) {
    return IntStream.rangeClosed(1, matcher.groupCount()).mapToObj(matcher::group).toList();
  }

  private static String tenths(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private static Overhead overhead(Report report, Variant variant, Metric metric) {
    Point point = report.result().plan().points().get(0);
    return report.result().cell(point, variant, metric).orElseThrow().overhead();
  }

  @Test
  void figuresBesideAnOverheadAreTheBaselinesTimesTheOverhead() throws Exception {
    ComparisonResult result = FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    Point point = result.plan().points().get(0);
    Variant variant = result.plan().variants().get(0);
    double plain = result.figure(point, result.plan().baseline(), Metric.THROUGHPUT).orElseThrow();
    double other = result.figure(point, variant, Metric.THROUGHPUT).orElseThrow();

    assertThat(other / plain - 1)
        .isCloseTo(
            result.cell(point, variant, Metric.THROUGHPUT).orElseThrow().overhead().change(),
            within(1e-9));
  }

  @Test
  void eachAgainstEachHasTablesOfItsOwnInAllFormats() throws Exception {
    Report report =
        Report.of(
            FabricatedComparison.of(directory, Schedule.wholeRuns(1).withPairwise(true)),
            directory);
    String title = "TLS_AES_256_GCM_SHA384 RSA-4096 relative to TLS_AES_256_GCM_SHA384 RSA-2048";
    assertThat(report.text()).contains(title);
    assertThat(MarkdownPage.of(report.document()).replace("\\", "")).contains(title);
    assertThat(LatexPage.of(report.document())).contains("relative to");
    assertThat(report.html()).contains(title);
    JsonNode relation = new ObjectMapper().readTree(report.json()).at("/pairwise/0");
    assertThat(
            relation.path("variant").asText()
                + " relative to "
                + relation.path("relativeTo").asText())
        .isEqualTo(title);
    List<Pairwise> relations = report.result().pairwise();
    List<String> csv = report.csv().lines().toList();
    assertThat(csv).hasSize(1 + report.result().cells().size() + relations.size());
    for (Pairwise one : relations) {
      ComparisonPlan plan = report.result().plan();
      assertThat(csv)
          .anyMatch(
              line ->
                  line.startsWith(plan.nameOf(one.variant()) + "," + one.metric() + ",")
                      && line.contains(
                          ",%s,%s,"
                              .formatted(
                                  plan.nameOf(one.relativeTo()),
                                  Csv.number(one.overhead().difference().estimate())))
                      && line.contains("," + Csv.percent(one.overhead().change()) + ","));
    }
    assertThat(report.text().lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void whatIsNotKnownOfTwoVariantsIsMarkedInTheJsonToo() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(
            directory, Map.of("target", "100"), Schedule.wholeRuns(1).withPairwise(true));

    JsonNode relations =
        new ObjectMapper().readTree(Report.of(result, directory).json()).path("pairwise");

    assertThat(relations)
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(one.path("notKnown").asText())
                    .isEqualTo(
                        one.path("metric").asText().equals("throughput")
                            ? "its rate was given (-target)"
                            : ""));
  }

  @Test
  void ofSeveralPointsTheAnswerHasTheLeastAndTheMostOfEachMetric() throws Exception {
    assertThat(text(Schedule.wholeRuns(1).withBlocks(7), "threadcount=1,4").replaceAll("\\s+", " "))
        .containsPattern(
            "SHA384 RSA-2048 server CPU: \\+\\d\\d\\.\\d % \\[[^]]*\\] \\(threadcount=[14]\\) to \\+")
        .containsPattern("; throughput: -3\\d\\.\\d % \\[");
  }

  @Test
  void theMarginIsThePlans() throws Exception {
    Report report =
        Report.of(
            FabricatedComparison.of(directory, Schedule.wholeRuns(1).withMargin(0.025)), directory);
    assertThat(report.html()).contains("differs by less than 2.5\u00a0%");
  }

  @Test
  void fitsInto120ColumnsOfAscii() throws Exception {
    String text = text(Schedule.wholeRuns(1).withBlocks(7).withCalibrate(true), "threadcount=1,4");
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127))).isTrue();
    assertThat(text).contains("At threadcount=4").endsWith("\n");
    assertThat(text).as("not the same at all points").doesNotContain("1 thread;");
  }

  @Test
  void labelsQuickFiguresIndicativeWithTheLevelThatTheyHave() throws Exception {
    assertThat(text(Schedule.quickWholeRuns(1).withBlocks(3)))
        .contains("] indicative |")
        .contains("with intervals of 75 %")
        .contains("indicates ")
        .contains("Warning: Indicative only")
        .contains("75 % confidence");
  }

  @Test
  void saysOfWholeRunsTooThatTheServerWasOneProcess() throws Exception {
    ComparisonResult whole =
        FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(3));
    ComparisonResult one = whole.withPlan(whole.plan().withOneServer(true));

    assertThat(Report.of(one, directory).text().replaceAll("\\s+", " "))
        .contains(", for this process of the server.");
    assertThat(new CoresReport(one, 100).text().replaceAll("\\s+", " "))
        .contains("The intervals are for this process of the server.");
    ComparisonResult swept =
        FabricatedComparison.of(
            directory.resolve("swept"),
            Schedule.quickWholeRuns(1).withBlocks(3),
            "threadcount=1,2");
    assertThat(Answers.of(swept.withPlan(swept.plan().withOneServer(true)), 100))
        .isNotEmpty()
        .allMatch(a -> a.text().contains(", for this process of the server. Cores at"));
    assertThat(Report.of(whole, directory).text().replaceAll("\\s+", " "))
        .doesNotContain("for this process of the server");
    assertThat(Report.of(one, directory).html()).contains("One start of the server serves all");
    assertThat(Report.of(whole, directory).html()).doesNotContain("One start of the server");
  }

  @Test
  void aSingleBlockOfWholeRunsHasNoInterval() throws Exception {
    assertThat(text(Schedule.quickWholeRuns(1).withBlocks(1)).replaceAll("\\s+", " "))
        .containsPattern("not known yet: server CPU \\+\\d+\\.\\d % in a single block, client CPU ")
        .contains("with intervals of 0 % and verdicts")
        .doesNotContainPattern("\\[([^,]+), \\1\\]");
    String csv = Report.of(ComparisonDirectory.read(directory), directory).csv();
    assertThat(csv)
        .containsPattern("client CPU,.*,plain,[\\d.]+,,,[\\d.]+,,,0\\.00000,,,,,indicative,");
  }

  @Test
  void anIntervalFromFewBlocksOfWholeRunsIsNotGivenWithoutItsLevel() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(
            directory,
            Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"),
            Schedule.quickWholeRuns(1).withBlocks(3));
    assertThat(Headline.sentence(result)).endsWith(" % with 75 % confidence).");
    assertThat(Answers.of(result, 100))
        .singleElement()
        .satisfies(
            answer ->
                assertThat(answer.text())
                    .contains("; 75 % confidence. Cores at 100 operations/s")
                    .contains(", with intervals of 75 %: server +"));
    assertThat(new CoresReport(result, 100).text().replaceAll("\\s+", " "))
        .contains("how many more cores, with intervals of 75 %.");
  }

  @Test
  void norAreThoseOfAnOverviewAndOfWhatIsNotKnownYet() throws Exception {
    Schedule three = Schedule.quickWholeRuns(1).withBlocks(3);
    ComparisonResult swept =
        FabricatedComparison.of(directory.resolve("swept"), three, "threadcount=1,2");
    assertThat(Answers.of(swept, 100))
        .isNotEmpty()
        .allSatisfy(
            answer ->
                assertThat(answer.text())
                    .containsPattern(
                        "server CPU, indicative: \\+\\S+ % \\[[^]]+\\] with 75 % confidence \\(threadcount=[12]\\) to .* with 75 % confidence \\(threadcount=")
                    .contains("Cores at 100 operations/s", ", with intervals of 75 %: "));

    assertThat(Report.of(swept, directory).document().tables())
        .filteredOn(table -> table.name().equals("table-sweep"))
        .singleElement()
        .satisfies(t -> assertThat(t.caption()).contains("with intervals of 75 % and verdicts"));

    FabricatedRuns scattered = new FabricatedRuns(0.5, 0.5);
    ComparisonResult wide =
        FabricatedComparison.of(
            directory.resolve("wide"),
            scattered,
            scattered,
            Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"),
            three);
    assertThat(Headline.sentence(wide)).endsWith(" % with 75 % confidence).");
    assertThat(Answers.of(wide, 100))
        .singleElement()
        .satisfies(
            answer ->
                assertThat(answer.text())
                    .containsPattern(
                        "not known yet: server CPU between \\S+ and \\S+ % with 75 % confidence, client CPU "));
  }

  @Test
  void twoBlocksInTurnsHaveAnIntervalOf95PercentAndOneIsNotKnownYet() throws Exception {
    assertThat(inTurns(2, 0).replaceAll("\\s+", " "))
        .contains("with intervals of 95 %", "indicates ", "95 % confidence")
        .contains("from 2 blocks assume that blocks differ here as much as")
        .doesNotContain("not known yet");
    assertThat(inTurns(1, 0).replaceAll("\\s+", " "))
        .containsPattern(
            "not known yet: .*client CPU between [+-]\\d+\\.\\d and [+-]\\d+\\.\\d %.*; measure more blocks, without --quick");
  }

  @Test
  void codeThatIsStillCompiledIsNotKnownYetHoweverNarrowTheInterval() throws Exception {
    assertThat(inTurns(2, Math.log(0.5)).replaceAll("\\s+", " "))
        .containsPattern(
            "not known yet: server CPU between .*client CPU between .*still being compiled: measure without --quick")
        .doesNotContain("indicates ")
        .doesNotContain("Cores at");
  }

  @Test
  void latenciesOfAnEndlessQueueAreNotKnownYetHoweverNarrowTheInterval() throws Exception {
    FabricatedRuns late = new FabricatedRuns(0.5, 0.02);
    late.reached = 0.8;
    ComparisonResult result =
        FabricatedComparison.of(
            directory, late, late, Map.of("target", "5000"), Schedule.wholeRuns(1));

    assertThat(Report.of(result, directory).text().replaceAll("\\s+", " "))
        .containsPattern(
            "not known yet: mean READ latency between .* %; runs did not reach their target, so their"
                + " latencies grew with the queue: give a lower -target")
        .doesNotContain("significant difference");
  }

  /** "No significant difference" would be a claim about what is not judged. */
  @Test
  void whatHasNoNoiseFloorIsNotKnownYetWithCalibrate() throws Exception {
    ComparisonResult calibrated =
        FabricatedComparison.of(directory, Schedule.wholeRuns(1).withCalibrate(true));
    String again = calibrated.plan().noiseFloor().orElseThrow().id();
    ComparisonResult result =
        FabricatedComparison.changed(
                calibrated, run -> run.variant().equals(again) ? withoutServerCpu(run) : run)
            .analysedAgain();

    assertThat(Answers.of(result, 1000))
        .filteredOn(answer -> answer.subject().startsWith("TLS_"))
        .isNotEmpty()
        .allSatisfy(
            answer ->
                assertThat(answer.text())
                    .containsPattern("not known yet: server CPU between \\+[\\d.]+ and \\+")
                    .contains("there is no noise floor (--calibrate): measure longer")
                    .doesNotContain("significant difference in server CPU"));
    assertThat(Report.of(result, directory).csv().lines())
        .filteredOn(row -> row.startsWith("TLS_") && row.contains(",server CPU,"))
        .isNotEmpty()
        .allMatch(row -> row.contains("there is no noise floor"));
  }

  private static RunRecord withoutServerCpu(RunRecord run) {
    Map<String, Double> figures = new LinkedHashMap<>(run.figures());
    figures.remove(Metric.SERVER_CPU.key());
    return run.withFacts(run.facts().withFigures(figures));
  }

  @Test
  void codeOfAnotherVariantThatIsStillCompiledLeavesTheAnswerKnown() throws Exception {
    ComparisonResult warm = FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    Variant cold = warm.plan().variants().get(0);
    ComparisonResult mixed =
        FabricatedComparison.changed(
                warm, r -> r.variant().equals(cold.id()) ? r.withCpuTrend(Math.log(0.5)) : r)
            .analysedAgain();

    assertThat(Report.of(mixed, directory).text().replaceAll("\\s+", " "))
        .contains("Still warming up (" + cold.name() + ")")
        .containsOnlyOnce("code was still being compiled");
    assertThat(Answers.of(mixed, 1000))
        .filteredOn(answer -> answer.subject().equals(cold.name()))
        .as("has no colour")
        .singleElement()
        .matches(answer -> answer.verdict().isEmpty());
  }

  /**
   * Runs of the given number of blocks, as if variants had taken turns.
   *
   * @param trend of the client's CPU per operation, from the first half of the slices to the second
   */
  private String inTurns(int blocks, double trend) throws Exception {
    Path folder = Files.createDirectory(directory.resolve("blocks-" + blocks));
    ComparisonResult whole =
        FabricatedComparison.of(
            folder, 0.1, Map.of(), Schedule.quickWholeRuns(1).withBlocks(blocks));
    ComparisonResult turns =
        whole
            .with()
            .plan(whole.plan().withSchedule(Schedule.quick(1).withBlocks(blocks)))
            .complete(true)
            .runs(whole.runs().stream().map(run -> run.withCpuTrend(trend)).toList())
            .build()
            .analysedAgain();
    return Report.of(turns, folder).text();
  }

  @Test
  void withAGivenRateTheAnswerIsAboutLatency() throws Exception {
    String text =
        Report.of(
                FabricatedComparison.of(directory, Map.of("target", "70%"), Schedule.wholeRuns(1)),
                directory)
            .text()
            .replaceAll("\\s+", " ");
    assertThat(text)
        .containsPattern("mean READ latency rises by \\d\\d\\.\\d % \\(\\d\\d\\.\\d to")
        .containsPattern(
            "Cores at 10,000 operations/s, processors kept awake: server \\+0\\.\\d+ \\[.*\\], client \\+0\\.1");
  }

  @Test
  void theCoresOfSeveralPointsAreTheLeastAndTheGreatest() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(directory, Schedule.wholeRuns(1), "threadcount=1,2,4");
    String cores = "\\+0\\.\\d+ \\[\\+0\\.\\d+, \\+0\\.\\d+\\]";
    assertThat(Report.of(result, directory).text().replaceAll("\\s+", " "))
        .containsPattern(
            "Cores at 10,000 operations/s, processors kept awake: server %1$s to %1$s, client %1$s to %1$s\\."
                .formatted(cores));
  }

  /** As many reads a second need a part of them where one connection makes several. */
  @Test
  void coresAreForWhatTheWorkloadCountsAsAnOperation() throws Exception {
    Map<String, String> words =
        Map.of(
            ConnectionChurnWorkload.class.getName(),
            "cycles",
            OltpReadOnlyWorkload.class.getName(),
            "transactions",
            "example.Workload",
            "operations");
    for (Map.Entry<String, String> each : words.entrySet()) {
      ComparisonResult result =
          FabricatedComparison.of(
              directory.resolve(each.getValue()),
              Map.of("workload", each.getKey()),
              Schedule.wholeRuns(1));
      String cores = "Cores at 100 " + each.getValue() + "/s";
      assertThat(new CoresReport(result, 100).document().title()).startsWith(cores + ": ");
      assertThat(Answers.of(result, 100)).allMatch(answer -> answer.text().contains(cores));
    }
  }

  @Test
  void newConnectionsWithTheDefaultPinOfTheGroupSaySo() throws Exception {
    String workload = ConnectionChurnWorkload.class.getName();
    assertThat(answer("churn", Map.of("workload", workload)))
        .contains("The group is x25519, the default pin;", "(-p tls.group=any)");
    assertThat(answer("kept", Map.of())).doesNotContain("the default pin");
    assertThat(answer("pinned", Map.of("workload", workload, "tls.group", "secp256r1")))
        .doesNotContain("the default pin");
  }

  private String answer(String name, Map<String, String> properties) throws Exception {
    Path folder = Files.createDirectory(directory.resolve(name));
    ComparisonResult result =
        FabricatedComparison.of(folder, properties, Schedule.quickWholeRuns(1).withBlocks(2));
    return Report.of(result, folder).text().replaceAll("\\s+", " ");
  }

  @Test
  void figuresThatProveNothingAreMarkedInEachRowOfTheCsvToo() throws Exception {
    Report report =
        Report.of(FabricatedComparison.unpublishable(directory, "made of cardboard"), directory);
    assertThat(report.text()).contains("Warning: Not for publication: made of cardboard.");
    assertThat(report.html()).contains("Not for publication: made of cardboard.");
    assertThat(report.csv().lines().skip(1))
        .isNotEmpty()
        .allMatch(row -> row.endsWith(",made of cardboard"));
  }

  @Test
  void overheadsThatAreNoAnswerAreMarkedInTheCsvToo() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(directory, Map.of("target", "100"), Schedule.wholeRuns(1));
    String baseline = result.plan().baseline().name() + ",";

    List<String> throughput =
        Report.of(result, directory)
            .csv()
            .lines()
            .filter(row -> row.contains(",throughput,"))
            .toList();

    assertThat(throughput)
        .filteredOn(row -> row.startsWith(baseline))
        .allMatch(r -> r.endsWith(",,"));
    assertThat(throughput)
        .filteredOn(row -> !row.startsWith(baseline))
        .isNotEmpty()
        .allMatch(row -> row.endsWith(",its rate was given (-target),"));
  }

  private String text(Schedule schedule, String... axes) throws Exception {
    return Report.of(FabricatedComparison.of(directory, schedule, axes), directory).text();
  }
}
