package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.property.UsageException;

class LocalLaunchersTest {
  @Test
  void buffersThatThisMachineDoesNotGiveAreRefused() {
    String most = Integer.toString(Integer.MAX_VALUE);
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "fake",
            Map.of("variants.wide.fieldcount", "20"),
            List.of(new Axis("tls.sndbuf", List.of("8192", most))),
            "plain",
            false,
            Schedule.standard(1));

    assertThatThrownBy(() -> new LocalLaunchers(List.of(), 0).require(plan))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("tls.sndbuf=" + most + ": this machine gives ");
  }
}
