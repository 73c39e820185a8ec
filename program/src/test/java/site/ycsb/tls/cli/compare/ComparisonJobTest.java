package site.ycsb.tls.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.session.Bindings;

/** A comparison of fabricated runs on a server of the user's. */
class ComparisonJobTest {
  @TempDir private Path directory;
  private final StringWriter messages = new StringWriter();
  private final List<ComparisonResult> received = new ArrayList<>();

  @Test
  void blocksBeforeAServerThatDoesNotStartAgainAreReported() throws Exception {
    ServerRestart fails =
        new ServerRestart("echo no such unit; exit 4", /* longest= */ Duration.ofSeconds(60));

    assertThatThrownBy(() -> job(fails).run(received::add))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("exit code 4: no such unit")
        .hasMessageEndingWith("; the same command with --out kept goes on from here")
        .hasCauseInstanceOf(IOException.class)
        .extracting(e -> ((ComparisonException) e).exitCode())
        .isEqualTo(1);

    assertThat(received).hasSize(1);
    assertThat(received.get(0).acceptedRuns()).as("of one block").hasSize(2);
    assertThat(received.get(0).complete()).isFalse();
    assertThat(messages.toString()).doesNotContain("ycsb: ");
  }

  private ComparisonJob job(ServerRestart restart) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("workload", "site.ycsb.workloads.CoreWorkload");
    properties.put("variants.narrow.fieldcount", "2");
    Schedule schedule =
        Schedule.quick(1).withBlocks(3).withSlicing(Slicing.of().withRenewalSeconds(0.1));
    ComparisonPlan plan =
        ComparisonPlan.parse("basic", properties, List.of(), "plain", false, schedule);
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);
    return new ComparisonJob(
        new ComparisonSetup(
            Bindings.named("basic"),
            Map.of(),
            new Turns(plan, 0, ""),
            directory.resolve("comparison"),
            true,
            Optional.of(restart),
            secrets -> runs,
            "",
            Optional.empty()),
        Path.of("kept"),
        new PrintWriter(messages, true));
  }
}
