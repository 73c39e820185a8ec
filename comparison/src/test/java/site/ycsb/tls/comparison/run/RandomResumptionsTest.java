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
  private static final int MOST_STOPS = 3;

  @TempDir private Path directory;

  private static ComparisonPlan plan(SplittableRandom random, int blocks) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("recordcount", "1000");
    long seed = random.nextInt(1_000);
    Schedule schedule = Schedule.wholeRuns(seed);
    if (random.nextBoolean()) {
      properties.put("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256");
    } else {
      // The server that sees all of them at once cannot say whose connection is which.
      properties.put("variants.narrow.fieldcount", "2");
      properties.put("variants.wide.fieldcount", "20");
      Slicing slicing = Slicing.of().withTogether(2 + random.nextInt(2));
      schedule = Schedule.quick(seed).withSlicing(slicing);
    }
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
        3,
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

  /** A block is one attempt, its runs have one directory each, and all of a point one target. */
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
      // Where the first run of a block was stopped, the block begins again.
      assertThat(own).as(run.place().directory()).isNotEmpty();
      Map<String, String> asked = own.get(own.size() - 1).properties();
      Double target = result.targets().get(run.point());
      if (target != null) {
        assertThat(Double.parseDouble(asked.get("target"))).isEqualTo(target);
      }
      assertThat(asked).containsAllEntriesOf(point(result, run).values());
    }
  }

  private static Point point(ComparisonResult result, RunRecord run) {
    return result.plan().points().stream()
        .filter(point -> point.id().equals(run.point()))
        .findFirst()
        .orElseThrow();
  }
}
