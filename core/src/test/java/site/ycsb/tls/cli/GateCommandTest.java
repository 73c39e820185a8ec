package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.report.FabricatedComparison;

/** Gates and reports of comparisons in which TLS costs half as much again, with little noise. */
class GateCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return commandLine.execute(
        Stream.concat(
                Stream.of(arguments[0], directory.toString()), Arrays.stream(arguments).skip(1))
            .toArray(String[]::new));
  }

  @Test
  void passesBelowTheLimitAndNotAboveIt() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isZero();
    assertThat(run("gate", "--max-overhead", "10%", "--metric", "client CPU")).isEqualTo(1);
    assertThat(out.toString()).contains("passes", "above the limit");
  }

  @Test
  void whatThroughputLosesIsItsOverhead() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("gate", "--max-overhead", "60", "--metric", "throughput")).isZero();
    assertThat(run("gate", "--max-overhead", "5", "--metric", "throughput")).isEqualTo(1);
  }

  @Test
  void noGateIsPassedWithoutAnIntervalOf95Percent() throws Exception {
    FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(3));

    assertThat(run("gate", "--max-overhead", "1000%")).isEqualTo(1);
    assertThat(out.toString()).contains("no 95 % interval");
  }

  @Test
  void refusesWhatIsNoComparisonNoMetricAndNoLimit() throws Exception {
    assertThat(run("gate", "--max-overhead", "10%")).isEqualTo(2);
    assertThat(run("report")).isEqualTo(2);
    assertThat(err.toString()).contains("comparison.json");
    FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(3));
    assertThat(run("gate", "--max-overhead", "much")).isEqualTo(2);
    assertThat(run("gate", "--max-overhead", "1%", "--metric", "beauty")).isEqualTo(2);
    assertThat(err.toString()).contains("throughput").doesNotContain("\tat ");
  }

  @Test
  void makesTheReportAgain() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("report", "--format", "csv")).isZero();

    assertThat(out.toString()).startsWith("variant,metric");
    assertThat(Files.readString(directory.resolve("report.html"))).contains("<html");
  }
}
