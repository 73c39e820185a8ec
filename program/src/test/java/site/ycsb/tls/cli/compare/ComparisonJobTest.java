package site.ycsb.tls.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
import site.ycsb.tls.comparison.run.RunLauncher;
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

    assertThatThrownBy(() -> sliced(fails).run(received::add))
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

  /** As on a full disk, where the report cannot be written either. */
  @Test
  void whatEndedItIsToldEvenIfTheReportCannotBeWritten() {
    ServerRestart fails = new ServerRestart("exit 4", /* longest= */ Duration.ofSeconds(60));
    IOException full = new IOException("no space left");

    assertThatThrownBy(
            () ->
                sliced(fails)
                    .run(
                        result -> {
                          throw full;
                        }))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("exit code 4")
        .hasSuppressedException(full);
  }

  /** As when Ctrl-C comes while a folder is made for a run. */
  @Test
  void anInterruptionThatAFileNoticesIsAnInterruption() throws Exception {
    RunLauncher launcher =
        request -> {
          Thread.currentThread().interrupt();
          try (FileChannel file =
              FileChannel.open(
                  directory.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
          }
          throw new IllegalStateException("the lock was taken");
        };

    assertThat(job(Schedule.wholeRuns(1), Optional.empty(), launcher).run(received::add))
        .isEqualTo(130);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(received).hasSize(1);
    assertThat(messages.toString().lines())
        .contains("ycsb: interrupted; the same command with --out kept goes on from here");
  }

  private ComparisonJob sliced(ServerRestart restart) {
    return job(
        Schedule.quick(1).withBlocks(3).withSlicing(Slicing.of().withRenewalSeconds(0.1)),
        Optional.of(restart),
        new FabricatedRuns(0.5, 0.01));
  }

  private ComparisonJob job(
      Schedule schedule, Optional<ServerRestart> restart, RunLauncher launcher) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("workload", "site.ycsb.workloads.CoreWorkload");
    properties.put("variants.narrow.fieldcount", "2");
    ComparisonPlan plan =
        ComparisonPlan.parse("basic", properties, List.of(), "plain", false, schedule);
    return new ComparisonJob(
        new ComparisonSetup(
            Bindings.named("basic"),
            Map.of(),
            new Turns(plan, 0, ""),
            directory.resolve("comparison"),
            true,
            restart,
            secrets -> launcher,
            "",
            Optional.empty()),
        Path.of("kept"),
        new PrintWriter(messages, true));
  }
}
