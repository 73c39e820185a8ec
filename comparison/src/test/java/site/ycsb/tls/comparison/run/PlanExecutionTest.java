package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.page.Provenance;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.observation.AccountRow;

class PlanExecutionTest {
  private static final String TLS13 = "TLS_AES_256_GCM_SHA384";
  private static final String OTHER = "TLS_AES_128_GCM_SHA256";

  @TempDir private Path directory;
  private final FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);
  private final RecordedProgress progress = new RecordedProgress();

  @Test
  void eachBlockHasEveryVariantOnceInRandomOrderWithOneSeed() throws Exception {
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5).withBlocks(12)));
    assertThat(runs.runs()).hasSize(12 * 3);
    Set<List<String>> orders = new HashSet<>();
    Set<String> seeds = new HashSet<>();
    for (int block = 0; block < 12; block++) {
      List<RunRequest> inBlock = runs.runs().subList(3 * block, 3 * block + 3);
      List<String> order =
          inBlock.stream().map(r -> r.properties().getOrDefault("tls.cipher", "plain")).toList();
      assertThat(order).containsExactlyInAnyOrder("plain", TLS13, OTHER);
      assertThat(inBlock.stream().map(r -> r.properties().get("seed")).distinct()).hasSize(1);
      orders.add(order);
      seeds.add(inBlock.get(0).properties().get("seed"));
    }
    assertThat(orders.size()).isGreaterThan(3);
    assertThat(seeds).hasSize(12);
    assertThat(result.complete()).isTrue();
    assertThat(result.acceptedRuns()).hasSize(36);
    assertThat(progress.planned).isEqualTo(36 + 1);
    assertThat(progress.ended).isTrue();
  }

  @Test
  void refusedComparisonLeavesNoDirectory() throws Exception {
    Path made = directory.resolve("made");
    Path there = Files.createDirectory(directory.resolve("there"));
    ComparisonDirectory.open(made, plan(Schedule.wholeRuns(5)), "", Secrets.of(List.of())).close();
    ComparisonDirectory.open(there, plan(Schedule.wholeRuns(5)), "", Secrets.of(List.of())).close();
    assertThat(made).doesNotExist();
    assertThat(there).isDirectory();
  }

  /** It has the blocks that it was begun with, in which some variants never meet. */
  @Test
  void eachAgainstEachIsNotContinuedWhereNotAllWereSideBySide() throws Exception {
    Schedule pairwise = Schedule.standard(5).withPairwise(true);
    ComparisonPlan two = plan(pairwise.withSlicing(Slicing.of().withTogether(2)));
    ComparisonPlan three = plan(pairwise.withSlicing(Slicing.of().withTogether(3)));
    try (ComparisonDirectory begun = open(two, directory)) {
      begun.save(false, "");
    }

    refused(() -> open(three, directory))
        .hasMessage(
            "--pairwise needs all 3 variants side by side, and the comparison in %s was begun with 2: give another directory with --out",
            directory);
  }

  @Test
  void comparisonOfBeforeModeratedIntervalsKeepsItsKindOfInterval() throws Exception {
    Slicing slicing = Slicing.of().withTogether(3);
    try (ComparisonDirectory begun =
        open(plan(Schedule.quick(5).withSlicing(slicing.withModerated(false))), directory)) {
      begun.save(false, "");
    }

    try (ComparisonDirectory again =
        open(plan(Schedule.quick(5).withSlicing(slicing)), directory)) {
      assertThat(again.plan().schedule().slices().orElseThrow().moderated()).isFalse();
    }
  }

  /** A server of the user's is the same before and after its restart, as far as names go. */
  @Test
  void serverThatWasStartedAgainIsWarmedUpAsANewOne() throws Exception {
    Schedule quick = Schedule.quick(5);
    compare(plan(quick.withSlicing(Slicing.of().withTogether(3).withRenewalSeconds(0.1))));

    assertThat(runs.warmUps.values())
        .hasSize(2 * 3)
        .allSatisfy(
            seconds -> assertThat(seconds).isGreaterThanOrEqualTo(quick.firstWarmupSeconds()));
  }

  @Test
  void knownOverheadComesOutWithItsInterval() throws Exception {
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5)));
    Cell mean = cell(result, Metric.ofKey("READ mean"));
    assertThat(mean.overhead().pairs()).isEqualTo(10);
    assertThat(mean.overhead().confidence()).isBetween(0.95, 0.96);
    assertThat(mean.overhead().lower()).isLessThan(0.5).isGreaterThan(0.47);
    assertThat(mean.overhead().upper()).isGreaterThan(0.5).isLessThan(0.53);
    assertThat(mean.overhead().tChange()).isBetween(0.48, 0.52);
    assertThat(mean.overhead().verdict()).isEqualTo(Verdict.OVERHEAD);
    Cell throughput = cell(result, Metric.THROUGHPUT);
    assertThat(throughput.overhead().change()).isBetween(-0.35, -0.32);
    assertThat(throughput.overhead().verdict()).isEqualTo(Verdict.OVERHEAD);
    assertThat(result.cells().get(0).overhead()).isNull();
    assertThat(result.cells().stream().map(Cell::metric).distinct())
        .containsExactly(
            "server CPU",
            "client CPU",
            "throughput",
            "READ mean",
            "READ p50",
            "READ p95",
            "READ p99");
  }

  @Test
  void plainAgainstPlainIsNoDifference() throws Exception {
    FabricatedRuns same = new FabricatedRuns(0, 0.002);
    ComparisonResult result = run(plan(Schedule.wholeRuns(5).withCalibrate(true)), same);
    assertThat(result.cells().stream().filter(c -> c.overhead() != null))
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.overhead().verdict()).isEqualTo(Verdict.EQUIVALENT));
    ComparisonResult noisy =
        run(
            plan(Schedule.wholeRuns(5).withCalibrate(true)),
            new FabricatedRuns(0, 0.1),
            directory.resolve("noisy"));
    assertThat(noisy.cells().stream().filter(c -> c.overhead() != null))
        .allSatisfy(c -> assertThat(c.overhead().verdict()).isEqualTo(Verdict.INCONCLUSIVE));
  }

  @Test
  void whatLiesBelowTheNoiseFloorIsInconclusive() throws Exception {
    ComparisonResult result =
        run(
            plan(Schedule.wholeRuns(5).withCalibrate(true).withBlocks(20)),
            new FabricatedRuns(0.02, 0.05));
    Cell cell = cell(result, Metric.ofKey("READ mean"));
    assertThat(cell.overhead().noiseFloor()).isGreaterThan(Math.abs(cell.overhead().change()));
    assertThat(cell.overhead().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void fewBlocksAndQuickOnesAreIndicative() throws Exception {
    ComparisonResult few = compare(plan(Schedule.wholeRuns(5).withBlocks(4)));
    Cell cell = cell(few, Metric.THROUGHPUT);
    assertThat(cell.overhead().verdict()).isEqualTo(Verdict.INDICATIVE);
    assertThat(cell.overhead().confidence()).isEqualTo(0.875);
    assertThat(few.warnings()).anyMatch(w -> w.contains("87.5 %"));
    ComparisonResult quick =
        run(plan(Schedule.quickWholeRuns(5).withBlocks(10)), runs, directory.resolve("quick"));
    assertThat(cell(quick, Metric.THROUGHPUT).overhead().verdict()).isEqualTo(Verdict.INDICATIVE);
    assertThat(quick.warnings()).anyMatch(w -> w.contains("--quick"));
  }

  @Test
  void percentilesWithFewSamplesAboveThemAreNotShown() throws Exception {
    runs.exception = request -> Optional.empty();
    // 9000 samples in 10 s: 90 above the 99th percentile.
    ComparisonResult result = compare(plan(Schedule.wholeRuns(1), Map.of("target", "900")));
    assertThat(result.cells().stream().map(Cell::metric))
        .contains("READ p95")
        .doesNotContain("READ p99");
  }

  @Test
  void everyRunGetsTheBaseThePointTheVariantAndTheAddress() throws Exception {
    compare(
        plan(Schedule.wholeRuns(1).withBlocks(2).withRunSeconds(7.5), Map.of(), "threadcount=1,4"));
    assertThat(runs.runs()).hasSize(2 * 2 * 3);
    assertThat(runs.runs())
        .allSatisfy(
            r ->
                assertThat(r.properties())
                    .containsEntry("address", "127.0.0.1:4711")
                    .containsEntry("server.pid", "42")
                    .containsEntry("warmup.seconds", "10")
                    .containsEntry("maxexecutiontime", "7.5")
                    .containsEntry("operationcount", "0")
                    .containsKey("threadcount"));
    assertThat(runs.runs().stream().map(RunRequest::directory).distinct()).hasSize(12);
  }

  @Test
  void eachServerIsLoadedAndAllLoadsAreAnnounced() throws Exception {
    runs.serversOfTheirOwn = true;
    compare(plan(Schedule.wholeRuns(5).withBlocks(2)));
    assertThat(runs.loads()).hasSize(3);
    assertThat(progress.planned).isEqualTo(2 * 3 + 3);
    assertThat(progress.lastTotal).isEqualTo(2 * 3 + 3);
  }

  @Test
  void dataAreLoadedOnceForEachShapeIntoTablesOfTheirOwn() throws Exception {
    ComparisonPlan plan =
        plan(
            Schedule.wholeRuns(1).withBlocks(2),
            Map.of(),
            "threadcount=1,4",
            "fieldlength=100,1000");
    compare(plan);
    assertThat(runs.loads()).hasSize(2);
    assertThat(runs.loads())
        .extracting(r -> r.properties().get("table"))
        .as("known before")
        .containsExactlyInAnyOrderElementsOf(Tables.names(plan));
    assertThat(runs.loads())
        .allSatisfy(
            r ->
                assertThat(r.properties())
                    .containsEntry("load.clear", "true")
                    .doesNotContainKey("tls.cipher"));
    Map<String, Set<String>> tables =
        runs.requests.stream()
            .collect(
                Collectors.groupingBy(
                    r -> r.properties().get("fieldlength"),
                    Collectors.mapping(r -> r.properties().get("table"), Collectors.toSet())));
    assertThat(tables.get("100")).hasSize(1).doesNotContain("usertable");
    assertThat(tables.get("1000")).hasSize(1).isNotEqualTo(tables.get("100"));
  }

  /** Otherwise it would load its records into the table that the others read. */
  @ParameterizedTest
  @CsvSource({"fieldlength,1000,2", "recordcount,5000,2", "insertproportion,0.05,3"})
  void aVariantWithOtherDataHasATableOfItsOwn(String property, String value, int loads)
      throws Exception {
    ComparisonPlan plan =
        plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("variants.other." + property, value));
    compare(plan);
    Map<Boolean, Set<String>> tables =
        runs.requests.stream()
            .collect(
                Collectors.partitioningBy(
                    r -> value.equals(r.properties().get(property)),
                    Collectors.mapping(r -> r.properties().get("table"), Collectors.toSet())));
    assertThat(tables.get(false)).hasSize(1).isNotEqualTo(tables.get(true));
    assertThat(tables.get(true)).hasSize(1);
    assertThat(runs.loads()).hasSize(loads);
    assertThat(runs.loads())
        .extracting(r -> r.properties().get("table"))
        .containsAll(Tables.names(plan));
  }

  @Test
  void theTableThatAVariantNamesIsNotLoaded() throws Exception {
    compare(plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("variants.other.table", "theirs")));
    assertThat(runs.requests)
        .extracting(r -> r.properties().get("table"))
        .doesNotContain("theirs")
        .anyMatch(table -> table.startsWith("theirs_"));
  }

  @Test
  void workloadsThatInsertGetFreshDataBeforeEachRun() throws Exception {
    compare(plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("insertproportion", "0.05")));
    assertThat(runs.requests.stream().map(r -> r.phase().label()))
        .hasSize(12)
        .startsWith("load", "transactions", "load", "transactions");
    assertThat(progress.planned).isEqualTo(12);
    assertThat(progress.lastTotal).isEqualTo(12);
  }

  /** What is allowed is that operations of the runs fail, not that records are missing. */
  @Test
  void noErrorsAreAllowedInLoads() throws Exception {
    compare(plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("errors.max", "5")));
    assertThat(runs.loads())
        .isNotEmpty()
        .allSatisfy(r -> assertThat(r.properties()).doesNotContainKey("errors.max"));
    assertThat(runs.runs())
        .allSatisfy(r -> assertThat(r.properties()).containsEntry("errors.max", "5"));
  }

  @Test
  void existingDataAreLeftAlone() throws Exception {
    compare(plan(Schedule.wholeRuns(1).withBlocks(2)).withLoadsData(false));
    assertThat(runs.loads()).isEmpty();
    assertThat(runs.runs()).allSatisfy(r -> assertThat(r.properties()).doesNotContainKey("table"));
  }

  @Test
  void shareOfTheCapacityIsTheSameTargetForAllVariants() throws Exception {
    ComparisonResult result =
        compare(
            plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("target", "70%"), "threadcount=1,2"));
    assertThat(result.targets()).hasSize(2);
    assertThat(result.targets().get("threadcount=1")).isBetween(13_000.0, 15_000.0);
    assertThat(result.targets().get("threadcount=2")).isBetween(26_000.0, 30_000.0);
    assertThat(runs.runs().stream().filter(r -> !r.properties().containsKey("target"))).hasSize(2);
    Map<String, Set<String>> targets =
        runs.runs().stream()
            .filter(r -> r.properties().containsKey("target"))
            .collect(
                Collectors.groupingBy(
                    r -> r.properties().get("threadcount"),
                    Collectors.mapping(r -> r.properties().get("target"), Collectors.toSet())));
    assertThat(targets.get("1")).hasSize(1);
    assertThat(targets.get("2")).hasSize(1);
    assertThat(progress.planned).isEqualTo(1 + 2 + 2 * 2 * 3);
  }

  /** Rounded to 1 operation per second it would be three quarters of the capacity. */
  @Test
  void shareOfASmallCapacityIsThatShare() throws Exception {
    runs.overheadOf =
        request ->
            request.properties().containsKey("target")
                ? Optional.empty()
                : Optional.of(20_000 / 1.3 - 1);
    ComparisonResult result =
        compare(plan(Schedule.wholeRuns(1).withBlocks(2), Map.of("target", "50%")));

    assertThat(result.targets().get("all")).isBetween(0.6, 0.7);
    assertThat(runs.runs().get(runs.runs().size() - 1).properties())
        .containsEntry("target", result.targets().get("all").toString());
  }

  @Test
  void progressAlwaysNamesThePrimaryFigures() throws Exception {
    run(plan(Schedule.wholeRuns(8)), new FabricatedRuns(0.5, 0.01));
    assertThat(progress.known)
        .isNotEmpty()
        .allMatch(
            line ->
                line.matches(
                    "So far: server CPU \\+\\d+ % ±[\\d.]+, client CPU \\+\\d+ % ±[\\d.]+, throughput -\\d+ % ±[\\d.]+ \\(TLS.*"));
  }

  @Test
  void precisionStopsWhenTheIntervalsAreNarrowAndNotBeforeSixBlocks() throws Exception {
    run(
        plan(Schedule.wholeRuns(5).withBlocks(3).withPrecision(0.05)),
        new FabricatedRuns(0.5, 0.001));
    assertThat(progress.steps.get(progress.steps.size() - 1)).startsWith("block 6/6");
    run(
        plan(Schedule.wholeRuns(5).withPrecision(0.02)),
        new FabricatedRuns(0.5, 0.015),
        directory.resolve("b"));
    String last = progress.steps.get(progress.steps.size() - 1);
    int blocks = Integer.parseInt(last.replaceAll("block (\\d+)/.*", "$1"));
    assertThat(blocks).isBetween(7, 39);
    run(
        plan(Schedule.wholeRuns(5).withPrecision(0.001)),
        new FabricatedRuns(0.5, 0.1),
        directory.resolve("c"));
    assertThat(progress.steps.get(progress.steps.size() - 1)).startsWith("block 40/40");
  }

  @Test
  void failedRunRepeatsItsBlockAndIsCounted() throws Exception {
    List<RunRequest> failed = new ArrayList<>();
    runs.exception =
        request -> {
          if (request.directory().toString().contains("block-03") && failed.isEmpty()) {
            failed.add(request);
            return Optional.of(new RunOutcome(137, Optional.empty(), "Killed"));
          }
          return Optional.empty();
        };
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5)));
    assertThat(result.complete()).isTrue();
    assertThat(progress.notes).hasSize(1);
    assertThat(result.acceptedRuns()).hasSize(30);
    assertThat(result.runs()).hasSize(31);
    assertThat(result.warnings()).anyMatch(w -> w.startsWith("1 block was repeated: "));
    assertThat(result.acceptedRuns().stream().filter(r -> r.block() == 3))
        .allMatch(r -> r.place().attempt() == 2);
  }

  @Test
  void serverThatEndsIsStartedAgainWithItsDataAndTheBlockRepeated() throws Exception {
    runs.exception =
        request -> {
          // Whatever the run says of itself, even that it did nothing, is no reason to end.
          if (request.directory().toString().contains("block-03") && runs.loads().size() == 1) {
            runs.ended = true;
            return Optional.of(new RunOutcome(1, Optional.empty(), "connection refused"));
          }
          return Optional.empty();
        };
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5)));
    assertThat(result.complete()).isTrue();
    assertThat(result.acceptedRuns()).hasSize(30);
    assertThat(runs.loads()).hasSize(2);
    assertThat(progress.notes)
        .singleElement()
        .asString()
        .contains("during the run the test server has ended");
    assertThat(result.warnings())
        .anyMatch(w -> w.contains("during the run the test server has ended"));
  }

  /**
   * By whoever starts it again between blocks: their figures are not of one thing. Of some servers,
   * only the test server knows the TLS library, which an upgrade of the machine replaces.
   */
  @ParameterizedTest
  @ValueSource(strings = {"server", "serverTlsLibrary", "testServer", "testServerArguments"})
  void serverThatBecomesAnotherVersionEndsTheComparison(String what) throws Exception {
    runs.exception =
        request -> {
          boolean third = request.directory().toString().contains("block-03");
          String version = third ? "version 2" : "version 1";
          runs.product = what.equals("testServer") ? version : "";
          runs.server = what.equals("testServer") ? Map.of() : Map.of(what, version);
          return Optional.empty();
        };

    assertEnds()
        .hasMessageMatching(
            "block 3, .*: the server has changed: \"%s\" was \"version 1\" and is \"version 2\"; measure each of the two in a comparison of its own"
                .formatted(what));
    assertThat(ComparisonDirectory.read(directory).acceptedRuns())
        .hasSize(6)
        .allSatisfy(run -> assertThat(run.facts().server()).containsEntry(what, "version 1"));
  }

  /** A comparison that an earlier version of the program began. */
  @Test
  void resultsThatDoNotSayTheirTestServerCanBeContinued() throws Exception {
    runs.exception =
        request -> {
          boolean first = request.directory().toString().contains("block-01");
          runs.product = first ? "" : "postgres 15.9 OpenSSL 3.0";
          return Optional.empty();
        };

    assertThat(compare(plan(Schedule.wholeRuns(2))).complete()).isTrue();
  }

  @Test
  void anotherDriverEndsAComparisonThatIsContinuedWithIt() throws Exception {
    runs.server = Map.of("driver", "driver 1");
    compare(plan(Schedule.wholeRuns(5).withBlocks(6)));
    runs.server = Map.of("driver", "driver 2");

    assertThatThrownBy(() -> compare(plan(Schedule.wholeRuns(5).withBlocks(12))))
        .isInstanceOf(ComparisonException.class)
        .hasMessageMatching(
            "block 7, .*: the driver has changed: \"driver\" was \"driver 1\" and is \"driver 2\"; measure each of the two in a comparison of its own");
    assertThat(ComparisonDirectory.read(directory).acceptedRuns())
        .hasSize(18)
        .allSatisfy(run -> assertThat(run.facts().server()).containsEntry("driver", "driver 1"));
  }

  /** One would measure two groups and call it the suite. */
  @Test
  void anotherGroupThanInTheBlocksBeforeEndsTheComparison() {
    runs.groupOf =
        request ->
            request.directory().toString().contains("block-03") ? "X25519MLKEM768" : "x25519";

    assertEnds()
        .hasMessageMatching(
            "block 3, tls.*: the group \\(tls.group\\) has changed: it was \"x25519\" and is"
                + " \"X25519MLKEM768\"; measure each of the two in a comparison of its own");
  }

  @Test
  void pointsOfASweepMayHaveDriversOfTheirOwn() throws Exception {
    runs.exception =
        request -> {
          runs.server = Map.of("driver", request.properties().getOrDefault("threadcount", ""));
          return Optional.empty();
        };
    ComparisonPlan swept = plan(Schedule.wholeRuns(1).withBlocks(3), Map.of(), "threadcount=1,4");
    assertThat(compare(swept).complete()).isTrue();
  }

  /** The heap that follows from the free memory differs each time, and nobody gave it. */
  @Test
  void warnsOfOtherArgumentsOfTheJvmWithWhichItWasContinued() throws Exception {
    runs.jvmArgumentsOf =
        request -> List.of("-Dycsb.orders=" + request.directory(), "-Xmx" + runs.runs().size());
    assertThat(compare(plan(Schedule.wholeRuns(5).withBlocks(6))).warnings())
        .noneMatch(w -> w.contains("JVM arguments"));
    runs.jvmArgumentsOf = request -> List.of("-XX:+UseZGC");
    assertThat(compare(plan(Schedule.wholeRuns(5).withBlocks(12))).warnings())
        .contains("The runs of a variant had different JVM arguments: none; -XX:+UseZGC.");
  }

  @Test
  void serverThatEndsAgainAndAgainEndsTheComparison() {
    runs.exception =
        request -> {
          runs.ended = request.phase() == Phase.TRANSACTIONS;
          return Optional.empty();
        };
    assertEnds()
        .hasMessageContaining("block 1 failed 3 times")
        .hasMessageContaining("during the run the test server has ended: Killed");
    runs.exception =
        request -> {
          runs.ended = request.phase() == Phase.LOAD;
          return Optional.empty();
        };
    assertThatThrownBy(
            () -> run(plan(Schedule.wholeRuns(5)), runs, directory.resolve("while loading")))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("loading failed 3 times: the test server has ended: Killed");
  }

  @Test
  void runsThatFailAgainAndAgainEndTheComparisonAndNothingIsLost() throws Exception {
    runs.exception =
        request ->
            request.directory().toString().contains("block-03")
                ? Optional.of(new RunOutcome(137, Optional.empty(), "Killed"))
                : Optional.empty();
    assertThatThrownBy(() -> compare(plan(Schedule.wholeRuns(5))))
        .isInstanceOfSatisfying(
            ComparisonException.class, e -> assertThat(e.exitCode()).isEqualTo(1))
        .hasMessageContaining("block 3 failed 3 times")
        .hasMessageContaining("Killed");
    ComparisonResult kept = ComparisonDirectory.read(directory);
    assertThat(kept.complete()).isFalse();
    assertThat(kept.ending()).contains("Killed");
    assertThat(kept.acceptedRuns()).hasSize(6);
  }

  /** Of a fleet whose other agents had begun, and left a result. */
  @Test
  void aRunThatDidNothingBecauseItLostAnAgentIsMadeAgain() throws Exception {
    AtomicInteger lost = new AtomicInteger();
    runs.exception =
        request ->
            pinsTls(request) && lost.getAndIncrement() < 2 ? lost(request) : Optional.empty();

    assertThat(compare(plan(Schedule.wholeRuns(5).withBlocks(3))).complete()).isTrue();

    runs.exception = request -> pinsTls(request) ? lost(request) : Optional.empty();
    assertThatThrownBy(() -> run(plan(Schedule.wholeRuns(5)), runs, directory.resolve("other")))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("block 1 failed 3 times; the last failure: TLS_AES_")
        .hasMessageContaining(": agent 2 (b): gone");
  }

  private Optional<RunOutcome> lost(RunRequest request) {
    runs.accountOf = any -> List.of(NOT_AS_ASKED);
    RunResult made = runs.result(request);
    runs.accountOf = any -> List.of();
    RunResult nothing =
        new RunResult(
            made.format(),
            made.configuration(),
            new RunValidity(Outcome.FAILED, List.of("agent 2 (b): gone")),
            made.window(),
            new Work(0, 0, Map.of(), List.of(), made.work().pacing(), null),
            made.resources(),
            made.transport(),
            made.server(),
            made.environment(),
            made.fleet(),
            made.slices());
    return Optional.of(
        new RunOutcome(RunOutcome.KILLED, Optional.of(nothing), "agent 2 (b): gone"));
  }

  @Test
  void variantThatCannotRunEndsTheComparisonWithItsMessageAndCode() {
    for (int code : new int[] {2, 1}) {
      runs.exception =
          request ->
              request.properties().containsKey("tls.cipher")
                  ? Optional.of(new RunOutcome(code, Optional.empty(), "no such suite"))
                  : Optional.empty();
      assertThatThrownBy(() -> compare(plan(Schedule.wholeRuns(5))))
          .isInstanceOfSatisfying(
              ComparisonException.class, e -> assertThat(e.exitCode()).isEqualTo(code))
          .hasMessageMatching("TLS_AES_.* cannot run: no such suite");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db:1 speaks TLS, but no suite is pinned; set tls.cipher ('bin/ycsb suites db:1' lists them)",
        "db:1 speaks TLS; set tls.cipher to the suite to pin, or give the plain port",
        "db:1 speaks TLS, or set tls.cipher if the server requires TLS",
        "db:1 speaks TLS; if it speaks TLS, set tls.cipher to the suite to pin"
      })
  void plainOnAServerWithTlsOnlyIsNotAdvisedToPinWhatOthersPin(String message) {
    runs.exception =
        request ->
            request.properties().containsKey("tls.cipher")
                ? Optional.empty()
                : Optional.of(new RunOutcome(1, Optional.empty(), message));

    assertEnds()
        .hasMessageStartingWith("loading failed: db:1 speaks TLS; this variant has no TLS, and ")
        .hasMessageContaining("tls.also=")
        .hasMessageNotContainingAny("set tls.cipher");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db:1 is plain; leave out tls.cipher",
        "db:1 is plain; leave out tls.cipher, or give the port that speaks TLS"
      })
  void tlsAtAPlainPortIsNotAdvisedToPinNothing(String message) {
    runs.exception =
        request ->
            request.properties().containsKey("tls.cipher")
                ? Optional.of(new RunOutcome(1, Optional.empty(), message))
                : Optional.empty();

    assertEnds()
        .hasMessageEndingWith(
            " cannot run: db:1 is plain; give the port that speaks TLS with -p tls.also=NAME=VALUE");
  }

  @Test
  void serverThatSawSomethingElseFailsTheRun() {
    runs.witnessOf = claim -> claim.equals("plain") ? claim : "TLSv1.2 SOMETHING_ELSE";
    assertEnds().hasMessageContaining("the server saw {TLSv1.2 SOMETHING_ELSE=2}");
  }

  /** With replicas to spare no operation fails, and fewer nodes did the work. */
  @Test
  void runInWhichTheServerWasNotWholeIsRepeated() throws Exception {
    runs.exception =
        request -> {
          if (runs.runs().size() == 4) {
            runs.incidents.put("node 2 took node 3 for dead", 1L);
          }
          return Optional.empty();
        };
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5).withBlocks(3)));
    assertThat(result.complete()).isTrue();
    assertThat(progress.notes)
        .singleElement()
        .satisfies(
            note -> assertThat(note).contains("during the run, node 2 took node 3 for dead"));
    assertThat(result.acceptedRuns()).hasSize(9);
  }

  @Test
  void firstForecastHasTheStartsOfTheServer() throws Exception {
    runs.preparation = Duration.ofHours(1);

    compare(plan(Schedule.wholeRuns(5).withBlocks(3)));

    assertThat(progress.estimate).isBetween(Duration.ofHours(9), Duration.ofHours(10));
  }

  @Test
  void timeLeftHasTheRestartsOfTheServer() throws Exception {
    runs.restartMillis = 20;

    compare(plan(Schedule.wholeRuns(5).withBlocks(3)));

    int second = progress.left.size() - 8;
    assertThat(progress.left.get(second)).isGreaterThanOrEqualTo(Duration.ofMillis(7 * 20));
  }

  @Test
  void foreignLoadIsReportedAndRepeatsNothing() throws Exception {
    runs.foreign = request -> 0.3;
    ComparisonResult result = compare(plan(Schedule.wholeRuns(5).withBlocks(8)));
    assertThat(result.complete()).isTrue();
    assertThat(progress.notes).noneMatch(note -> note.contains("repeated"));
    assertThat(result.acceptedRuns()).hasSize(24);
    assertThat(runs.runs()).hasSize(24);
    assertThat(result.warnings()).anyMatch(w -> w.startsWith("Noisy machine: in 24 of 24 runs"));
    // What is known of the comparison's own processes is kept beside it.
    assertThat(result.acceptedRuns()).allMatch(run -> run.facts().relatedShare() == 0.01);
  }

  @Test
  void anotherJavaIsTheVariantsOnlyWhereItWasAskedFor() throws Exception {
    ComparisonPlan plan =
        plan(Schedule.wholeRuns(5).withBlocks(2), Map.of("variants.newer.client.java", "25"));
    runs.javaOf = request -> request.properties().getOrDefault("client.java", "17");
    ComparisonResult result = compare(plan);
    assertThat(result.warnings()).noneMatch(w -> w.contains("made on different machines"));
    // The same data, whichever Java reads them.
    assertThat(runs.loads()).hasSize(1);
    assertThat(Provenance.environment(result).get("Java"))
        .isEqualTo("17 (plain, tls_aes_128_gcm_sha256, tls_aes_256_gcm_sha384); 25 (newer)");

    runs.javaOf = request -> Integer.toString(runs.runs().size());
    assertThat(run(plan, runs, directory.resolve("others")).warnings())
        .anyMatch(w -> w.contains("made on different machines") && w.contains("Java "));
  }

  @Test
  void warnsFirstOfAllOfAServerWhoseFiguresProveNothing() throws Exception {
    runs.server = Map.of(DatabasePool.NOT_FOR_PUBLICATION, "it is made of cardboard");
    ComparisonResult result = compare(plan(Schedule.quickWholeRuns(1)));
    assertThat(result.warnings().get(0)).isEqualTo("Not for publication: it is made of cardboard.");
  }

  @Test
  void interruptedComparisonIsResumedWhereItStopped() throws Exception {
    runs.exception =
        // The second run of the third block.
        request -> runs.runs().size() == 8 ? interrupted() : Optional.empty();
    ComparisonPlan plan = plan(Schedule.wholeRuns(5).withBlocks(6));
    assertThatThrownBy(() -> compare(plan)).isInstanceOf(InterruptedException.class);
    ComparisonResult kept = ComparisonDirectory.read(directory);
    assertThat(kept.ending()).isEqualTo("interrupted");
    assertThat(kept.acceptedRuns()).hasSize(6);

    FabricatedRuns rest = new FabricatedRuns(0.5, 0.01);
    RecordedProgress again = new RecordedProgress();
    ComparisonPlan sameWithOtherSeed = plan.withSchedule(plan.schedule().withSeed(99));
    ComparisonResult result = run(sameWithOtherSeed, rest, directory, again);
    assertThat(result.complete()).isTrue();
    assertThat(rest.runs()).hasSize(4 * 3);
    assertThat(result.acceptedRuns()).hasSize(18);
    assertThat(result.plan().schedule().seed()).isEqualTo(5);
    assertThat(again.remarks).anyMatch(r -> r.contains("2 of 6 blocks are there"));

    FabricatedRuns nothing = new FabricatedRuns(0.5, 0.01);
    assertThat(run(plan, nothing).complete()).isTrue();
    assertThat(nothing.requests).isEmpty();
  }

  /** Stopped before it had ended by itself, it has the exit code of an interruption. */
  @Test
  void aRunThatFailedWasNotInterrupted() throws Exception {
    runs.validityOf = request -> new RunValidity(Outcome.FAILED, List.of("not as pinned"));
    runs.exception =
        request ->
            Optional.of(new RunOutcome(130, Optional.of(runs.result(request)), "not as pinned"));
    assertEnds().hasMessageContaining("not as pinned");
  }

  private static final AccountRow NOT_AS_ASKED =
      AccountRow.different("KeyRenewals", "every 7 operations", "0", "no connection got new keys");

  /** Its TLS was not as asked, which it says at its end. */
  private Optional<RunOutcome> notAsAsked(RunRequest request) {
    runs.accountOf = any -> List.of(NOT_AS_ASKED);
    RunOutcome outcome =
        new RunOutcome(1, Optional.of(runs.result(request)), NOT_AS_ASKED.remark());
    runs.accountOf = any -> List.of();
    return Optional.of(outcome);
  }

  private static boolean pinsTls(RunRequest request) {
    return request.properties().containsKey("tls.cipher");
  }

  @Test
  void tlsThatIsNotAsAskedIsNotTriedAgain() throws Exception {
    runs.exception = request -> pinsTls(request) ? notAsAsked(request) : Optional.empty();
    assertEnds().hasMessageContaining("cannot run: no connection got new keys");
    assertThat(runs.runs()).filteredOn(PlanExecutionTest::pinsTls).hasSize(1);
  }

  @Test
  void tlsThatWasAsAskedBeforeIsTriedAgain() throws Exception {
    AtomicBoolean once = new AtomicBoolean();
    runs.exception =
        request ->
            pinsTls(request) && runs.runs().size() > 6 && !once.getAndSet(true)
                ? notAsAsked(request)
                : Optional.empty();
    assertThat(compare(plan(Schedule.wholeRuns(5).withBlocks(4))).complete()).isTrue();
    assertThat(once).isTrue();
  }

  @Test
  void aComparisonThatHasAllItsBlocksAnnouncesNone() throws Exception {
    compare(plan(Schedule.wholeRuns(5).withBlocks(3)));
    RecordedProgress again = new RecordedProgress();
    run(plan(Schedule.wholeRuns(5).withBlocks(2)), runs, directory, again);
    assertThat(again.remarks).isEmpty();
  }

  /** As Ignite's client node does when it cannot connect. */
  @Test
  void aClientThatEndsItsJvmWithTheCodeOfAnInterruptionWasNotInterrupted() throws Exception {
    runs.exception = request -> Optional.of(new RunOutcome(130, Optional.empty(), "node halted"));
    assertEnds().hasMessageContaining("loading failed: node halted; the client ended the JVM");
    runs.exception =
        request ->
            pinsTls(request)
                ? Optional.of(new RunOutcome(130, Optional.empty(), "node halted"))
                : Optional.empty();
    assertThatThrownBy(() -> run(plan(Schedule.wholeRuns(5)), runs, directory.resolve("other")))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("exit code 130: node halted; the client ended the JVM");
  }

  /** Some operations succeed on an empty table, too. */
  @Test
  void recordsAreLookedForUntilARunThatCountsHasFoundThem() throws Exception {
    runs.exception =
        request ->
            !request.properties().containsKey("tls.cipher") && looks().size() == 1
                ? Optional.of(new RunOutcome(RunOutcome.KILLED, Optional.empty(), "killed"))
                : Optional.empty();

    compare(plan(Schedule.wholeRuns(1).withBlocks(3)).withLoadsData(false));

    assertThat(looks()).containsExactly("true", "true", "", "");
  }

  /** Of the runs without TLS, whether they look for their records. */
  private List<String> looks() {
    return runs.runs().stream()
        .filter(request -> !request.properties().containsKey("tls.cipher"))
        .map(request -> request.properties().getOrDefault("load.check", ""))
        .toList();
  }

  /** The exception of a channel that it closes has no message. */
  @Test
  void anInterruptionWithAFileOpenIsOneToo() throws Exception {
    assertThatThrownBy(() -> executeWith(new ClosedByInterruptException()))
        .isInstanceOf(InterruptedException.class);
    assertThat(ComparisonDirectory.read(directory).ending()).isEqualTo("interrupted");
  }

  @Test
  void anEndByAFileSaysWhyNotOnlyWhichFile() throws Exception {
    assertThatThrownBy(() -> executeWith(new NoSuchFileException("/a/file")))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(ComparisonDirectory.read(directory).ending())
        .isEqualTo("ended early: /a/file: no such file or folder");
  }

  /** With runs that fail. */
  private void executeWith(IOException failure) throws Exception {
    RunLauncher launcher =
        request -> {
          throw failure;
        };
    try (ComparisonDirectory opened = open(plan(Schedule.wholeRuns(5)), directory)) {
      new PlanExecution(opened, launcher, runs, progress).run();
    }
  }

  @Test
  void seedsAndOrdersDoNotDependOnInterruption() throws Exception {
    ComparisonPlan plan = plan(Schedule.wholeRuns(5).withBlocks(3));
    List<String> whole = order(compare(plan));
    FabricatedRuns first = new FabricatedRuns(0.5, 0.01);
    first.exception = request -> first.runs().size() == 4 ? interrupted() : Optional.empty();
    Path other = directory.resolve("other");
    assertThatThrownBy(() -> run(plan, first, other)).isInstanceOf(InterruptedException.class);
    assertThat(order(run(plan, new FabricatedRuns(0.5, 0.01), other))).isEqualTo(whole);
  }

  private static List<String> order(ComparisonResult result) {
    return result.acceptedRuns().stream()
        .map(r -> r.block() + " " + r.variant() + " " + r.place().seed())
        .toList();
  }

  @Test
  void anotherPlanInTheSameDirectoryIsRefusedWithWhatDiffers() throws Exception {
    compare(plan(Schedule.wholeRuns(5).withBlocks(2)));
    refused(() -> compare(plan(Schedule.wholeRuns(5).withBlocks(2).withRunSeconds(3))))
        .hasMessageContaining("schedule.runSeconds was 15.0 and is now 3.0");
  }

  @Test
  void finishedComparisonIsExtendedWithMoreBlocks() throws Exception {
    ComparisonResult two = compare(plan(Schedule.wholeRuns(5).withBlocks(2)));
    FabricatedRuns more = new FabricatedRuns(0.5, 0.01);
    ComparisonResult four = run(plan(Schedule.wholeRuns(5).withBlocks(4)), more);
    assertThat(more.runs()).hasSize(2 * 3);
    assertThat(four.complete()).isTrue();
    assertThat(four.acceptedRuns()).hasSize(12).containsAll(two.acceptedRuns());
  }

  /** As results.md allows for one that is kept for long. */
  @Test
  void comparisonThatWasCompressedIsThere() throws Exception {
    ComparisonResult two = compare(plan(Schedule.wholeRuns(5).withBlocks(2)));
    Path file = directory.resolve(ComparisonDirectory.FILE);
    Path compressed = directory.resolve(ComparisonDirectory.FILE + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(file, out);
    }
    Files.delete(file);

    refused(() -> compare(plan(Schedule.wholeRuns(5).withRunSeconds(3))))
        .hasMessageContaining("was begun with another plan");
    assertThat(file).doesNotExist();
    ComparisonResult four = compare(plan(Schedule.wholeRuns(5).withBlocks(4)));
    assertThat(four.acceptedRuns()).hasSize(12).containsAll(two.acceptedRuns());
    assertThat(compressed).as("would be an older one").doesNotExist();
  }

  /** Who extends it until it tells has looked several times. */
  @Test
  void comparisonThatIsExtendedHasTheLevelThatLookingCosts() throws Exception {
    ComparisonPlan eight = plan(Schedule.wholeRuns(5).withBlocks(8));
    assertThat(cell(compare(eight), Metric.CLIENT_CPU).overhead().confidence())
        .isBetween(0.95, 0.97);
    ComparisonResult ten = compare(plan(Schedule.wholeRuns(5)));
    assertThat(cell(ten, Metric.CLIENT_CPU).overhead().confidence()).isGreaterThan(0.97);
    assertThat(compare(plan(Schedule.wholeRuns(5))).plan().schedule().looked())
        .as("the command again, and it stays so")
        .isTrue();

    Path stopped = directory.resolve("stopped");
    run(plan(Schedule.wholeRuns(5).withBlocks(8).withPrecision(0.1)), runs, stopped);
    ComparisonResult exactly = run(plan(Schedule.wholeRuns(5).withBlocks(9)), runs, stopped);
    assertThat(cell(exactly, Metric.CLIENT_CPU).overhead().confidence()).isGreaterThan(0.97);
  }

  /** The first one would make fewer blocks. */
  @Test
  void theCommandThatRepeatsAComparisonIsTheOneThatExtendedIt() throws Exception {
    ComparisonPlan two = plan(Schedule.wholeRuns(5).withBlocks(2));
    ComparisonPlan three = plan(Schedule.wholeRuns(5).withBlocks(3));
    assertThat(commandOf(two, "first")).isEqualTo("first");
    assertThat(commandOf(two, "again")).isEqualTo("first");
    assertThat(commandOf(three, "extended")).isEqualTo("extended");
    assertThat(commandOf(three, "again")).isEqualTo("extended");
  }

  private String commandOf(ComparisonPlan plan, String command) throws Exception {
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory, plan, command, Secrets.of(List.of()))) {
      return new PlanExecution(opened, runs, runs, progress).run().command();
    }
  }

  @Test
  void comparisonThatIsResumedWithItsCommandWasNotLookedAt() throws Exception {
    ComparisonPlan plan = plan(Schedule.wholeRuns(5).withBlocks(3));
    runs.exception = request -> runs.runs().size() == 5 ? interrupted() : Optional.empty();
    assertThatThrownBy(() -> compare(plan)).isInstanceOf(InterruptedException.class);

    runs.exception = request -> Optional.empty();
    assertThat(compare(plan).plan().schedule().looked()).isFalse();
  }

  @Test
  void noBlockBeginsWhenTheTimeIsOver() throws Exception {
    // Any run takes longer than that: only the blocks that are made in any case are.
    ComparisonResult result =
        compare(plan(Schedule.wholeRuns(5).withBlocks(2).withTimeSeconds(1e-9)));
    assertThat(result.complete()).isTrue();
    assertThat(result.acceptedRuns()).hasSize(2 * 3);
  }

  @Test
  void directoryOfSomethingElseIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("thesis.tex"), "x");
    refused(() -> compare(plan(Schedule.wholeRuns(5)))).hasMessageContaining("--out");
    assertThat(directory.resolve("thesis.tex")).hasContent("x");
  }

  @Test
  void comparisonThatEndedBeforeItsFirstRunIsBegunAgain() throws Exception {
    ComparisonPlan plan = plan(Schedule.wholeRuns(5).withBlocks(2));
    try (ComparisonDirectory killed = open(plan, directory)) {
      Files.createDirectory(killed.path().resolve("server"));
    }
    assertThat(compare(plan).complete()).isTrue();
  }

  @Test
  void comparisonThatFailedBeforeItsFirstRunMayBeCorrected() throws Exception {
    runs.exception =
        request -> Optional.of(new RunOutcome(2, Optional.empty(), "a property is missing"));
    assertThatThrownBy(() -> compare(plan(Schedule.wholeRuns(1).withBlocks(2))))
        .isInstanceOf(ComparisonException.class);

    runs.exception = request -> Optional.empty();
    ComparisonPlan corrected =
        plan(Schedule.wholeRuns(2).withBlocks(2), Map.of("missing.before", "here"));
    assertThat(compare(corrected).complete()).isTrue();
  }

  @Test
  void damagedTimeOfTheStartNamesTheFile() throws Exception {
    compare(plan(Schedule.wholeRuns(1).withBlocks(2)));
    Path file = directory.resolve("comparison.json");
    Files.writeString(
        file,
        Files.readString(file).replaceFirst("\"startedAt\" : \"[^\"]*\"", "\"startedAt\" : \"?\""));

    assertThatThrownBy(() -> ComparisonDirectory.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " is damaged: startedAt is '?', expected a time such as");
  }

  @Test
  void foldersHaveTheSameNamesInAllLanguages() throws Exception {
    Locale usual = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
    try {
      compare(plan(Schedule.wholeRuns(1).withBlocks(2)));
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, usual);
    }

    assertThat(runs.runs())
        .allSatisfy(run -> assertThat(run.directory().toString()).containsPattern("block-0[12]/"));
    assertThat(runs.loads())
        .allSatisfy(load -> assertThat(load.directory().toString()).endsWith("loads/001"));
  }

  @Test
  void directoryIsOpenInOneProcessAtATime() throws IOException {
    ComparisonPlan plan = plan(Schedule.wholeRuns(5));
    try (ComparisonDirectory first = open(plan, directory)) {
      refused(() -> open(plan, first.path()));
    }
    open(plan, directory).close();
  }

  @Test
  void secretsAreGivenToTheRunsAndNotStored() throws Exception {
    compare(
        plan(
            Schedule.wholeRuns(1).withBlocks(1),
            Map.of("db.passwd", "hunter2", "db.url", "x://me:hunter2@host/")));
    assertThat(runs.runs().get(0).properties()).containsEntry("db.passwd", "hunter2");
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(f -> assertThat(Files.readString(f)).doesNotContain("hunter2"));
    }
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws Exception {
    ComparisonResult written = compare(plan(Schedule.wholeRuns(5).withCalibrate(true)));
    assertThat(ComparisonDirectory.read(directory)).isEqualTo(written);
    assertThat(written.runs()).allMatch(r -> r.status() == RunRecord.Status.ACCEPTED);
    assertThat(written.runs()).allMatch(r -> r.facts().witness().size() == 1);
  }

  private static Cell cell(ComparisonResult result, Metric metric) {
    Point point = result.plan().points().get(0);
    return result.cell(point, result.plan().variants().get(0), metric).orElseThrow();
  }

  private ComparisonResult compare(ComparisonPlan plan) throws Exception {
    return run(plan, runs);
  }

  private static Optional<RunOutcome> interrupted() {
    Thread.currentThread().interrupt();
    return Optional.of(new RunOutcome(130, Optional.empty(), "interrupted"));
  }

  /** Fails the test unless the comparison ends early; why is to be looked at. */
  private AbstractThrowableAssert<?, ? extends Throwable> assertEnds() {
    return assertThatThrownBy(() -> compare(plan(Schedule.wholeRuns(5))))
        .isInstanceOf(ComparisonException.class);
  }

  private ComparisonResult run(ComparisonPlan plan, FabricatedRuns launcher) throws Exception {
    return run(plan, launcher, directory);
  }

  private ComparisonResult run(ComparisonPlan plan, FabricatedRuns launcher, Path where)
      throws Exception {
    return run(plan, launcher, where, progress);
  }

  private static ComparisonResult run(
      ComparisonPlan plan, FabricatedRuns launcher, Path where, ComparisonProgress progress)
      throws Exception {
    try (ComparisonDirectory opened = open(plan, where)) {
      return new PlanExecution(opened, launcher, launcher, progress).run();
    }
  }

  private static ComparisonDirectory open(ComparisonPlan plan, Path where) throws IOException {
    return ComparisonDirectory.open(where, plan, "bin/ycsb compare fake", Secrets.of(List.of()));
  }

  private static ComparisonPlan plan(Schedule schedule) {
    return plan(schedule, Map.of());
  }

  private static ComparisonPlan plan(Schedule schedule, Map<String, String> more, String... axes) {
    Map<String, String> properties = new LinkedHashMap<>(more);
    properties.put("recordcount", "1000");
    properties.put("tls.cipher", TLS13 + "," + OTHER);
    return ComparisonPlan.parse(
        "fake", properties, Stream.of(axes).map(Axis::parse).toList(), "plain", true, schedule);
  }
}
