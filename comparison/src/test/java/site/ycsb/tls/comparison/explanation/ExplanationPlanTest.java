package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;

class ExplanationPlanTest {
  private final ComparisonPlan first = FabricatedExplanation.plan();

  @Test
  void hasTheSameVariantsAndServersInBlocksOfItsOwn() {
    ComparisonPlan plan = ExplanationPlan.of(first, Map.of());
    assertThat(plan.columns()).isEqualTo(first.columns());
    assertThat(plan.groups()).isEqualTo(first.groups());
    assertThat(plan.schedule().slices().orElseThrow().renewsServers()).isFalse();
    assertThat(plan.schedule().mostBlocks()).isEqualTo(3);
    assertThat(plan.schedule().seed()).isEqualTo(first.schedule().seed());
  }

  /** An axis may have one value: the point is explained, not the base. */
  @Test
  void hasTheValuesOfThePoint() {
    ComparisonPlan swept = first.withAxes(List.of(Axis.parse("threadcount=16")));
    ComparisonPlan plan = ExplanationPlan.of(swept, Map.of());
    assertThat(plan.base()).containsEntry("threadcount", "16");
    assertThat(plan.points()).hasSize(1);
  }

  /** The comparison would be made first, and take its time. */
  @Test
  void aBaselineThatIsOnlyComparedWithItselfIsNotExplained() {
    Schedule calibrating = first.schedule().withCalibrate(true);
    ComparisonPlan alone = first.with().variants(List.of()).schedule(calibrating).build();
    assertThat(ExplanationRun.obstacle(first)).isEmpty();
    assertThat(ExplanationRun.obstacle(alone))
        .hasValueSatisfying(why -> assertThat(why).contains("there is none beside plain"));
  }

  @Test
  void hasTheTargetThatTheComparisonMeasured() {
    ComparisonPlan plan = ExplanationPlan.of(first, Map.of(first.points().get(0).id(), 7000.0));
    assertThat(plan.base()).containsEntry("target", "7000.0");
    assertThat(plan.capacityShare()).isZero();
  }
}
