package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.engine.option.Phase;

/** Wherever a comparison is stopped, and whatever fails: it goes on, and mixes nothing. */
class RandomResumptionsTest {
  private static final int MOST_STOPS = 4;

  @TempDir private Path directory;

  private static ComparisonPlan plan(SplittableRandom random, int blocks) {
    Schedule schedule =
        RandomCases.one(
            random,
            Schedule.wholeRuns(random.nextInt(1_000)),
            Schedule.quick(random.nextInt(1_000))
                .withSlicing(Slicing.of().withTogether(2 + random.nextInt(2))));
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("recordcount", "1000");
    properties.put("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256");
    if (random.nextInt(3) == 0) {
      properties.put("target", "70%");
    }
    List<Axis> axes =
        random.nextBoolean() ? List.of(Axis.parse("threadcount=1,2")) : List.<Axis>of();
    return ComparisonPlan.parse(
        "fake", properties, axes, "plain", random.nextBoolean(), schedule.withBlocks(blocks));
  }

  private static ComparisonResult run(ComparisonPlan plan, FabricatedRuns runs, Path folder)
      throws Exception {
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(folder, plan, "bin/ycsb compare fake", Secrets.of(List.of()))) {
      return new PlanExecution(opened, runs, runs, new RecordedProgress()).run();
    }
  }

  /** What a run is, whenever it was made. */
  private static List<String> runs(ComparisonResult result) {
    return result.acceptedRuns().stream()
        .map(
            run ->
                "block %d at %s, %s, seed %d"
                    .formatted(run.block(), run.point(), run.variant(), run.place().seed()))
        .sorted()
        .toList();
  }

  /** Something happens to a run now and then, and to one of them that this process is stopped. */
  private static void disturb(FabricatedRuns runs, SplittableRandom random, int stop) {
    int[] made = {0};
    runs.exception =
        request -> {
          if (++made[0] == stop) {
            Thread.currentThread().interrupt();
            return Optional.of(new RunOutcome(130, Optional.empty(), "interrupted"));
          }
          return request.phase() == Phase.TRANSACTIONS && random.nextInt(15) == 0
              ? Optional.of(new RunOutcome(137, Optional.empty(), "Killed"))
              : Optional.empty();
        };
  }

  @Test
  void aComparisonThatWasStoppedAnywhereHasTheRunsOfOneThatWasNot() throws Exception {
    RandomCases.check(
        6,
        3,
        (random, size) -> {
          Path folder = Files.createTempDirectory(directory, "case-");
          ComparisonPlan plan = plan(random, size);
          ComparisonResult whole =
              run(plan, new FabricatedRuns(0.5, 0.01), folder.resolve("whole"));

          List<RunRequest> requests = new ArrayList<>();
          Optional<ComparisonResult> ended = Optional.empty();
          for (int stops = 0; ended.isEmpty(); stops++) {
            FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);
            if (stops < MOST_STOPS) {
              disturb(runs, random, 1 + random.nextInt(whole.runs().size()));
            }
            ComparisonPlan again =
                plan.withSchedule(plan.schedule().withSeed(stops == 0 ? seed(plan) : 7));
            ended = attempt(again, runs, folder.resolve("stopped"));
            requests.addAll(runs.runs());
          }
          ComparisonResult result = ended.orElseThrow();

          assertThat(result.complete()).isTrue();
          assertThat(runs(result)).isEqualTo(runs(whole));
          assertThat(ComparisonDirectory.read(folder.resolve("stopped"))).isEqualTo(result);
          assertNothingIsMixed(result, requests);
        });
  }

  private static long seed(ComparisonPlan plan) {
    return plan.schedule().seed();
  }

  /** Empty when it was stopped, or could not go on. */
  private static Optional<ComparisonResult> attempt(
      ComparisonPlan plan, FabricatedRuns runs, Path folder) throws Exception {
    try {
      return Optional.of(run(plan, runs, folder));
    } catch (InterruptedException | ComparisonException e) {
      // Nobody waits any more.
      Thread.interrupted();
      return Optional.empty();
    }
  }

  /** A block is one attempt, each run of it was made once, and all of a point have one target. */
  private static void assertNothingIsMixed(ComparisonResult result, List<RunRequest> requests) {
    Map<String, Long> attempts =
        result.acceptedRuns().stream()
            .map(run -> run.block() + " " + run.point() + " " + run.place().attempt())
            .distinct()
            .map(attempt -> attempt.substring(0, attempt.lastIndexOf(' ')))
            .collect(Collectors.groupingBy(block -> block, Collectors.counting()));
    assertThat(attempts.values()).containsOnly(1L);
    assertThat(result.runs()).extracting(run -> run.place().directory()).doesNotHaveDuplicates();
    for (RunRecord run : result.acceptedRuns()) {
      List<RunRequest> own =
          requests.stream()
              .filter(request -> request.directory().endsWith(run.place().directory()))
              .toList();
      assertThat(own).as(run.place().directory()).hasSize(1);
      Double target = result.targets().get(run.point());
      if (target != null) {
        assertThat(Double.parseDouble(own.get(0).properties().get("target"))).isEqualTo(target);
      }
      assertThat(own.get(0).properties()).containsAllEntriesOf(point(result, run).values());
    }
  }

  private static Point point(ComparisonResult result, RunRecord run) {
    return result.plan().points().stream()
        .filter(point -> point.id().equals(run.point()))
        .findFirst()
        .orElseThrow();
  }
}
