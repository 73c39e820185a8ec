package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;

/** How long a plan takes, before its first run. */
class EffortTest {
  private static final double RATE = Effort.UNKNOWN_RATE;

  /** So many threads that no two runs warm up at the same time, whatever machine this is. */
  private static final String THREADS = "100000";

  private static final Schedule SLICES = Schedule.quick(1).withWarmupSeconds(8).withRunSeconds(3);

  private static ComparisonPlan plan(Schedule schedule, String... more) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("recordcount", "1000");
    properties.put("threadcount", THREADS);
    properties.put("tls.cipher", "TLS_AES_256_GCM_SHA384");
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return ComparisonPlan.parse("fake", properties, List.of(), "plain", true, schedule);
  }

  private static ComparisonPlan ofAgents(Schedule schedule) {
    return plan(schedule, "fleet.agents", "2");
  }

  private static double step(ComparisonPlan plan, int processes) {
    return Effort.stepSeconds(plan, RATE, processes);
  }

  @Test
  void aBlockOfAgentsHasTheGapsBetweenTheirSlices() {
    double usual = step(ofAgents(SLICES), 1) - step(plan(SLICES), 1);
    // Two runs, each with 30 slices that count and 16 of its warm-up.
    assertThat(usual).isBetween(2 * 46 * 0.02, 2 * 46 * 0.08);

    Schedule longer = SLICES.withSlicing(Slicing.of().withSliceSeconds(1));
    assertThat(step(ofAgents(longer), 1) - step(plan(longer), 1)).isLessThan(usual / 1.5);
  }

  @Test
  void agentsThatShareAMachineStartTheirLoadGeneratorsTogether() {
    for (Schedule schedule : List.of(SLICES, Schedule.quickWholeRuns(1))) {
      ComparisonPlan plan = ofAgents(schedule);
      assertThat(step(plan, 8) - step(plan, 4))
          .isCloseTo(step(plan, 5) - step(plan, 1), within(1e-9))
          .isGreaterThan(2);
    }
  }

  @Test
  void aLoadOfAgentsTakesLonger() {
    assertThat(Effort.loadSeconds(ofAgents(SLICES)))
        .isGreaterThan(Effort.loadSeconds(plan(SLICES)));
  }

  @Test
  void theFirstBlockWarmsTheServerUp() {
    // 1.5 times 8 s, in each of two runs.
    assertThat(Effort.warmingSeconds(plan(SLICES))).isCloseTo(2 * 4, within(1e-9));
    assertThat(Effort.warmingSeconds(plan(Schedule.quickWholeRuns(1)))).isZero();
  }

  /** Four rounds, however long a slice is. */
  @Test
  void fewerRoundsThanAreMadeAreNotAnnounced() {
    Schedule minutes = SLICES.withSlicing(Slicing.of().withSliceSeconds(60));
    assertThat(step(plan(minutes), 1)).isBetween(2 * 4 * 60.0, 2 * 4 * 60 * 1.3);
    // With 100,000 threads, one of which has an operation each 10 s.
    double paced = step(plan(SLICES, "target", "10000"), 1) - step(plan(SLICES), 1);
    assertThat(paced).isBetween(2 * (4 * 10 - 3.0), 2 * (4 * 10 - 3) * 1.3);
  }

  @Test
  void coldConnectionsAndTheirNetworkTakeTime() {
    Schedule cold =
        SLICES.withSlicing(Slicing.of().withColdConnections(1000).withWarmupOperations(5000));
    // Ten seconds for the cold ones of each of two runs, and 50 s of warm-up instead of 8 s.
    assertThat(step(plan(cold), 1) - step(plan(SLICES), 1)).isCloseTo(2 * (10 + 42), within(1e-6));
    // No longer than two minutes each: a connection takes 1.2 s.
    double far = step(plan(cold, "threadcount", "1", "network.rtt", "200ms"), 1);
    assertThat(far - step(plan(SLICES, "threadcount", "1"), 1)).isGreaterThan(2 * 120);
  }

  @Test
  void eachBlockOfNewServersWarmsThemUp() {
    Schedule schedule = SLICES.withSlicing(Slicing.of().withRenewalSeconds(20)).withQuick(false);
    assertThat(Effort.warmingSeconds(plan(schedule))).isZero();
    // 3 times 8 s in each of two runs, not 20 s.
    assertThat(step(plan(schedule), 1) - step(plan(SLICES), 1)).isCloseTo(2 * 16, within(1e-9));
  }
}
