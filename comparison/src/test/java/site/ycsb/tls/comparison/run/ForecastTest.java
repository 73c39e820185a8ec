package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Analysis;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.servers.Variant;

/** What is said of the time that is left. */
class ForecastTest {
  private static final double RUN_SECONDS = 60;

  /** Whole runs have an interval of 97 % from seven blocks on. */
  private static final int BLOCKS = 8;

  @TempDir private Path directory;
  private final RecordedProgress progress = new RecordedProgress();

  /** A block has a run of each of three variants, one after the other, at each of two points. */
  @Test
  void theTimeUntilThePrecisionIsReachedIsThatOfAllRunsUntilThen() throws Exception {
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "fake",
            Map.of(
                "recordcount", "1000",
                "tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256"),
            List.of(Axis.parse("threadcount=1,4")),
            "plain",
            true,
            Schedule.wholeRuns(1).withPrecision(0.001));
    Point point = plan.points().get(0);
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory, plan, "", Secrets.of(List.of()))) {
      for (int block = 1; block <= BLOCKS; block++) {
        for (Variant variant : plan.columns()) {
          opened.put(run(block, point, variant));
        }
      }
      Forecast forecast = new Forecast(opened, new FabricatedRuns(0, 0), 1, progress);
      forecast.runEnded(RUN_SECONDS);

      forecast.tellWhatIsKnown(point);

      int needed = new Analysis(plan, opened.runs()).blocksNeeded(point).orElseThrow();
      assertThat(progress.known)
          .singleElement()
          .asString()
          .endsWith("; ±0.1 in about " + (needed - BLOCKS) * 3 * 2 + " min");
    }
  }

  /** Who waits for a precision that is out of reach wants to know when it gives up. */
  @Test
  void theMostBlocksAreAnnouncedToo() throws Exception {
    ComparisonPlan plan = planInTurns();

    assertThat(announced(plan))
        .isEqualTo("at least 6 (at most 40) blocks of 2 runs that take turns");
    assertThat(announced(plan.withSchedule(Schedule.wholeRuns(1).withPrecision(0.01))))
        .isEqualTo("at least 20 (at most 80) runs");
    assertThat(announced(plan.withSchedule(Schedule.wholeRuns(1)))).isEqualTo("20 runs");
  }

  /** Also where it is resumed: blocks that are there are not made again. */
  @Test
  void blocksThatAreThereAreNotAmongTheMost() throws Exception {
    ComparisonPlan plan = planInTurns();
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory, plan, "", Secrets.of(List.of()))) {
      for (int block = 1; block <= 8; block++) {
        for (Variant variant : plan.columns()) {
          opened.put(run(block, plan.points().get(0), variant));
        }
      }
      new Forecast(opened, new FabricatedRuns(0, 0), 1, progress).announce();
    }

    assertThat(progress.plannedInWords)
        .isEqualTo("at least 0 (at most 32) blocks of 2 runs that take turns");
  }

  /** One pinned variant beside plain, whose runs take turns in each block. */
  private static ComparisonPlan planInTurns() throws Exception {
    return ComparisonPlan.parse(
        "fake",
        Map.of("recordcount", "1000", "tls.cipher", "TLS_AES_256_GCM_SHA384"),
        List.of(),
        "plain",
        /* loadsData= */ false,
        Schedule.standard(1));
  }

  private String announced(ComparisonPlan plan) throws Exception {
    Path path = directory.resolve("of-" + plan.schedule().hashCode());
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(path, plan, "", Secrets.of(List.of()))) {
      new Forecast(opened, new FabricatedRuns(0, 0), 1, progress).announce();
    }
    return progress.plannedInWords;
  }

  /** TLS costs 20 % in every other block, and 10 % in the others. */
  private static RunRecord run(int block, Point point, Variant variant) {
    double times = variant.pinsTls() ? 1.1 + 0.1 * (block % 2) : 1;
    return ComparisonDirectory.newRun(block, point, variant, 1, 1, 1)
        .withStatus(RunRecord.Status.ACCEPTED)
        .withFacts(
            FabricatedRuns.facts(
                RUN_SECONDS, Map.of("throughput", 1000 / times, "client CPU", 20 * times)));
  }
}
