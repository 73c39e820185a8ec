package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.file.FolderLock;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.testserver.FreePort;

/** Runs in a folder that has the result of another one. */
@Timeout(120)
class EarlierResultTest {
  @TempDir private Path directory;
  private Path results;
  private Path result;
  private final StringWriter out = new StringWriter();

  @BeforeEach
  void makeAnEarlierRun() throws IOException {
    results = directory.resolve("results");
    result = results.resolve(RunResultFile.NAME);
    assertThat(run(new StringWriter())).isZero();
    assertThat(out.toString()).contains("[OVERALL], Throughput");
    out.getBuffer().setLength(0);
    Files.createDirectories(agentsResult().getParent());
    Files.copy(result, agentsResult());
  }

  private Path agentsResult() {
    return results.resolve("agent-2").resolve(RunResultFile.NAME);
  }

  private int run(StringWriter err, String... more) {
    List<String> line = new ArrayList<>(List.of("run", "basic", "-P", "../workloads/workloadc"));
    for (String property :
        List.of("operationcount=10", "basicdb.verbose=false", "results.dir=" + results)) {
      line.addAll(List.of("-p", property));
    }
    line.addAll(List.of(more));
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(line.toArray(String[]::new));
  }

  /** Interrupts its thread, as Ctrl-C does, when the coordinator says that it waits. */
  private static final class Impatience extends StringWriter {
    @Override
    public void write(String text, int offset, int length) {
      super.write(text, offset, length);
      if (text.startsWith("Waiting for 1 agents", offset)) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aFleetThatIsInterruptedWhileAgentsAreAwaitedReportsNothing() throws Exception {
    FleetCertificates fleet = QuickFleetCertificates.create(directory.resolve("fleet"));
    String there = "127.0.0.1:" + FreePort.at(List.of(InetAddress.getLoopbackAddress()));
    StringWriter err = new Impatience();
    Path report = Files.writeString(directory.resolve("report.txt"), "[OVERALL], Throughput");

    int exitCode =
        run(
            err,
            "--agents",
            "1",
            "--listen",
            there,
            "--fleet",
            fleet.directory().toString(),
            "-p",
            "exportfile=" + report);

    assertThat(exitCode).as(err.toString()).isEqualTo(130);
    assertThat(err.toString()).contains("Waiting for 1 agents");
    assertThat(out.toString()).isEmpty();
    assertThat(result).doesNotExist();
    assertThat(agentsResult()).doesNotExist();
    assertThat(report).as("the report of an earlier run").isEmptyFile();
  }

  @Test
  void aFolderInWhichAnotherRunWritesIsRefused() throws Exception {
    StringWriter err = new StringWriter();
    try (FolderLock other = FolderLock.take(results.resolve("run.lock")).orElseThrow()) {
      assertThat(run(err)).isEqualTo(2);
    }
    assertThat(err.toString())
        .startsWith("ycsb: results.dir=" + results + ": another run is writing there")
        .hasLineCount(1);
    assertThat(result).exists();
  }

  @Test
  void aRunThatEndsWithAnErrorLeavesNoResult() throws Exception {
    Path log = results.resolve("intervals.hlog");
    Files.delete(log);
    Files.createDirectories(log.resolve("in the way"));
    StringWriter err = new StringWriter();

    assertThat(run(err)).as(err.toString()).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(result).doesNotExist();
  }
}
