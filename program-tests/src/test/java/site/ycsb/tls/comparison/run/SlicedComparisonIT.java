package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static site.ycsb.tls.comparison.run.ForkedRunLauncherIT.children;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.testkit.Ycsb;

/** Blocks of real children that take turns, with a client that needs no server. */
@Timeout(180)
class SlicedComparisonIT {
  @TempDir private Path directory;
  private final RecordedProgress progress = new RecordedProgress();

  @Test
  void oneIsMeasuredAtATimeAndARunIsTheSumOfItsSlices() throws Exception {
    Path times = Files.createDirectory(directory.resolve("times"));
    Map<String, String> properties =
        properties(
            "trouble.times=" + times,
            "variants.slower.slow.millis=4",
            "variants.slowest.slow.millis=6");
    ComparisonResult result = compare(plan(properties, schedule(1, 3)), "exclusive");

    assertThat(progress.notes).isEmpty();
    assertThat(result.acceptedRuns()).hasSize(3);
    requireAlone(times, result);
    for (RunRecord record : result.acceptedRuns()) {
      RunResult found = result("exclusive", record);
      List<String[]> slices = slices("exclusive", record);
      assertThat(found.slices().count()).isEqualTo(slices.size()).isGreaterThanOrEqualTo(4);
      assertThat(found.succeeded()).isEqualTo(sum(slices, 3));
      assertThat(found.operations().get("READ").count()).isEqualTo(found.succeeded());
      assertThat(found.window().runtimeSeconds())
          .isCloseTo(
              slices.stream().mapToDouble(s -> Double.parseDouble(s[2])).sum(), within(1e-6));
      // What doing nothing costs is not what reads cost.
      assertThat(found.resources().cpu().clientSeconds())
          .isLessThanOrEqualTo(sum(slices, 5) / 1e9 + 1e-9);
      assertThat(found.slices().idleSeconds()).isPositive();
      assertThat(found.slices().warmupOperations()).isPositive();
    }
    Variant slowest = result.plan().variants().get(1);
    // Sleeping takes at least as long as asked for.
    assertThat(
            result
                .cell(result.plan().points().get(0), slowest, Metric.ofKey("READ mean"))
                .orElseThrow()
                .median())
        .isGreaterThan(6_000);
  }

  /** No read of a slice that counts may overlap one of another process. */
  private void requireAlone(Path times, ComparisonResult result) throws IOException {
    TreeMap<Long, long[]> byStart = new TreeMap<>();
    for (RunRecord record : result.acceptedRuns()) {
      List<String> all = Files.readAllLines(times.resolve(slow(result, record)));
      // Those of the slices that count are the last.
      int first = all.size() - (int) result("exclusive", record).succeeded();
      assertThat(first).isPositive();
      for (String line : all.subList(first, all.size())) {
        String[] both = line.split(" ", -1);
        byStart.put(
            Long.parseLong(both[0]), new long[] {Long.parseLong(both[0]), Long.parseLong(both[1])});
      }
    }
    long end = Long.MIN_VALUE;
    for (long[] read : byStart.values()) {
      assertThat(read[0]).isGreaterThanOrEqualTo(end);
      end = read[1];
    }
  }

  /** The file of a run's reads is named after how slow they are. */
  private static String slow(ComparisonResult result, RunRecord record) {
    return result.plan().columns().stream()
        .filter(variant -> variant.id().equals(record.variant()))
        .map(variant -> variant.properties().getOrDefault("slow.millis", "1"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("full")
  void variantsThatDoNotFitAreDealtToBlocksWithTheBaselineAndNewServersForEachAreWarmedUpAgain()
      throws Exception {
    Map<String, String> properties =
        properties(
            "variants.a.slow.millis=2", "variants.b.slow.millis=2", "variants.c.slow.millis=2");
    RenewedServer servers = new RenewedServer();
    Schedule schedule = schedule(1, 3);
    ComparisonPlan plan =
        plan(
            properties,
            schedule.withSlicing(schedule.slices().orElseThrow().withRenewalSeconds(0.7)));
    ComparisonResult result = compare(plan, "dealt", servers);

    assertThat(result.acceptedRuns())
        .extracting(r -> r.block() + " " + r.variant())
        .containsExactlyInAnyOrder("1 plain", "1 a", "1 c", "2 plain", "2 b");
    Variant b = result.plan().variants().get(1);
    assertThat(
            result
                .cell(result.plan().points().get(0), b, Metric.THROUGHPUT)
                .orElseThrow()
                .overhead()
                .pairs())
        .isEqualTo(1);
    // Those of the first block are new.
    assertThat(servers.renewals).isEqualTo(1);
    for (RunRecord record : result.acceptedRuns()) {
      assertThat(result("dealt", record).window().warmupSeconds()).isGreaterThanOrEqualTo(0.7);
    }
  }

  @Test
  @Tag("full")
  void childThatDiesFailsItsBlockByNameAndTheBlockIsMadeAgain() throws Exception {
    Map<String, String> properties = troubled("halt", "once");
    ComparisonResult result = compare(plan(properties, schedule(1, 2)), "halt");

    assertThat(progress.notes)
        .singleElement()
        .asString()
        .contains("bad: ended before its block did")
        .contains("exit code 9");
    assertThat(result.complete()).isTrue();
    assertThat(result.acceptedRuns()).hasSize(2);
    assertThat(children()).isZero();
  }

  @Test
  @Tag("full")
  void childThatAlwaysFailsEndsTheComparisonAfterThreeAttempts() {
    Map<String, String> properties = troubled("error", "");
    assertThatThrownBy(() -> compare(plan(properties, schedule(1, 2)), "error"))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("block 1 failed 3 times")
        .hasMessageContaining("bad: ")
        .hasMessageContaining("READ ERROR");
    assertThat(children()).isZero();
  }

  @ParameterizedTest
  @Tag("full")
  @CsvSource({"user0, first", "user999, last"})
  void tableThatIsNotLoadedEndsTheComparisonBeforeItsFirstSlice(String key, String which) {
    Map<String, String> properties =
        properties("insertorder=ordered", "table=mine", "trouble.missing=" + key);

    assertThatThrownBy(() -> compare(plan(properties, calibrated()), key))
        .isInstanceOf(ComparisonException.class)
        .hasMessage(
            "plain cannot run: the table mine has no record %s, which is the %s of 1000: 'bin/ycsb load %s' with the same properties loads it; compare --load loads separate tables"
                .formatted(key, which, TroubledDatabase.class.getName()));

    assertThat(progress.notes).isEmpty();
    assertThat(children()).isZero();
  }

  @Test
  @Tag("full")
  void runsOfWhichNothingSucceedsAreNotRepeated() {
    Map<String, String> properties =
        properties(
            "workload=site.ycsb.tls.workload.ConnectionChurnWorkload", "trouble.missing=all");

    assertThatThrownBy(() -> compare(plan(properties, calibrated()), "all"))
        .isInstanceOf(ComparisonException.class)
        .hasMessageMatching(
            "plain.* cannot run: all operations of the warm-up failed: READ NOT_FOUND; is it loaded?.*");

    assertThat(progress.notes).isEmpty();
  }

  @Test
  @Tag("full")
  void childThatHangsFailsItsBlockByName() throws Exception {
    Map<String, String> properties = troubled("hang", "once");
    properties.put("variants.bad.stall.seconds", "1");
    ComparisonResult result = compare(plan(properties, schedule(1, 2)), "hang");

    assertThat(directory.resolve("once")).exists();
    // On a busy machine a second may pass before its first read, too.
    assertThat(progress.notes)
        .isNotEmpty()
        .allSatisfy(note -> assertThat(note).contains("bad: ").contains("1.0 s"));
    assertThat(result.complete()).isTrue();
    assertThat(children()).isZero();
  }

  /** Otherwise the slices that count would be as long as the standstill makes an operation look. */
  @Test
  @Tag("full")
  void childThatStandsStillInItsWarmUpFailsItsBlock() throws Exception {
    Map<String, String> properties = troubled("stop", "once");
    properties.put("variants.bad.trouble.after", "1");
    ComparisonResult result = compare(plan(properties, schedule(1, 2)), "stop");

    assertThat(progress.notes)
        .singleElement()
        .asString()
        .contains("bad: ")
        .contains("this process was suspended for ");
    assertThat(result.complete()).isTrue();
  }

  /** Slices of fifty such operations would take ten minutes. */
  @Test
  @Tag("full")
  void slowOperationInAShortWarmUpDoesNotMakeTheSlicesLong() throws Exception {
    Map<String, String> properties = troubled("pause", "once");
    properties.put("variants.bad.trouble.after", "1");
    compare(plan(properties, schedule(1, 2)), "pause");

    assertThat(progress.notes).isEmpty();
    RunRecord bad = ComparisonDirectory.read(directory.resolve("pause")).acceptedRuns().get(1);
    RunResult run = result("pause", bad);
    assertThat(run.window().warmupSeconds()).isGreaterThan(1.2);
    assertThat(run.slices().meanSeconds()).isLessThan(10);
  }

  @Test
  void wrongUsageOfAVariantEndsTheComparisonAtOnce() {
    Map<String, String> properties = properties("variants.bad.threadcount=0");
    assertThatThrownBy(() -> compare(plan(properties, schedule(1, 2)), "usage"))
        .isInstanceOfSatisfying(
            ComparisonException.class, e -> assertThat(e.exitCode()).isEqualTo(2))
        .hasMessageContaining("threadcount");
    assertThat(children()).isZero();
  }

  /** A server whose next start is another one. */
  private static final class RenewedServer extends ForkedRunLauncherIT.NoServer {
    private int renewals;

    @Override
    public Address prepare(Variant variant) {
      return new Address(Map.of(), List.of(), "start " + renewals);
    }

    @Override
    public void renew() {
      renewals++;
    }
  }

  @Test
  @Tag("full")
  void sliceThatIsShorterThanAnOperationIsRefused() {
    Map<String, String> properties = properties("variants.slower.slow.millis=60");
    Schedule tooShort =
        schedule(1, 2).withSlicing(Slicing.of().withSliceSeconds(0.01)).withWarmupSeconds(0.2);
    assertThatThrownBy(() -> compare(plan(properties, tooShort), "short"))
        .isInstanceOfSatisfying(
            ComparisonException.class, e -> assertThat(e.exitCode()).isEqualTo(2))
        .hasMessageContaining("--slice 10 (ms) is shorter than an operation");
  }

  @Test
  @Tag("full")
  void targetIsAShareOfTheBaselinesCapacityAndNothingIsCarriedOver() throws Exception {
    Map<String, String> properties =
        properties("slow.millis=2", "target=50%", "variants.slower.slow.millis=8");
    Schedule schedule =
        schedule(1, 2).withSlicing(Slicing.of().withSliceSeconds(0.2)).withRunSeconds(1.6);
    ComparisonResult result = compare(plan(properties, schedule), "target");

    double target = result.targets().get("all");
    // Sleeping takes at least as long as asked for: at most 500 a second.
    assertThat(target).isBetween(1.0, 250.0);
    RunRecord slower = result.acceptedRuns().get(1);
    // It cannot reach the target, unless the capacity was measured in a busy moment.
    assertThat(slower.figures().get("throughput")).isLessThanOrEqualTo(1000 / 8.0);
    RunResult run = result("target", slower);
    // With one schedule for all slices, the last operations would be seconds behind it.
    assertThat(run.work().pacing().maxLagNanos() / 1e9)
        .isLessThan(run.window().runtimeSeconds() / 2);
  }

  /** Otherwise the operations that a stall delays would be missing from the latencies. */
  @Test
  @Tag("full")
  void whatWasDueInASliceIsDoneThoughTheSliceIsOver() throws Exception {
    // Due after 0, 200, 400 and 600 ms of the first slice and of each second one after it: the
    // fourth can begin after 900 ms. In those between, three are due.
    Map<String, String> properties = properties("target=5", "slow.millis=300");
    Schedule schedule =
        schedule(1, 2).withCalibrate(true).withSlicing(Slicing.of().withSliceSeconds(0.7));
    ComparisonResult result = compare(plan(properties, schedule), "due");

    assertThat(result.acceptedRuns()).hasSize(2);
    for (RunRecord record : result.acceptedRuns()) {
      // A machine that stands still may cost a slice some of them, but not each slice.
      assertThat(slices("due", record)).extracting(slice -> slice[3]).contains("4");
    }
  }

  @Test
  @Tag("full")
  void slowerRunCatchesUpWithTheInsertsOfTheWarmUpAndTheFasterDoesNotRunAwayAgain()
      throws Exception {
    Map<String, String> properties =
        properties(
            "recordcount=100",
            "readproportion=0",
            "insertproportion=1",
            "variants.slower.slow.millis=4");
    ComparisonPlan plan =
        ComparisonPlan.parse(
            TroubledDatabase.class.getName(), properties, List.of(), "plain", true, schedule(1, 2));
    List<RunResult> runs = new ArrayList<>();
    for (RunRecord record : compare(plan, "inserts").acceptedRuns()) {
      runs.add(result("inserts", record));
    }
    assertThat(runs.get(1).slices().warmupOperations())
        .isGreaterThanOrEqualTo(runs.get(0).slices().warmupOperations());
    // Overtaking each other in turns, both would go on for two minutes.
    assertThat(runs).allSatisfy(run -> assertThat(run.window().warmupSeconds()).isLessThan(60));
  }

  @Test
  @Tag("full")
  void killedProgramLeavesNoProcessAndNoFolderAndCanBeResumed() throws Exception {
    Path out = directory.resolve("killed");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ForkedRunLauncherIT.jvmArguments());
    command.addAll(
        List.of(
            "-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp")),
            "-cp",
            System.getProperty("java.class.path"),
            "site.ycsb.tls.cli.Main",
            "compare",
            TroubledDatabase.class.getName()));
    properties().forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    String line = "-p variants.slower.slow.millis=2 --blocks 1 --warmup 0.1 --seconds 0.4 --out";
    command.addAll(List.of(Ycsb.words(line, out.toString())));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile());
    Process program = builder.start();
    List<ProcessHandle> runs = program.descendants().toList();
    while (runs.size() < 2 && program.isAlive()) {
      Thread.sleep(50);
      runs = program.descendants().toList();
    }
    assertThat(runs).hasSizeGreaterThanOrEqualTo(2);
    program.destroyForcibly().waitFor();
    for (ProcessHandle run : runs) {
      run.onExit().get(60, TimeUnit.SECONDS);
    }

    assertThat(ComparisonDirectory.read(out).complete()).isFalse();
    assertThat(builder.start().waitFor()).isZero();
    assertThat(ComparisonDirectory.read(out).complete()).isTrue();
    try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.startsWith("ycsb-tls-"));
    }
  }

  private Map<String, String> troubled(String kind, String once) {
    Map<String, String> properties =
        properties("variants.bad.trouble.kind=" + kind, "variants.bad.trouble.after=20");
    properties.put(
        "variants.bad.trouble.once", once.isEmpty() ? "" : directory.resolve(once).toString());
    return properties;
  }

  private static Schedule schedule(int blocks, int together) {
    return Schedule.quick(1)
        .withSlicing(Slicing.of().withTogether(together))
        .withBlocks(blocks)
        .withWarmupSeconds(0.1)
        .withRunSeconds(0.6);
  }

  private static Schedule calibrated() {
    return schedule(1, 2).withCalibrate(true);
  }

  private static ComparisonPlan plan(Map<String, String> properties, Schedule schedule) {
    return ComparisonPlan.parse(
        TroubledDatabase.class.getName(), properties, List.of(), "plain", false, schedule);
  }

  private ComparisonResult compare(ComparisonPlan plan, String name) throws Exception {
    return compare(plan, name, new ForkedRunLauncherIT.NoServer());
  }

  private ComparisonResult compare(ComparisonPlan plan, String name, ServerSide servers)
      throws Exception {
    ForkedRunLauncher launcher =
        new ForkedRunLauncher(
            ForkedRunLauncherIT.jvmArguments(), System.getProperty("java.class.path"), 128L << 20);
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory.resolve(name), plan, "", Secrets.of(List.of()))) {
      return new PlanExecution(opened, launcher, servers, progress).run();
    }
  }

  private Path folder(String name, RunRecord run) {
    return directory.resolve(name).resolve(run.place().directory());
  }

  private RunResult result(String name, RunRecord run) throws IOException {
    return RunResultFile.read(folder(name, run).resolve("run.json"));
  }

  private List<String[]> slices(String name, RunRecord run) throws IOException {
    try (Stream<String> lines = Files.lines(folder(name, run).resolveSibling("slices.csv"))) {
      return lines
          .map(line -> line.split(",", -1))
          .filter(slice -> slice[0].equals(run.variant()))
          .toList();
    }
  }

  private static long sum(List<String[]> slices, int column) {
    return slices.stream().mapToLong(s -> Long.parseLong(s[column])).sum();
  }

  private static Map<String, String> properties(String... further) {
    return SlowDatabase.properties(1, further);
  }
}
