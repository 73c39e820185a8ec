package site.ycsb.tls.history;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.servers.Variant;

class PairReportTest {
  private static final Map<String, String> SAME = Map.of();

  @TempDir private Path directory;

  @Test
  void saysThatOneOverheadIsSmallerThanTheOther() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(made("a", 0.5), made("b", 0.2, SAME, Schedule.wholeRuns(2)));
    PairCell cpu = cell(pair, Metric.CLIENT_CPU);
    // 1.2 / 1.5 - 1
    assertThat(cpu.lower()).isLessThan(-0.2);
    assertThat(cpu.upper()).isBetween(-0.2, -0.15);
    assertThat(cpu.confidence()).isBetween(0.95, 1.0);
    assertThat(cpu.verdict()).isEqualTo(PairCell.PairVerdict.BETTER);
    assertThat(cell(pair, Metric.THROUGHPUT).verdict()).isEqualTo(PairCell.PairVerdict.BETTER);
    assertThat(PairReport.of(pair, "old", "new").text())
        .contains("old to new", "client CPU, us/op", "better")
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048 in throughput: -33")
        .containsPattern(
            "\\| -\\d\\d\\.\\d \\[-\\d\\d\\.\\d, -\\d\\d\\.\\d\\]|-\\d\\d\\.\\d % \\[");
  }

  /** Their blocks are few because they lay close together. */
  @Test
  void comparisonsThatLookedWhenToStopHaveTheLevelThatLookingCosts() throws Exception {
    Schedule eight = Schedule.wholeRuns(1).withBlocks(8);
    ComparisonResult fixed = made("a", 0.5, SAME, eight);
    assertThat(cell(ComparisonPair.of(fixed, fixed), Metric.CLIENT_CPU).confidence())
        .isBetween(0.95, 0.97);

    ComparisonResult looked = made("b", 0.5, SAME, eight.withPrecision(0.2));
    assertThat(cell(ComparisonPair.of(fixed, looked), Metric.CLIENT_CPU).confidence())
        .isGreaterThan(0.97);
  }

  /** A rank has no width where there is one block of each, and its interval would be a point. */
  @Test
  void comparisonsInTurnsHaveAnIntervalFromOneBlockAndAVerdictFromSix() throws Exception {
    for (int blocks : new int[] {1, 5, 6}) {
      ComparisonPair pair = ComparisonPair.of(inTurns("a", 0.5, blocks), inTurns("b", 0.1, blocks));
      PairCell cpu = cell(pair, Metric.CLIENT_CPU);
      assertThat(cpu.lower()).isLessThan(cpu.change() - 0.01);
      assertThat(cpu.upper()).isGreaterThan(cpu.change() + 0.01);
      assertThat(cpu.confidence()).isEqualTo(0.95);
      assertThat(cpu.verdict())
          .isEqualTo(blocks < 6 ? PairCell.PairVerdict.INDICATIVE : PairCell.PairVerdict.BETTER);
      assertThat(PairReport.of(pair, "a", "b").html()).contains("moderated t interval");
    }
    assertThat(PairReport.of(ComparisonPair.of(made("c", 0.5), made("d", 0.5)), "c", "d").html())
        .contains("Hodges-Lehmann")
        .doesNotContain("moderated t interval");
  }

  private ComparisonResult inTurns(String name, double overhead, int blocks) throws Exception {
    ComparisonResult whole =
        made(name + blocks, overhead, SAME, Schedule.wholeRuns(1).withBlocks(blocks));
    Schedule turns = Schedule.standard(1).withBlocks(blocks).withPrecision(0).withTimeSeconds(0);
    return whole.with().plan(whole.plan().withSchedule(turns)).build().analysedAgain();
  }

  @Test
  void theSameTwiceIsInconclusive() throws Exception {
    ComparisonPair pair = ComparisonPair.of(made("a", 0.5), made("b", 0.5));
    assertThat(pair.cells()).isNotEmpty();
    assertThat(pair.cells())
        .allSatisfy(c -> assertThat(c.verdict()).isEqualTo(PairCell.PairVerdict.INCONCLUSIVE));
    assertThat(PairReport.of(pair, "x", "x").text())
        .contains("No recorded setting differs")
        .contains("x (1) to x (2)");
  }

  @Test
  void quickComparisonsGetNoVerdict() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(
            made("a", 0.5, SAME, Schedule.quickWholeRuns(1).withBlocks(3)),
            made("b", 0.1, SAME, Schedule.wholeRuns(1)));
    assertThat(pair.cells())
        .allSatisfy(c -> assertThat(c.verdict()).isEqualTo(PairCell.PairVerdict.INDICATIVE));
    assertThat(PairReport.of(pair, "a", "b").text().replaceAll("\\s+", " "))
        .contains("(1 + overhead), intervals of 75 % or 95 %, verdicts");
  }

  /** Each overhead may be as far off as its baseline differs from itself. */
  @Test
  void whatIsWithinTheNoiseFloorsOfBothIsInconclusive() throws Exception {
    Schedule calibrated = Schedule.wholeRuns(1).withCalibrate(true);
    ComparisonResult first = made("a", 0.5, SAME, calibrated);
    ComparisonResult second = made("b", 0.7, SAME, calibrated);
    // 1.7 / 1.5 - 1 = 13 %.
    assertThat(cell(ComparisonPair.of(first, second), Metric.CLIENT_CPU).verdict())
        .isEqualTo(PairCell.PairVerdict.WORSE);

    ComparisonPair noisy = ComparisonPair.of(unsteady(first), unsteady(second));

    PairCell cpu = cell(noisy, Metric.CLIENT_CPU);
    assertThat(cpu.verdict()).isEqualTo(PairCell.PairVerdict.INCONCLUSIVE);
    assertThat(cpu.noise()).isBetween(0.16, 0.3);
    assertThat(cell(noisy, Metric.THROUGHPUT).verdict()).isEqualTo(PairCell.PairVerdict.WORSE);
  }

  /** The same of a baseline whose second run took 8 % more client CPU. */
  private static ComparisonResult unsteady(ComparisonResult calibrated) {
    String again = calibrated.plan().noiseFloor().orElseThrow().id();
    return FabricatedComparison.changed(
            calibrated,
            run -> {
              Map<String, Double> figures = new LinkedHashMap<>(run.figures());
              figures.computeIfPresent("client CPU", (name, micros) -> 1.08 * micros);
              return run.variant().equals(again)
                  ? run.withFacts(run.facts().withFigures(figures))
                  : run;
            })
        .analysedAgain();
  }

  @Test
  void latenciesOfRunsThatMissedTheirTargetGetNoVerdict() throws Exception {
    FabricatedRuns slow = new FabricatedRuns(0.2, 0.02);
    slow.reached = 0.8;
    Map<String, String> target = Map.of("target", "5000");
    ComparisonPair pair =
        ComparisonPair.of(
            made("a", 0.5, target, Schedule.wholeRuns(1)),
            FabricatedComparison.of(
                directory.resolve("b"), slow, slow, target, Schedule.wholeRuns(1)));
    assertThat(cell(pair, Metric.ofKey("READ mean")).verdict())
        .isEqualTo(PairCell.PairVerdict.UNKNOWN);
    assertThat(cell(pair, Metric.CLIENT_CPU).verdict()).isEqualTo(PairCell.PairVerdict.BETTER);
  }

  @Test
  void figuresOfCodeThatWasStillBeingCompiledGetNoVerdict() throws Exception {
    ComparisonResult first = made("a", 0.5);
    ComparisonResult cold = FabricatedComparison.changed(first, run -> run.withCpuTrend(-0.2));
    ComparisonPair pair = ComparisonPair.of(cold, made("b", 0.2, SAME, Schedule.wholeRuns(2)));
    assertThat(pair.cells())
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.verdict()).isEqualTo(PairCell.PairVerdict.UNKNOWN));
    assertThat(PairReport.of(pair, "a", "b").text().replaceAll("\\s+", " ")).contains(", unknown.");
  }

  @Test
  void warnsOfWhatDiffers() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(
            made("a", 0.5),
            made("b", 0.5, Map.of("fieldlength", "7"), Schedule.wholeRuns(1).withBlocks(7)));
    assertThat(pair.differences())
        .containsEntry("fieldlength", "absent / 7")
        .containsEntry("blocks", "10 / 7")
        .doesNotContainKey("recordcount");
    assertThat(PairReport.of(pair, "a", "b").html())
        .contains("They differ in 2 things")
        .contains("fieldlength: absent / 7");
  }

  @Test
  void warnsOfAComparisonThatIsNotComplete() throws Exception {
    ComparisonResult whole = made("a", 0.5, SAME, Schedule.wholeRuns(1));
    ComparisonResult part =
        made("b", 0.2, SAME, Schedule.wholeRuns(2))
            .with()
            .complete(false)
            .ending("interrupted")
            .build();
    assertThat(PairReport.of(ComparisonPair.of(whole, part), "old", "new").text())
        .contains("Warning: new is not complete: interrupted.\n")
        .doesNotContain("old is not complete");
  }

  /** A report without a row looks like a comparison without the metric. */
  @Test
  void warnsOfWhatOnlyOneOfTheTwoHas() throws Exception {
    ComparisonResult whole = made("a", 0.5);
    ComparisonResult fewer =
        made("b", 0.5, Map.of("tls.keysize", "2048"), Schedule.wholeRuns(2).withBlocks(4));
    ComparisonResult unknown =
        FabricatedComparison.changed(
                fewer,
                run -> {
                  Map<String, Double> figures = new LinkedHashMap<>(run.figures());
                  figures.remove("server CPU");
                  return run.withFacts(run.facts().withFigures(figures));
                })
            .analysedAgain();

    assertThat(PairReport.of(ComparisonPair.of(whole, unknown), "a", "b").document().warnings())
        .contains(
            "Only one of the two has in all runs, and they are not compared:"
                + " TLS_AES_256_GCM_SHA384 RSA-4096, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 RSA-4096,"
                + " 2 primary figures.");
    assertThat(PairReport.of(ComparisonPair.of(whole, whole), "a", "b").document().warnings())
        .noneMatch(warning -> warning.contains("not compared"));
  }

  @Test
  void warnsThatTwoStartsOfAServerMayDiffer() throws Exception {
    ComparisonResult first = made("a", 0.5);
    ComparisonResult second = made("b", 0.5, SAME, Schedule.wholeRuns(2));
    ComparisonResult ofOne = second.withPlan(second.plan().withOneServer(true));

    assertThat(PairReport.of(ComparisonPair.of(first, ofOne), "a", "b").document().warnings())
        .anyMatch(warning -> warning.startsWith("One start of the server served all blocks"));
    assertThat(PairReport.of(ComparisonPair.of(first, second), "a", "b").document().warnings())
        .noneMatch(warning -> warning.startsWith("One start of the server"));
  }

  @Test
  void intervalsThatHaveLessThan95PercentSaySoInTheAnswer() throws Exception {
    Schedule three = Schedule.quickWholeRuns(1).withBlocks(3);
    ComparisonPair pair =
        ComparisonPair.of(made("a", 0.5, SAME, three), made("b", 0.2, SAME, three));

    assertThat(PairReport.of(pair, "old", "new").document().answers())
        .isNotEmpty()
        .allSatisfy(
            answer ->
                assertThat(answer.text())
                    .containsPattern(
                        "\\] \\(75 % confidence\\) with old, .*\\] \\(75 % confidence\\) with new; old to new .*\\] \\(9\\d % confidence\\), indicative"));
  }

  @Test
  void whatIsKnownAtOnePointOfSeveralIsNoVerdictOnAll() throws Exception {
    ComparisonResult whole = swept("a", 0.5);
    ComparisonResult other = swept("b", 0.2);
    String first = whole.plan().points().get(0).id();
    ComparisonResult part =
        other
            .with()
            .complete(false)
            .runs(other.runs().stream().filter(run -> run.point().equals(first)).toList())
            .build()
            .analysedAgain();

    assertThat(PairReport.of(ComparisonPair.of(whole, part), "old", "new").document().answers())
        .isNotEmpty()
        .allSatisfy(
            answer -> {
              assertThat(answer.text())
                  .startsWith("in throughput at " + first + ": ")
                  .endsWith(", better.");
              assertThat(answer.verdict()).isEmpty();
            });
    assertThat(PairReport.of(ComparisonPair.of(whole, other), "old", "new").document().answers())
        .isNotEmpty()
        .allMatch(answer -> answer.verdict().equals("better"));
  }

  /** What is measured at full speed has no latency to answer with. */
  @Test
  void pointsThatOtherMetricsAnswerAreSaidApart() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(swept("a", 0.5, "target=0,5000"), swept("b", 0.2, "target=0,5000"));

    assertThat(PairReport.of(pair, "old", "new").document().answers())
        .isNotEmpty()
        .allSatisfy(
            answer ->
                assertThat(answer.text())
                    .startsWith("in throughput, old to new: +")
                    .contains("; in READ mean, old to new: -")
                    .endsWith("; better."));
  }

  @Test
  void saysHowManyPointsTheAnswerLeavesOut() throws Exception {
    ComparisonResult whole = swept("a", 0.5, "threadcount=1,2,4");
    String last = whole.plan().points().get(2).id();
    ComparisonResult part =
        whole
            .with()
            .complete(false)
            .runs(whole.runs().stream().filter(run -> !run.point().equals(last)).toList())
            .build()
            .analysedAgain();

    assertThat(PairReport.of(ComparisonPair.of(whole, part), "old", "new").document().answers())
        .isNotEmpty()
        .allSatisfy(
            answer ->
                assertThat(answer.text()).endsWith("; not measured in both at 1 of 3 points."));
  }

  private ComparisonResult swept(String name, double overhead) throws Exception {
    return swept(name, overhead, "threadcount=1,2");
  }

  private ComparisonResult swept(String name, double overhead, String axis) throws Exception {
    return FabricatedComparison.of(
        directory.resolve(name), overhead, SAME, Schedule.wholeRuns(1), axis);
  }

  /** From version to version, what a figure means may change. */
  @Test
  void warnsOfAnotherVersionOfThisProgram() throws Exception {
    FabricatedRuns newer = new FabricatedRuns(0.5, 0.02);
    newer.toolVersion = "0.2";
    ComparisonResult second =
        FabricatedComparison.of(directory.resolve("b"), newer, newer, SAME, Schedule.wholeRuns(2));

    assertThat(ComparisonPair.of(made("a", 0.5), second).differences())
        .isEqualTo(Map.of("YCSB-TLS", "0.1 / 0.2"));
  }

  /** A certificate may be renewed with a key of another kind, where none is pinned. */
  @Test
  void warnsOfAnotherKeyOfTheServer() throws Exception {
    FabricatedRuns renewed = new FabricatedRuns(0.5, 0.02);
    renewed.serverKeyOf = request -> "EC-256";
    ComparisonResult second =
        FabricatedComparison.of(
            directory.resolve("b"), renewed, renewed, SAME, Schedule.wholeRuns(1));

    assertThat(ComparisonPair.of(made("a", 0.5), second).differences().values())
        .isNotEmpty()
        .containsOnly(
            "SunJSSE 17, group x25519, key RSA-2048 / SunJSSE 17, group x25519, key EC-256");
  }

  /** All overheads are relative to it. */
  @Test
  void warnsOfAnotherGroupOfTheBaseline() throws Exception {
    ComparisonResult first = relativeToASuite(made("a", 0.5));
    Variant baseline = first.plan().baseline();
    FabricatedRuns others = new FabricatedRuns(0.5, 0.02);
    others.groupOf =
        request ->
            request.properties().entrySet().containsAll(baseline.properties().entrySet())
                ? "secp384r1"
                : "x25519";
    ComparisonResult second =
        relativeToASuite(
            FabricatedComparison.of(
                directory.resolve("b"), others, others, SAME, Schedule.wholeRuns(1)));

    assertThat(ComparisonPair.of(first, second).differences())
        .isEqualTo(
            Map.of(
                baseline.name() + " TLS",
                "SunJSSE 17, group x25519, key RSA-2048 / SunJSSE 17, group secp384r1, key RSA-2048"));
  }

  private static ComparisonResult relativeToASuite(ComparisonResult toPlain) {
    List<Variant> variants = toPlain.plan().variants();
    ComparisonPlan plan =
        toPlain
            .plan()
            .with()
            .baseline(variants.get(0))
            .variants(variants.subList(1, variants.size()))
            .build();
    return toPlain.with().plan(plan).build().analysedAgain();
  }

  @Test
  void warnsOfAnotherTarget() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(
            made("a", 0.5, Map.of("target", "50%"), Schedule.wholeRuns(1)),
            made("b", 0.5, Map.of("target", "90%"), Schedule.wholeRuns(1)));
    assertThat(pair.differences())
        .containsOnlyKeys("target, share of the capacity", "target")
        .containsEntry("target, share of the capacity", "50 % / 90 %");
    assertThat(pair.differences().get("target")).matches("[\\d,]+/s / [\\d,]+/s");
  }

  /** The heap that follows from the free memory differs each time, and nobody gave it. */
  @Test
  void warnsOfOtherArgumentsOfTheJvm() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(
            withArguments("a", "-Dycsb.orders=/tmp/1/s", "-Xmx900m"),
            withArguments("b", "-Dycsb.orders=/tmp/2/s", "-Xmx800m", "-Xmx1g", "-XX:+UseZGC"));
    assertThat(pair.differences())
        .isEqualTo(Map.of("JVM arguments", "absent / -Xmx1g -XX:+UseZGC"));
  }

  private ComparisonResult withArguments(String name, String... arguments) throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.jvmArgumentsOf = request -> List.of(arguments);
    return FabricatedComparison.of(
        directory.resolve(name), runs, runs, SAME, Schedule.wholeRuns(1).withBlocks(4));
  }

  /** The first agent's machine alone is that of neither. */
  @Test
  void warnsOfOtherMachinesOfAgents() throws Exception {
    ComparisonPair pair =
        ComparisonPair.of(
            withAgents(made("a", 0.5), "here", "there"),
            withAgents(made("b", 0.5, SAME, Schedule.wholeRuns(2)), "here", "elsewhere"));

    assertThat(pair.differences())
        .isEqualTo(Map.of("agents' machines", "here and there / elsewhere and here"));
  }

  private static ComparisonResult withAgents(ComparisonResult result, String... hosts) {
    List<FleetFigures.Member> members =
        Stream.of(hosts)
            .map(
                host ->
                    new FleetFigures.Member(
                        "agent 1 (" + host + ", process 7)", 1, 0, 1, 1, 0, null, 0))
            .toList();
    FleetFigures fleet = new FleetFigures(0, 0, 1, members);
    return FabricatedComparison.changed(result, run -> run.withFacts(run.facts().withFleet(fleet)));
  }

  @Test
  void warnsOfOtherTurns() throws Exception {
    ComparisonResult whole = made("a", 0.5, SAME, Schedule.wholeRuns(1).withBlocks(4));
    ComparisonResult slices =
        whole.with().plan(whole.plan().withSchedule(Schedule.standard(1))).build();
    assertThat(ComparisonPair.of(whole, slices).differences())
        .containsEntry(
            "turns",
            "whole runs / slices of the usual length, 2 variants side by side, one server");
  }

  @Test
  void refusesWhatHasNothingInCommon() throws Exception {
    ComparisonResult one = made("a", 0.5, SAME, Schedule.quickWholeRuns(1).withBlocks(3));
    Map<String, String> suite = Map.of("tls.cipher", "TLS_CHACHA20_POLY1305_SHA256");
    ComparisonResult other = made("b", 0.5, suite, Schedule.quickWholeRuns(1).withBlocks(3));
    refused(() -> ComparisonPair.of(one, other))
        .hasMessageContaining("no variant in common")
        .hasMessageContaining("TLS_CHACHA20_POLY1305_SHA256 RSA-2048");
    ComparisonResult swept =
        FabricatedComparison.of(
            directory.resolve("c"),
            0.5,
            SAME,
            Schedule.quickWholeRuns(1).withBlocks(3),
            "threadcount=1,2");
    refused(() -> ComparisonPair.of(one, swept)).hasMessageContaining("no point in common");
  }

  private ComparisonResult made(String name, double overhead) throws Exception {
    return made(name, overhead, SAME, Schedule.wholeRuns(1));
  }

  private ComparisonResult made(
      String name, double overhead, Map<String, String> more, Schedule schedule) throws Exception {
    return FabricatedComparison.of(directory.resolve(name), overhead, more, schedule);
  }

  private static PairCell cell(ComparisonPair pair, Metric metric) {
    return pair.cells().stream()
        .filter(c -> c.metric().equals(metric.key()))
        .findFirst()
        .orElseThrow();
  }
}
