package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.PairedT;

/** Runs made by hand: each variant's figures are those of plain times a factor, with some noise. */
class AnalysisTest {
  private static final String A = "variants.a.x";
  private static final String B = "variants.b.x";

  private final Random random = new Random(3);
  private final List<RunRecord> runs = new ArrayList<>();

  private static ComparisonPlan plan(Schedule schedule, Map<String, String> more, Axis... axes) {
    Map<String, String> properties =
        new LinkedHashMap<>(Map.of("workload", "site.ycsb.workloads.CoreWorkload"));
    properties.put(A, "1");
    properties.put(B, "2");
    properties.putAll(more);
    return ComparisonPlan.parse("fake", properties, List.of(axes), "plain", true, schedule);
  }

  private static Variant named(ComparisonPlan plan, String name) {
    return plan.columns().stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
  }

  private static final Point ALL = new Point(Map.of());

  /** A block with a run of each of the named variants. */
  private void block(ComparisonPlan plan, int block, double noise, Map<String, Double> factors) {
    factors.forEach(
        (name, factor) -> {
          Map<String, Double> figures = new LinkedHashMap<>();
          figures.put("throughput", 1000 / factor * jitter(noise));
          figures.put("READ mean", 50 * factor * jitter(noise));
          figures.put("READ p99", 90 * factor * jitter(noise));
          figures.put("client CPU", 30 * factor * jitter(noise));
          figures.put("server CPU", 12 * factor * jitter(noise));
          runs.add(record(block, named(plan, name), figures, Map.of("client CPU", 0.1)));
        });
  }

  private void blocks(ComparisonPlan plan, int count, double noise, Map<String, Double> factors) {
    IntStream.rangeClosed(1, count).forEach(block -> block(plan, block, noise, factors));
  }

  private double jitter(double noise) {
    return Math.exp(noise * random.nextGaussian());
  }

  private static RunRecord record(
      int block, Variant variant, Map<String, Double> figures, Map<String, Double> spread) {
    return FabricatedRuns.accepted(
        block, ALL, variant, 1, figures, variant.name().equals("plain") ? Map.of() : spread);
  }

  private void onMachines(Boolean awake) {
    runs.replaceAll(
        run ->
            with(
                run,
                new Environment("17", List.of(), "Linux", "a CPU", 2, 8L << 30, "host", awake),
                false));
  }

  private static RunRecord with(RunRecord run, Environment environment, boolean missedTarget) {
    return run.withFacts(
        run.facts().with().environment(environment).missedTarget(missedTarget).build());
  }

  private ComparisonResult result(ComparisonPlan plan) {
    return ComparisonResult.of("", "2026-11-20T10:00:00Z", plan, true, "complete", Map.of(), runs);
  }

  private static Overhead overhead(List<Cell> cells, Variant variant, String metric) {
    return cells.stream()
        .filter(c -> c.variant().equals(variant.id()) && c.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .overhead();
  }

  @Test
  void variantsThatWereDealtToSeveralBlocksArePairedWithTheBaselineOfTheirOwn() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    for (int block = 1; block <= 12; block++) {
      block(
          plan,
          block,
          0.001,
          Map.of("plain", 1.0, block % 2 == 0 ? "a" : "b", block % 2 == 0 ? 1.2 : 1.5));
    }
    List<Cell> cells = new Analysis(plan, runs).findings().cells();

    assertThat(overhead(cells, named(plan, "a"), "client CPU").pairs()).isEqualTo(6);
    assertThat(overhead(cells, named(plan, "a"), "client CPU").change())
        .isEqualTo(0.2, within(0.01));
    assertThat(overhead(cells, named(plan, "b"), "client CPU").change())
        .isEqualTo(0.5, within(0.01));
    assertThat(overhead(cells, named(plan, "b"), "throughput").verdict())
        .isEqualTo(Verdict.OVERHEAD);
    assertThat(
            new Analysis(plan, runs)
                .contrast(ALL, named(plan, "a"), named(plan, "b"), Metric.CLIENT_CPU))
        .as("no block has both")
        .isEmpty();
    block(plan, 13, 0, Map.of("a", 1.2, "b", 1.5));
    assertThat(
            new Analysis(plan, runs)
                .contrast(ALL, named(plan, "a"), named(plan, "b"), Metric.CLIENT_CPU))
        .hasValueSatisfying(c -> assertThat(c.change().estimate()).isEqualTo(-0.2, within(1e-9)));
  }

  @Test
  void aMissedTargetOfTheBaselineConcernsTheVariantsOfItsBlockOnly() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of("target", "100"));
    for (int block = 1; block <= 12; block++) {
      block(plan, block, 0.001, Map.of("plain", 1.0, block % 2 == 0 ? "a" : "b", 1.2));
    }
    runs.replaceAll(
        run ->
            run.block() == 1 && run.variant().equals(plan.baseline().id())
                ? with(run, null, true)
                : run);
    ComparisonResult result = result(plan);

    Metric mean = Metric.ofKey("READ mean");
    assertThat(result.doubt(ALL, named(plan, "b"), mean)).contains(Doubt.QUEUE);
    assertThat(overhead(result.cells(), named(plan, "b"), "READ mean").verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(result.doubt(ALL, named(plan, "a"), mean)).isEmpty();
    assertThat(overhead(result.cells(), named(plan, "a"), "READ mean").verdict())
        .isEqualTo(Verdict.OVERHEAD);
  }

  /** All variants were given the same rate: that they kept it says nothing of what TLS costs. */
  @Test
  void throughputThatWasGivenIsNoAnswer() {
    for (String target : List.of("target", "variants.a.target")) {
      runs.clear();
      ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of(target, "100"));
      blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.0));
      ComparisonResult result = result(plan);

      assertThat(result.doubt(ALL, named(plan, "a"), Metric.THROUGHPUT)).contains(Doubt.ORDERED);
      assertThat(overhead(result.cells(), named(plan, "a"), "throughput").verdict())
          .isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(overhead(result.cells(), named(plan, "a"), "client CPU").verdict())
          .isEqualTo(Verdict.EQUIVALENT);
    }
  }

  @Test
  void theTargetOfAVariantConcernsItsOwnThroughputOnly() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of("variants.b.target", "100"));
    blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    ComparisonResult result = result(plan);

    assertThat(result.doubt(ALL, named(plan, "a"), Metric.THROUGHPUT)).isEmpty();
    assertThat(result.doubt(ALL, named(plan, "b"), Metric.THROUGHPUT)).contains(Doubt.ORDERED);
  }

  @Test
  void codeOfAVariantThatIsStillCompiledConcernsItsOwnVerdictsOnly() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1).withPairwise(true), Map.of());
    blocks(plan, 12, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    Variant cold = named(plan, "b");
    runs.replaceAll(run -> run.variant().equals(cold.id()) ? run.withCpuTrend(-0.2) : run);
    Analysis.Findings findings = new Analysis(plan, runs).findings();

    for (String metric : List.of("client CPU", "throughput", "READ mean")) {
      assertThat(overhead(findings.cells(), cold, metric).verdict())
          .isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(overhead(findings.cells(), named(plan, "a"), metric).verdict())
          .isEqualTo(Verdict.OVERHEAD);
    }
    assertThat(findings.pairwise())
        .extracting(relation -> relation.overhead().verdict())
        .containsOnly(Verdict.INCONCLUSIVE);
  }

  /** Such as a JVM that compiles, or another server whose caches fill: which is not known. */
  @Test
  void aServerThatIsStillWarmingUpIsNotJudged() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.2));
    runs.replaceAll(run -> run.withCpuTrend(0.0).withServerTrend(-0.3));
    ComparisonResult result = result(plan);

    for (Metric metric : List.of(Metric.SERVER_CPU, Metric.THROUGHPUT)) {
      assertThat(overhead(result.cells(), named(plan, "a"), metric.key()).verdict())
          .isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(result.isKnown(ALL, named(plan, "a"), metric)).isFalse();
      assertThat(result.doubt(ALL, named(plan, "a"), metric)).contains(Doubt.SERVER_COLD);
    }
    assertThat(overhead(result.cells(), named(plan, "a"), "client CPU").verdict())
        .isEqualTo(Verdict.OVERHEAD);
    assertThat(result.warnings())
        .filteredOn(w -> w.startsWith("Still warming up (plain, a): server CPU per operation fell"))
        .singleElement()
        .asString()
        .contains("those of a server that is not warm yet; give more than --warmup");
  }

  /** What it used is nobody's then, and the machine may be quiet. */
  @Test
  void aServerWhoseCpuIsUnknownIsNamedAmongTheForeignLoad() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.2));
    runs.replaceAll(run -> run.withFacts(run.facts().withForeignShare(0.3)));
    assertThat(result(plan).warnings())
        .filteredOn(w -> w.startsWith("Noisy machine: "))
        .singleElement()
        .asString()
        .endsWith("(at most 30 %).");

    runs.replaceAll(
        run -> {
          Map<String, Double> others = new LinkedHashMap<>(run.figures());
          others.remove("server CPU");
          return run.withFacts(run.facts().withFigures(others));
        });
    assertThat(result(plan).warnings())
        .filteredOn(w -> w.startsWith("Noisy machine: "))
        .singleElement()
        .asString()
        .endsWith("(at most 30 %); the server is one of them, if it is on this machine.");
  }

  @Test
  void differenceIsThatOfThePairsInTheMetricsUnit() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    for (int block = 1; block <= 8; block++) {
      // The machine is twice as slow in every second block.
      double slow = block % 2 == 0 ? 2 : 1;
      runs.add(record(block, plan.baseline(), Map.of("client CPU", 30 * slow), Map.of()));
      runs.add(
          record(
              block,
              named(plan, "a"),
              Map.of("client CPU", 30 * slow + 5 + block * 0.01),
              Map.of()));
    }
    Overhead overhead =
        overhead(new Analysis(plan, runs).findings().cells(), named(plan, "a"), "client CPU");

    assertThat(overhead.difference().estimate()).isEqualTo(5.045, within(1e-9));
    assertThat(overhead.difference().lower()).isGreaterThan(5);
    assertThat(overhead.difference().confidence()).isEqualTo(overhead.confidence());
  }

  @Test
  void verdictsAreCorrectedWithinTheirFamily() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    blocks(plan, 10, 0.02, Map.of("plain", 1.0, "a", 1.03, "b", 1.0));
    List<Cell> cells = new Analysis(plan, runs).findings().cells();
    List<Overhead> overheads = cells.stream().map(Cell::overhead).filter(o -> o != null).toList();

    assertThat(overheads.stream().filter(Overhead::primary)).hasSize(2 * 3);
    assertThat(overhead(cells, named(plan, "a"), "throughput").primary()).isTrue();
    assertThat(overhead(cells, named(plan, "a"), "READ mean").primary()).isFalse();
    for (boolean primary : new boolean[] {true, false}) {
      List<Overhead> family = overheads.stream().filter(o -> o.primary() == primary).toList();
      double least =
          family.stream().mapToDouble(o -> PairedT.differs(o.ratios())).min().orElseThrow();
      assertThat(family.stream().mapToDouble(Overhead::pDiffers).min().orElseThrow())
          .isEqualTo(least * family.size(), within(1e-12));
    }
  }

  @Test
  void nothingIsEquivalentWhenTheBaselineDiffersFromItselfByMoreThanTheMargin() {
    ComparisonPlan noisy = plan(Schedule.wholeRuns(1).withCalibrate(true), Map.of());
    String again = noisy.noiseFloor().orElseThrow().name();
    blocks(noisy, 20, 0.0005, Map.of("plain", 1.0, "a", 1.0005, "b", 1.3, again, 1.02));
    assertThat(
            overhead(new Analysis(noisy, runs).findings().cells(), named(noisy, "a"), "client CPU")
                .verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    ComparisonPlan wide =
        plan(Schedule.wholeRuns(1).withCalibrate(true).withMargin(0.03), Map.of());
    assertThat(
            overhead(new Analysis(wide, runs).findings().cells(), named(wide, "a"), "client CPU")
                .verdict())
        .isEqualTo(Verdict.EQUIVALENT);
  }

  /** Such as a percentile of too few operations in one of its runs. */
  @Test
  void whatTheSecondRunsOfTheBaselineLackIsNotJudgedWithCalibrate() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1).withCalibrate(true), Map.of());
    Variant again = plan.noiseFloor().orElseThrow();
    blocks(plan, 20, 0.0005, Map.of("plain", 1.0, "a", 1.2, "b", 1.3, again.name(), 1.001));
    runs.replaceAll(run -> run.variant().equals(again.id()) ? withoutServerCpu(run) : run);

    List<Cell> cells = new Analysis(plan, runs).findings().cells();
    assertThat(overhead(cells, named(plan, "a"), "client CPU").verdict())
        .isEqualTo(Verdict.OVERHEAD);
    assertThat(overhead(cells, named(plan, "a"), "server CPU").verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(result(plan).doubt("a", Metric.SERVER_CPU)).contains(Doubt.NO_NOISE_FLOOR);
    assertThat(result(plan).doubt("a", Metric.CLIENT_CPU)).isEmpty();
    assertThat(result(plan).warnings())
        .contains(
            "No noise floor (--calibrate): not all runs of %s have a figure of server CPU; its overheads are not judged where that is so."
                .formatted(again.name()));
  }

  private static RunRecord withoutServerCpu(RunRecord run) {
    Map<String, Double> figures = new LinkedHashMap<>(run.figures());
    figures.remove("server CPU");
    return run.withFacts(run.facts().withFigures(figures));
  }

  @Test
  void eachAgainstEachIsComputedWhenThePlanAsksForIt() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1).withPairwise(true), Map.of());
    blocks(plan, 8, 0.002, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    Analysis.Findings findings = new Analysis(plan, runs).findings();

    assertThat(findings.pairwise()).hasSize(5);
    Pairwise cpu =
        findings.pairwise().stream()
            .filter(p -> p.metric().equals("client CPU"))
            .findFirst()
            .orElseThrow();
    assertThat(cpu.variant()).isEqualTo(named(plan, "b").id());
    assertThat(cpu.relativeTo()).isEqualTo(named(plan, "a").id());
    assertThat(cpu.overhead().change()).isEqualTo(0.25, within(0.01));
    assertThat(cpu.overhead().verdict()).isEqualTo(Verdict.OVERHEAD);
    assertThat(cpu.overhead().primary()).isTrue();
    assertThat(new Analysis(plan(Schedule.wholeRuns(1), Map.of()), runs).findings().pairwise())
        .isEmpty();
  }

  @Test
  void spreadSaysHowManyBlocksAPercentWouldTake() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    blocks(plan, 30, 0.02, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    List<Cell> cells = new Analysis(plan, runs).findings().cells();
    Spread spread = overhead(cells, named(plan, "a"), "client CPU").spread();

    assertThat(spread.between()).isEqualTo(0.02 * Math.sqrt(2), within(0.01));
    assertThat(spread.within()).isEqualTo(0.1, within(1e-12));
    assertThat(spread.blocksNeeded()).isBetween(15, 70);
    assertThat(overhead(cells, named(plan, "a"), "throughput").spread().within()).isNull();
    assertThat(overhead(cells, named(plan, "a"), "READ p99").spread()).isNull();
  }

  @Test
  void isPreciseEnoughWhenClientCpuAndThePrimaryMetricOfAllVariantsAre() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1).withPrecision(0.02), Map.of());
    Analysis none = new Analysis(plan, runs);
    assertThat(none.isPreciseEnough(ALL)).isFalse();
    assertThat(none.blocksNeeded(ALL)).isEmpty();
    blocks(plan, 5, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    assertThat(new Analysis(plan, runs).isPreciseEnough(ALL)).isFalse();
    assertThat(new Analysis(plan, runs).blocksNeeded(ALL)).hasValue(6);
    block(plan, 6, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    assertThat(new Analysis(plan, runs).isPreciseEnough(ALL)).isTrue();
    block(plan, 7, 0, Map.of("plain", 1.0, "a", 1.2, "b", 3.0));
    block(plan, 8, 0, Map.of("plain", 1.0, "a", 1.2, "b", 0.5));
    assertThat(new Analysis(plan, runs).isPreciseEnough(ALL)).isFalse();
    assertThat(new Analysis(plan, runs).blocksNeeded(ALL).orElseThrow()).isGreaterThan(20);
  }

  /** It gets no interval any more: the comparison would go on until its time is over. */
  @Test
  void aMetricThatARunLacksDoesNotDecide() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1).withPrecision(0.02), Map.of());
    for (int block = 1; block <= 6; block++) {
      block(plan, block, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    }
    runs.replaceAll(
        run -> {
          Map<String, Double> figures = new LinkedHashMap<>(run.figures());
          if (run.block() == 2 && run.variant().equals(named(plan, "a").id())) {
            figures.remove("client CPU");
          }
          return run.withFacts(run.facts().withFigures(figures));
        });

    assertThat(new Analysis(plan, runs).isPreciseEnough(ALL)).isTrue();
    assertThat(new Analysis(plan, runs).blocksNeeded(ALL)).hasValue(6);
  }

  @Test
  void primaryMetricFollowsFromThePlan() {
    Schedule schedule = Schedule.wholeRuns(1);
    assertThat(PrimaryMetric.of(plan(schedule, Map.of()), ALL)).isEqualTo(Metric.THROUGHPUT);
    assertThat(primary(Map.of("target", "100"))).isEqualTo("READ mean");
    assertThat(primary(Map.of("target", "70%", "readproportion", "0.05"))).isEqualTo("READ mean");
    assertThat(primary(Map.of("target", "100", "readproportion", "0.04"))).isEqualTo("UPDATE mean");
    assertThat(primary(Map.of("target", "100", "readmodifywriteproportion", "1")))
        .isEqualTo("READ-MODIFY-WRITE mean");
    assertThat(primary(Map.of("target", "100", "measurement.interval", "intended")))
        .isEqualTo("Intended-READ mean");
    assertThat(primary(Map.of("target", "100", "measurement.interval", "INTENDED ")))
        .as("as the runs read it")
        .isEqualTo("Intended-READ mean");
    assertThat(primary(Map.of("target", "0.0"))).as("no target").isEqualTo("throughput");
    assertThat(
            primary(
                Map.of(
                    "target", "9", "workload", "site.ycsb.tls.workload.ConnectionChurnWorkload")))
        .isEqualTo("CYCLE mean");
    assertThat(
            primary(
                Map.of("target", "9", "workload", "site.ycsb.tls.workload.OltpReadOnlyWorkload")))
        .isEqualTo("TRANSACTION mean");
    assertThat(primary(Map.of("target", "9", "workload", "org.example.OltpReadOnlyWorkload")))
        .as("another one of that name")
        .isEqualTo("READ mean");
    ComparisonPlan swept =
        plan(schedule, Map.of("target", "100"), Axis.parse("scanproportion=0,1"));
    assertThat(swept.points().stream().map(p -> PrimaryMetric.of(swept, p).key()))
        .containsExactly("READ mean", "SCAN mean");
  }

  /** A variant at full speed is not judged by its latency because another one has a target. */
  @Test
  void thePrimaryMetricOfAVariantFollowsFromItsOwnTarget() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of("variants.b.target", "100"));
    for (int block = 1; block <= 6; block++) {
      block(plan, block, 0.001, Map.of("plain", 1.0, "a", 1.2, "b", 1.5));
    }
    List<Cell> cells = new Analysis(plan, runs).findings().cells();

    assertThat(overhead(cells, named(plan, "a"), "throughput").primary()).isTrue();
    assertThat(overhead(cells, named(plan, "a"), "READ mean").primary()).isFalse();
    assertThat(overhead(cells, named(plan, "b"), "throughput").primary()).isFalse();
    assertThat(overhead(cells, named(plan, "b"), "READ mean").primary()).isTrue();
    ComparisonPlan swept = plan(Schedule.wholeRuns(1), Map.of(), Axis.parse("target=0,100"));
    assertThat(swept.points().stream().map(p -> PrimaryMetric.of(swept, p).key()))
        .containsExactly("throughput", "READ mean");
  }

  private static String primary(Map<String, String> properties) {
    return PrimaryMetric.of(plan(Schedule.wholeRuns(1), properties), ALL).key();
  }

  @Test
  void aRunThatAnEarlierVersionWroteIsStillRead() throws Exception {
    ObjectMapper json =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    String old =
        "{\"block\":1,\"point\":\"all\",\"variant\":\"plain\",\"status\":\"ACCEPTED\",\"figures\":{},"
            + "\"witness\":{},\"calibration\":{\"rsaSignMicrosBefore\":1},\"remark\":\"%s\"}";

    assertThat(json.readValue(old.formatted("a; b"), RunRecord.class).remarks())
        .containsExactly("a; b");
    assertThat(json.readValue(old.formatted(""), RunRecord.class).remarks()).isEmpty();
    assertThat(json.readValue(old.formatted(""), RunRecord.class).sliceSpread()).isEmpty();
  }

  @Test
  void remarksAreToldAsTheyAreAndDriftInOneLine() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    for (int block = 1; block <= 10; block++) {
      block(plan, block, 0, Map.of("plain", 1.0, "a", 1 + 0.1 * block, "b", 1 + 0.2 * block));
    }
    runs.set(0, runs.get(0).withRemarks(List.of("one; and the same")));

    List<String> warnings = Warnings.of(plan, runs);

    assertThat(warnings).anyMatch(w -> w.endsWith(": one; and the same"));
    assertThat(warnings.stream().filter(w -> w.contains("drift"))).hasSize(1);
  }

  /** Those of a comparison that was continued after a change. */
  @Test
  void runsOfAnotherNumberOfProcessorsOtherAgentsOrAnotherVersionAreToldOf() {
    ComparisonPlan plan = plan(Schedule.wholeRuns(1), Map.of());
    blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.2));
    onMachines(null);
    runs.replaceAll(run -> run.withFacts(run.facts().withFleet(agents("two", "one"))));
    assertThat(Warnings.of(plan, runs)).noneMatch(w -> w.contains("different"));

    Environment larger =
        new Environment("17", List.of(), "Linux", "a CPU", 4, 8L << 30, "host", null);
    runs.replaceAll(
        run ->
            run.block() < 5
                ? run
                : run.withFacts(
                    run.facts()
                        .with()
                        .environment(larger)
                        .fleet(agents("one", "three"))
                        .toolVersion("0.2")
                        .build()));
    assertThat(Warnings.of(plan, runs))
        .contains(
            "The runs were made on different machines or JVMs, or in different states of them:"
                + " host (2 processors of a CPU, Linux, Java 17); host (4 processors of a CPU, Linux, Java 17).",
            "The agents were not on the same machines in all runs: one and two; one and three.",
            "The runs were made by different versions of this program, whose figures may have another meaning: 0.1, 0.2.");
  }

  private static FleetFigures agents(String... hosts) {
    return new FleetFigures(
        0,
        0,
        1,
        Stream.of(hosts)
            .map(
                host ->
                    new FleetFigures.Member(
                        "agent 1 (" + host + ", process 7)", 1, 0, 1, 1, 0, null, 0))
            .toList());
  }

  @Test
  void codeThatIsStillCompiledIsToldAndOneSlowBlockIsNot() {
    ComparisonPlan plan = plan(Schedule.quick(6).withWarmupSeconds(0.5), Map.of());
    for (int block = 1; block <= 6; block++) {
      block(plan, block, 0.01, Map.of("plain", 1.0, "a", 1.1));
      int from = runs.size() - 2;
      for (int i = from; i < runs.size(); i++) {
        RunRecord run = runs.get(i);
        boolean plain = run.variant().equals(plan.baseline().id());
        double trend = plain ? Math.log(0.5) + 0.01 * block : block == 1 ? -2 : -0.03;
        runs.set(i, run.withCpuTrend(trend));
      }
    }

    assertThat(Warnings.of(plan, runs))
        .filteredOn(w -> w.startsWith("Still warming up"))
        .singleElement()
        .asString()
        .startsWith("Still warming up (plain): client CPU per operation fell by up to 48 %")
        .endsWith("give more than --warmup 0.5.");
    runs.replaceAll(run -> run.withCpuTrend(null));
    assertThat(Warnings.of(plan, runs)).noneMatch(w -> w.startsWith("Still warming up"));
  }

  @Test
  void sleepingProcessorsAreNamedWhereThePrecisionIsNotReached() {
    ComparisonPlan plan = plan(Schedule.standard(1), Map.of());
    blocks(plan, 8, 0.1, Map.of("plain", 1.0, "a", 1.1, "b", 1.1));

    onMachines(false);
    assertThat(Warnings.of(plan, runs)).anyMatch(w -> w.contains("may have slept"));
    onMachines(null);
    assertThat(Warnings.of(plan, runs)).anyMatch(w -> w.contains("may have slept"));
    onMachines(true);
    assertThat(Warnings.of(plan, runs)).noneMatch(w -> w.contains("may have slept"));

    runs.clear();
    blocks(plan, 8, 0.001, Map.of("plain", 1.0, "a", 1.1, "b", 1.1));
    onMachines(false);
    assertThat(Warnings.of(plan, runs)).noneMatch(w -> w.contains("may have slept"));
  }
}
