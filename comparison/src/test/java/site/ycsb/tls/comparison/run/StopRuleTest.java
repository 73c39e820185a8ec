package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.servers.Variant;

/** When a comparison has enough blocks. */
class StopRuleTest {

  private static final Point ALL = new Point(Map.of());

  @ParameterizedTest(name = "a seventh block within {0} s is {1}")
  @CsvSource({
    // Six blocks of 60 s each, and a seventh as long.
    "420, true",
    "419, false",
  })
  void blockThatWouldEndTooLateIsNotBegun(double limit, boolean wanted) {
    ComparisonPlan plan = plan(Schedule.standard(5).withTimeSeconds(limit));
    StopRule rule = new StopRule(plan, runs(plan, 6));
    assertThat(rule.wants(7, ALL)).isEqualTo(wanted);
    assertThat(rule.isFinished()).isNotEqualTo(wanted);
  }

  @Test
  void leastBlocksAreMadeHoweverLongTheyTake() {
    ComparisonPlan plan = plan(Schedule.standard(5).withTimeSeconds(60));
    assertThat(new StopRule(plan, runs(plan, 5)).wants(6, ALL)).isTrue();
    assertThat(new StopRule(plan, runs(plan, 5)).isFinished()).isFalse();
    assertThat(new StopRule(plan, runs(plan, 6)).isFinished()).isTrue();
  }

  private static ComparisonPlan plan(Schedule schedule) {
    return ComparisonPlan.parse(
        "fake",
        Map.of("recordcount", "1000", "tls.cipher", "TLS_AES_256_GCM_SHA384"),
        List.of(),
        "plain",
        true,
        schedule);
  }

  /** Blocks of 60 s, too few figures in them for an interval. */
  private static List<RunRecord> runs(ComparisonPlan plan, int blocks) {
    List<RunRecord> runs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      for (Variant variant : plan.variants()) {
        runs.add(FabricatedRuns.accepted(block, ALL, variant, 60, Map.of(), Map.of()));
      }
    }
    return runs;
  }
}
