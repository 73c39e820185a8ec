package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Variant;

class ExplanationPlanTest {
  private final ComparisonPlan first = FabricatedExplanation.plan();

  @Test
  void hasEachVariantWithoutAndWithAProfiler() {
    ExplanationPlan plan = ExplanationPlan.of(first, SampleInterval.parse("500us"), Map.of());
    assertThat(plan.comparison().columns())
        .extracting(Variant::name)
        .containsExactly("plain", "plain, profiled", "tls", "tls, profiled");
    Variant profiled = plan.comparison().columns().get(3);
    assertThat(profiled.properties())
        .containsEntry("client.profile", "500us")
        .containsEntry("tls.cipher", "TLS_AES_256_GCM_SHA384");
    assertThat(plan.original(profiled)).isEqualTo(first.variants().get(0));
    assertThat(plan.original(first.baseline())).isEqualTo(first.baseline());
    assertThat(ExplanationPlan.made(plan.comparison()).pairs()).isEqualTo(plan.pairs());
  }

  @Test
  void keepsServersAndAllRunsOfABlockTogether() {
    ComparisonPlan plan = ExplanationPlan.of(first, SampleInterval.USUAL, Map.of()).comparison();
    assertThat(plan.groups()).isEqualTo(1);
    assertThat(plan.schedule().slices().orElseThrow().renewsServers()).isFalse();
    assertThat(plan.schedule().mostBlocks()).isEqualTo(3);
    assertThat(plan.schedule().seed()).isEqualTo(first.schedule().seed());
  }

  /** An axis may have one value: the point is explained, not the base. */
  @Test
  void hasTheValuesOfThePoint() {
    ComparisonPlan swept = first.withAxes(List.of(Axis.parse("threadcount=16")));
    ComparisonPlan plan = ExplanationPlan.of(swept, SampleInterval.USUAL, Map.of()).comparison();
    assertThat(plan.base()).containsEntry("threadcount", "16");
    assertThat(plan.points()).hasSize(1);
  }

  @Test
  void hasTheTargetThatTheComparisonMeasured() {
    ComparisonPlan plan =
        ExplanationPlan.of(first, SampleInterval.USUAL, Map.of(first.points().get(0).id(), 7000.0))
            .comparison();
    assertThat(plan.base()).containsEntry("target", "7000.0");
    assertThat(plan.capacityShare()).isZero();
  }
}
