package site.ycsb.tls.comparison.run;

import static site.ycsb.tls.property.RefusedUsage.refused;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;

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

    refused(() -> new LocalLaunchers(List.of(), 0).require(plan))
        .hasMessageStartingWith("tls.sndbuf=" + most + ": this machine gives ");
  }
}
