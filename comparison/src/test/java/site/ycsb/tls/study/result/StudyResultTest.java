package site.ycsb.tls.study.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.page.StudyReport;
import site.ycsb.tls.study.result.TableResult.MeasuredValue;

/** Answers from comparisons whose overheads are known: TLS takes 1.5 times as long, or as given. */
class StudyResultTest {
  private static final String STUDY =
      """
      title: t
      citation: c
      did: d
      differs: [x]
      binding: fake
      parts:
        - name: pool
          workload: w
          axes: {threadcount: [1, 4]}
          variants:
            small: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-2048}
            large: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-4096}
          sizes:
            quick: {axes: {threadcount: [1]}, blocks: 3}
          published:
            - table: I
              metric: READ mean
              unit: ms
              rows:
                - {at: {threadcount: 1}, figures: {plain: 0.1, small: 0.2, large: 0.21 (110 %)}}
                - {at: {threadcount: 4}, figures: {plain: 0.4, large: (100-120 %)}}
            - table: II
              unit: s
              rows:
                - {at: {threadcount: 1}, figures: {plain: 7}}
          checks:
      """;

  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\" :");

  @TempDir private Path directory;

  private final FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);

  @Test
  void differenceIsYesWhenEveryIntervalLiesInTheRange() throws Exception {
    CheckResult check = answer("{metric: READ mean, compare: [small, large], change: above 40 %}");
    assertThat(check.answer()).isEqualTo(Answer.YES);
    assertThat(check.indicative()).isFalse();
    assertThat(check.isOfPart()).isFalse();
    assertThat(check.evidence()).hasSize(4);
    assertThat(check.evidence())
        .allSatisfy(
            e -> {
              assertThat(e.to()).isEqualTo("plain");
              assertThat(e.change()).isBetween(0.45, 0.55);
              assertThat(e.lower()).isLessThan(e.change());
              assertThat(e.confidence()).isGreaterThanOrEqualTo(0.95);
            });
  }

  @Test
  void equivalenceOfTwoVariantsWantsTheWholeIntervalInside() throws Exception {
    assertThat(answer("{metric: READ mean, compare: large, with: small, change: within 5 %}"))
        .satisfies(
            check -> {
              assertThat(check.answer()).isEqualTo(Answer.YES);
              assertThat(check.evidence()).allMatch(e -> Math.abs(e.change()) < 0.03);
            });
    FabricatedRuns noisy = new FabricatedRuns(0.5, 0.15);
    assertThat(
            answer(noisy, "{metric: READ mean, compare: large, with: small, change: within 5 %}")
                .answer())
        .isEqualTo(Answer.INCONCLUSIVE);
  }

  @Test
  void variantsThatAreNoBaselineAreComparedInPairs() throws Exception {
    runs.overheadOf =
        request -> Optional.ofNullable(request.properties().get("tls.keysize")).map(this::cost);
    CheckResult slower =
        answer("{metric: READ mean, compare: large, with: small, change: above 0 %}");
    assertThat(slower.answer()).isEqualTo(Answer.YES);
    assertThat(slower.evidence()).allMatch(e -> e.change() > 0.45 && e.change() < 0.55);
    assertThat(slower.published()).isTrue();
  }

  /** The small key makes it 1.2 times as long, the large one 1.8 times. */
  private double cost(String keySize) {
    return keySize.equals("RSA-2048") ? 0.2 : 0.8;
  }

  @Test
  void oneVariantOutsideIsNoAndOneThatIsUnsureIsInconclusive() throws Exception {
    runs.overheadOf =
        request -> Optional.ofNullable(request.properties().get("tls.keysize")).map(this::cost);
    assertThat(answer("{metric: READ mean, compare: [small, large], change: above 50 %}").answer())
        .isEqualTo(Answer.NO);
    assertThat(answer("{metric: READ mean, compare: small, change: above 20 %}").answer())
        .isEqualTo(Answer.INCONCLUSIVE);
    assertThat(
            answer("{metric: throughput, compare: large, change: between -50 % and -40 %}")
                .answer())
        .isEqualTo(Answer.YES);
  }

  /** Because they did not fit side by side, or had too few samples there. */
  @Test
  void yesNeedsEveryVariantAtEveryPoint() throws Exception {
    Study study =
        study(
            """
                  - {claim: a, metric: READ mean, compare: [small, large], change: above 40 %}
                  - {claim: b, metric: READ mean, compare: large, change: above 40 %}
                  - {claim: c, metric: READ mean, compare: [small, large], change: below 10 %}
            """);
    ComparisonResult all = measured(study, runs, Map.of(), Size.STANDARD, "all-of-them");
    assertThat(answers(study, all)).containsExactly(Answer.YES, Answer.YES, Answer.NO);
    ComparisonResult some =
        all.withRuns(
            all.runs().stream()
                .filter(r -> !r.variant().equals("small") || !r.point().equals("threadcount=4"))
                .toList());
    assertThat(answers(study, some)).containsExactly(Answer.INCONCLUSIVE, Answer.YES, Answer.NO);
  }

  private static List<Answer> answers(Study study, ComparisonResult measured) {
    return StudyResult.of(study, Size.STANDARD, "", Map.of("pool", measured)).checks().stream()
        .map(CheckResult::answer)
        .toList();
  }

  @Test
  void latenciesBelowTheTargetAnswerNothing() throws Exception {
    String checks =
        """
              - {claim: a, metric: READ mean, compare: large, change: above 0 %}
              - {claim: b, metric: client CPU, compare: large, change: above 0 %}
        """;
    Map<String, String> target = Map.of("target", "5000");
    assertThat(run(runs, target, checks, Size.STANDARD, "reached").checks())
        .allMatch(check -> check.answer() == Answer.YES);
    runs.reached = 0.8;
    assertThat(run(runs, target, checks, Size.STANDARD, "missed").checks())
        .extracting(CheckResult::answer)
        .containsExactly(Answer.INCONCLUSIVE, Answer.YES);
  }

  @Test
  void figuresOfCodeThatWasStillBeingCompiledAnswerNothing() throws Exception {
    Study study =
        study(
            """
                  - {claim: a, metric: READ mean, compare: small, change: above 40 %}
                  - {claim: b, metric: READ mean, compare: large, change: above 40 %}
                  - {claim: c, metric: READ mean, compare: large, with: small, change: above 40 %}
            """);
    ComparisonResult warm = measured(study, runs, Map.of(), Size.STANDARD, "warm");
    assertThat(answers(study, warm)).containsExactly(Answer.YES, Answer.YES, Answer.NO);
    assertThat(answers(study, withColdSmall(warm)))
        .containsExactly(Answer.INCONCLUSIVE, Answer.YES, Answer.INCONCLUSIVE);
    ComparisonResult quick = measured(study, runs, Map.of(), Size.QUICK, "short");
    assertThat(answers(study, withColdSmall(quick)))
        .as("indicative anyway")
        .startsWith(Answer.YES, Answer.YES);
    ComparisonResult ofAColdServer =
        FabricatedComparison.changed(quick, r -> r.withServerTrend(-0.2));
    assertThat(answers(study, ofAColdServer)).startsWith(Answer.YES, Answer.YES);
  }

  private static ComparisonResult withColdSmall(ComparisonResult warm) {
    return FabricatedComparison.changed(
        warm, r -> r.variant().equals("small") ? r.withCpuTrend(-0.2) : r);
  }

  @Test
  void falseAlarmsAreRareAmongManyChecks() throws Exception {
    // No difference at all, asked forty times: uncorrected, two would be expected to say "no".
    String check =
        "      - {claim: c, metric: READ mean, compare: large, with: small, change: below -0.001 %}\n";
    FabricatedRuns same = new FabricatedRuns(0.5, 0.02);
    StudyResult result = run(same, check.repeat(40), Size.STANDARD, "many");
    assertThat(result.checks()).hasSize(40).noneMatch(c -> c.answer() == Answer.YES);
  }

  @Test
  void quickIsIndicativeAndWhatItLeavesOutIsNotMeasured() throws Exception {
    StudyResult result =
        run(
            runs,
            """
                  - {claim: a, metric: READ mean, compare: large, change: above 0 %}
                  - {claim: b, metric: READ mean, compare: large, at: {threadcount: 4}, change: above 0 %}
            """,
            Size.QUICK,
            "quick");
    CheckResult first = result.checks().get(0);
    assertThat(first.answer()).isEqualTo(Answer.YES);
    assertThat(first.indicative()).isTrue();
    assertThat(first.cases()).as("the claim is about two points").isEqualTo(2);
    assertThat(first.isOfPart()).isTrue();
    assertThat(first.evidence()).singleElement().matches(e -> e.point().equals("threadcount=1"));
    assertThat(result.checks().get(1).answer()).isEqualTo(Answer.NOT_MEASURED);
    assertThat(result.parts().get(0).tables().get(0).rows().get(3).measured()).isNull();
  }

  /** Such as a percentile of too few operations: there are runs for it. */
  @Test
  void whatNoRunHasIsInconclusive() throws Exception {
    CheckResult check = answer("{metric: UPDATE p99, compare: large, change: above 0 %}");
    assertThat(check.answer()).isEqualTo(Answer.INCONCLUSIVE);
    assertThat(check.evidence()).isEmpty();
  }

  /** They do not all fit side by side, and the first block only was made. */
  @Test
  void variantsThatHaveNoRunsYetAreNotMeasured() throws Exception {
    Study study =
        study(
            """
                  - {claim: a, metric: READ mean, compare: small, change: above 40 %}
                  - {claim: b, metric: READ mean, compare: large, change: above 40 %}
            """);
    ComparisonResult all = measured(study, runs, Map.of(), Size.STANDARD, "all-of-them");
    ComparisonResult some =
        all.withRuns(all.runs().stream().filter(r -> !r.variant().equals("large")).toList());

    assertThat(answers(study, some)).containsExactly(Answer.YES, Answer.NOT_MEASURED);
  }

  @Test
  void nothingMeasuredIsNoAnswer() {
    StudyResult result = StudyResult.of(study("      []\n"), Size.FULL, "", Map.of());
    assertThat(result.complete()).isFalse();
    assertThat(result.parts().get(0).ending()).isEqualTo("not begun");
  }

  @Test
  void everyPublishedFigureHasTheMeasuredOneBesideIt() throws Exception {
    StudyResult result =
        run(
            runs,
            "      - {claim: c, metric: READ mean, compare: large, change: above 105 %}\n",
            Size.STANDARD,
            "all");
    assertThat(result.complete()).isTrue();
    TableResult table = result.parts().get(0).tables().get(0);
    assertThat(table.rows()).hasSize(5);
    TableResult.Row plain = table.rows().get(0);
    assertThat(plain.published()).isEqualTo("0.1");
    assertThat(plain.publishedChange()).isNull();
    assertThat(plain.measured().figure()).as("ms").isBetween(0.045, 0.055);
    assertThat(plain.measured().change()).isNull();
    TableResult.Row large = table.rows().get(2);
    assertThat(large.published()).isEqualTo("0.21 (110 %)");
    assertThat(large.publishedChange().lower()).isBetween(1.099, 1.101);
    MeasuredValue measured = large.measured();
    assertThat(measured.runs()).isEqualTo(10);
    assertThat(measured.change()).isBetween(0.45, 0.55);
    assertThat(measured.lower()).isLessThan(measured.change());
    assertThat(measured.verdict()).isEqualTo("overhead");
    TableResult.Row range = table.rows().get(4);
    assertThat(range.publishedChange()).isEqualTo(new ChangeRange(1.0, 1.2));
    assertThat(result.parts().get(0).tables().get(1).rows().get(0).measured()).isNull();
    // 110 % at one thread; 100 to 120 % at four, which does not lie in the range as a whole.
    assertThat(result.checks().get(0).published()).isFalse();

    result.writeTo(directory);
    assertThat(StudyResult.read(directory)).isEqualTo(result);
  }

  /** Names and values in these files are what other programs read. */
  @Test
  void theManualNamesTheFieldsOfARunAndOfAStudy() throws Exception {
    Study study =
        study("      - {claim: c, metric: READ mean, compare: large, change: above 0 %}\n");
    ComparisonResult measured = measured(study, runs, Map.of(), Size.STANDARD, "named");
    StudyResult.of(study, Size.STANDARD, "", Map.of("pool", measured)).writeTo(directory);
    String manual = Files.readString(Path.of("../docs/results.md"));

    Path comparison = directory.resolve("named").resolve(ComparisonDirectory.FILE);
    String ofRuns = between(manual, "A **run**: ", "\n\n");
    assertThat(new ObjectMapper().readTree(comparison.toFile()).path("runs").path(0).fieldNames())
        .toIterable()
        .isNotEmpty()
        .allSatisfy(name -> assertThat(ofRuns).contains("`" + name + "`"));
    String ofStudies = between(manual, "## study.json", "\n## ");
    assertThat(Files.readString(directory.resolve(StudyResult.FILE)))
        .satisfies(
            written ->
                assertThat(FIELD.matcher(written).results().map(found -> found.group(1)))
                    .contains("evidence", "publishedChange")
                    .allSatisfy(name -> assertThat(ofStudies).contains("`" + name + "`")));
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin);
    return text.substring(from, text.indexOf(end, from + begin.length()));
  }

  private CheckResult answer(String check) throws Exception {
    return answer(runs, check);
  }

  private CheckResult answer(FabricatedRuns launcher, String check) throws Exception {
    String yaml = "      - " + check.replace("{metric", "{claim: c, metric") + "\n";
    String where = Integer.toHexString(check.hashCode()) + launcher.hashCode();
    return run(launcher, yaml, Size.STANDARD, where).checks().get(0);
  }

  /** Its tables and answers are all that many read. */
  @Test
  void saysWhichPartsHaveTheIntervalsOfOneProcessOfTheServer() throws Exception {
    Study study = study("[]");
    ComparisonResult renewed = measured(study, runs, Map.of(), Size.STANDARD, "renewed");
    ComparisonResult one = renewed.withPlan(renewed.plan().withOneServer(true));

    assertThat(warnings(study, renewed)).doesNotContain("of the server");
    assertThat(warnings(study, one)).contains("The intervals are for this process of the server.");
  }

  private static String warnings(Study study, ComparisonResult part) {
    StudyResult result =
        StudyResult.of(study, Size.STANDARD, "bin/ycsb study", Map.of("pool", part));
    return new StudyReport(result).document().warnings().toString();
  }

  /** Its interval would have no width. */
  @Test
  void aSingleBlockOfWholeRunsHasNoInterval() throws Exception {
    Study study =
        study(
            "      - {claim: a, metric: READ mean, compare: [small, large], change: above 40 %}\n");
    ComparisonResult all = measured(study, runs, Map.of(), Size.STANDARD, "all-blocks");
    ComparisonResult one =
        all.withRuns(all.runs().stream().filter(run -> run.block() == 1).toList()).analysedAgain();

    assertThat(text(study, one))
        .contains("READ mean")
        .doesNotContainPattern("\\[([-+][\\d.]+), \\1\\]")
        .doesNotContainPattern("[^.\\d]0 % +(interval|confidence|\\|)");
  }

  @Test
  void theCsvHasNoEndsOfAnIntervalThatThereIsNot() throws Exception {
    Study study = study("[]");
    ComparisonResult all = measured(study, runs, Map.of(), Size.STANDARD, "all-blocks");
    ComparisonResult one =
        all.withRuns(all.runs().stream().filter(run -> run.block() == 1).toList()).analysedAgain();
    StudyResult result =
        StudyResult.of(study, Size.STANDARD, "bin/ycsb study", Map.of("pool", one));

    assertThat(new StudyReport(result).csv())
        .containsPattern(
            "pool,I,READ mean,ms,threadcount=1,small,.*,[-+.\\d]+,,,0.00000,indicative");
  }

  private static String text(Study study, ComparisonResult part) {
    return new StudyReport(
            StudyResult.of(study, Size.STANDARD, "bin/ycsb study", Map.of("pool", part)))
        .text();
  }

  private static Study study(String checks) {
    return StudyFile.parse(
        "s", "s.yaml", checks.contains("[]") ? STUDY.replace("    checks:\n", "") : STUDY + checks);
  }

  private StudyResult run(FabricatedRuns launcher, String checks, Size size, String where)
      throws Exception {
    return run(launcher, Map.of(), checks, size, where);
  }

  private StudyResult run(
      FabricatedRuns launcher, Map<String, String> given, String checks, Size size, String where)
      throws Exception {
    Study study = study(checks);
    ComparisonResult result = measured(study, launcher, given, size, where);
    return StudyResult.of(study, size, "bin/ycsb study", Map.of("pool", result));
  }

  private ComparisonResult measured(
      Study study, FabricatedRuns launcher, Map<String, String> given, Size size, String where)
      throws Exception {
    Part part = study.parts().get(0);
    ComparisonPlan plan =
        part.plan("fake", part.properties(Map.of(), size, given), size, true, 3)
            // One run after the other.
            .withSchedule(part.extent(size).wholeRuns(size, 3));
    return FabricatedComparison.run(
        directory.resolve(where), launcher, launcher, plan, "bin/ycsb study");
  }
}
