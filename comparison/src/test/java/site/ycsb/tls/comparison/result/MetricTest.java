package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.Work;

class MetricTest {
  /** The series that there are of cold code are of another definition: its own blocks count. */
  @Test
  void nothingFittedIsClaimedOfColdCode() {
    Map<Boolean, List<Metric.Kind>> kinds =
        Stream.of(Metric.Kind.values()).collect(Collectors.partitioningBy(Metric.Kind::ofColdCode));

    for (Metric.Kind cold : kinds.get(true)) {
      assertThat(kinds.get(false))
          .allSatisfy(
              fitted -> {
                assertThat(cold.prior().degreesOfFreedom())
                    .isLessThanOrEqualTo(fitted.prior().degreesOfFreedom());
                assertThat(cold.prior().deviation())
                    .isGreaterThanOrEqualTo(fitted.prior().deviation());
                assertThat(cold.ofBaseline().degreesOfFreedom())
                    .isLessThanOrEqualTo(fitted.ofBaseline().degreesOfFreedom());
                assertThat(cold.ofBaseline().deviation())
                    .isGreaterThanOrEqualTo(fitted.ofBaseline().deviation());
              });
    }
  }

  /** The warm-up is in it. */
  @Test
  void whatAWorkloadMeasuredItselfIsNoFigure() {
    RunResult run =
        new FabricatedRuns(0, 0)
            .result(new RunRequest(Phase.TRANSACTIONS, "fake", Map.of(), Path.of("none")));
    run.operations()
        .put(
            "READ-MODIFY-WRITE",
            new OperationResult(
                100_000, 3e11, 1, 9_000_000, Map.of("95", 5_000_000L), Map.of("OK", 100_000L), ""));

    assertThat(Metric.figures(run))
        .containsKeys("READ mean", "READ p95")
        .doesNotContainKeys("READ-MODIFY-WRITE mean", "READ-MODIFY-WRITE p95");
  }

  /** With latencytrackederrors. */
  @Test
  void theLatencyOfAnErrorIsNoFigure() {
    RunResult run =
        new FabricatedRuns(0, 0)
            .result(new RunRequest(Phase.TRANSACTIONS, "fake", Map.of(), Path.of("none")));
    OperationResult read = run.operations().get("READ");
    run.operations().put("READ", returning(read, Map.of("OK", 100_000L, "NOT_FOUND", 2_000L)));
    for (String name : List.of("READ-NOT_FOUND", "Intended-READ-NOT_FOUND", "UPDATE-FAILED")) {
      run.operations().put(name, returning(read, Map.of()));
    }
    run.operations().put("READ-MODIFY-WRITE", returning(read, Map.of()));

    assertThat(Metric.figures(run))
        .containsKeys("READ mean", "READ-MODIFY-WRITE mean")
        .doesNotContainKeys(
            "READ-NOT_FOUND mean", "Intended-READ-NOT_FOUND mean", "UPDATE-FAILED mean");
  }

  /** What they cost would count as that of the others, and TLS may make more of them time out. */
  @Test
  void manyFailedOperationsLeaveNoCpuTimePerOperation() {
    RunResult run =
        new FabricatedRuns(0, 0)
            .result(new RunRequest(Phase.TRANSACTIONS, "fake", Map.of(), Path.of("none")));

    assertThat(Metric.figures(failing(run, run.succeeded() / 100)))
        .containsKeys("client CPU", "server CPU", "throughput");
    assertThat(Metric.figures(failing(run, run.succeeded() / 50)))
        .containsKey("throughput")
        .doesNotContainKeys("client CPU", "server CPU");
  }

  private static RunResult failing(RunResult like, long failed) {
    return new RunResult(
        like.format(),
        like.configuration(),
        like.validity(),
        like.window(),
        new Work(like.succeeded(), failed, like.operations(), List.of(), null, null),
        like.resources(),
        like.transport(),
        like.server(),
        like.environment(),
        like.fleet(),
        like.slices());
  }

  private static OperationResult returning(OperationResult like, Map<String, Long> returns) {
    return new OperationResult(
        like.count(),
        like.sumNanos(),
        like.minNanos(),
        like.maxNanos(),
        like.percentilesNanos(),
        returns,
        like.histogram());
  }
}
