package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Chart.LinePlot;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;

/** That plots show what the runs' files hold, and nothing where there is none. */
class ComparisonPageTest {
  /** As {@link RecordedRuns} makes them: 3 blocks of 10 s with 300 samples each. */
  private static final int SAMPLES = 3 * 10 * 300;

  @TempDir private Path directory;

  @Test
  void percentilesEndWhereAHundredSamplesLieAbove() throws Exception {
    LinePlot plot = lines(recorded(Map.of()), "percentiles-all-read");
    assertThat(plot.lines()).hasSize(5);
    for (Chart.Line line : plot.lines()) {
      double last = line.points().get(line.points().size() - 1).x();
      assertThat(SAMPLES * (1 - last / 100)).as(line.name()).isBetween(100.0, 200.0);
      assertThat(line.points()).isSortedAccordingTo((a, b) -> Double.compare(a.y(), b.y()));
      assertThat(line.points()).hasSizeLessThan(60);
    }
    // Half of the factor 0.5 + 0.5 exp(1) lies below 0.5 + 0.5 ln 2, the mean of plain is 50 µs.
    double median =
        plot.lines().get(0).points().stream().filter(p -> p.x() >= 50).findFirst().get().y();
    assertThat(median).isCloseTo(50 * (0.5 + 0.5 * Math.log(2)), within(2.5));
  }

  @Test
  void secondsAreThoseOfTheRunsOwnLogs() throws Exception {
    Document document = recorded(Map.of());
    LinePlot latency = lines(document, "time-latency-all");
    LinePlot throughput = lines(document, "time-throughput-all");
    assertThat(latency.lines()).hasSize(5 * 3);
    assertThat(throughput.lines()).hasSize(5 * 3);
    for (Chart.Line line : latency.lines()) {
      assertThat(line.points().stream().map(p -> p.x()))
          .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
      double mean = line.name().equals("plain") ? 50 : 75;
      assertThat(line.points()).allMatch(p -> Math.abs(p.y() - mean) < 0.25 * mean);
    }
  }

  /** From the CPU time of whole runs nothing is taken. */
  @Test
  void theIdleCostIsSaidToBeTakenOutWhereItIs() throws Exception {
    assertThat(page(Schedule.wholeRuns(1), "whole"))
        .contains("without the just-in-time compilers. Latencies");
    assertThat(page(Schedule.quick(1), "turns"))
        .contains("without the just-in-time compilers and without what it uses when idle.");
  }

  /** The warm-up goes on until the compilers rest, and slow operations need longer slices. */
  @Test
  void theLengthsOfSlicesAreTheLeast() throws Exception {
    assertThat(page(Schedule.quick(1), "least"))
        .contains(": at least 8 s of warm-up, at least 3 s measured; random order");
    assertThat(page(Schedule.wholeRuns(1), "exact"))
        .containsPattern(": [0-9.]+ s of warm-up, [0-9.]+ s measured; random order");
  }

  /** As on a full disk, or when the process is killed: a part of a table looks like a table. */
  @Test
  void aReportThatCannotBeWrittenIsAsItWas() throws Exception {
    page(Schedule.wholeRuns(1), "kept");
    Path kept = directory.resolve("kept");
    Path otherPlace = directory.resolve("other");
    ComparisonResult other =
        FabricatedComparison.of(otherPlace, Schedule.wholeRuns(2).withBlocks(3));
    Report report = Report.of(other, otherPlace);

    for (String name : List.of("summary.csv", "report.html")) {
      String before = Files.readString(kept.resolve(name));
      // Where it is written before it has its name.
      Path inTheWay =
          Files.createDirectories(
              WholeFile.unfinished(kept.resolve(name), ProcessHandle.current().pid())
                  .resolve("occupied"));

      assertThatThrownBy(() -> report.writeTo(kept)).isInstanceOf(IOException.class);

      assertThat(kept.resolve(name)).hasContent(before);
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
    }
  }

  private String page(Schedule schedule, String name) throws Exception {
    Path made = directory.resolve(name);
    Report.of(FabricatedComparison.of(made, schedule), made).writeTo(made);
    return Files.readString(made.resolve("report.html"));
  }

  @Test
  void phasesOfACycleAreTheirTimesDividedByCycles() throws Exception {
    Document document = recorded(Map.of("churn", "yes"));
    Chart.StackedBars phases = (Chart.StackedBars) chart(document, "phases-all");
    assertThat(phases.parts())
        .containsExactly("TCP-CONNECT", "TLS-HANDSHAKE", "DB-SETUP", "READ", "CLOSE");
    RunResult run =
        RunResultFile.read(directory.resolve("runs/all/block-01/plain").resolve("run.json"));
    double connect =
        run.operations().get("TCP-CONNECT").sumNanos() / 1e3 / run.work().churn().cycles();
    List<Double> plain = phases.bars().get(0).values();
    assertThat(plain.get(0)).isCloseTo(connect, within(connect / 10));
    assertThat(plain.get(1)).isZero();
    assertThat(phases.bars().get(1).values().get(1)).isGreaterThan(400);
    assertThat(document.tables().get(1).rows().stream().map(row -> row.get(0).text()))
        .containsSubsequence("throughput, ops/s", "CYCLE mean, µs *");
  }

  @Test
  void withoutTheRunsFilesTheirPlotsAreAbsent() throws Exception {
    recorded(Map.of());
    try (var files = Files.walk(directory.resolve("runs"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    Document document = Report.of(ComparisonDirectory.read(directory), directory).document();
    assertThat(document.charts().stream().map(Chart::name))
        .containsExactly("overhead-all", "cpu-all", "runs-all", "time-throughput-all");
  }

  @Test
  void aDamagedLogIsNotDrawn() throws Exception {
    recorded(Map.of());
    Path log = directory.resolve("runs/all/block-02/plain/intervals.hlog");
    Files.writeString(log, "Tag=READ,10.0,1.0,0.5,HIST" + "\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> Report.of(ComparisonDirectory.read(directory), directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("block-02/plain/intervals.hlog is damaged");
  }

  @Test
  void manyPointsAreFoldedBehindATableOfAll() throws Exception {
    Document document =
        FabricatedComparison.recorded(
                directory,
                Map.of(),
                Schedule.quickWholeRuns(1).withBlocks(1),
                "threadcount=4,1,2",
                "fieldlength=10,100")
            .document();
    assertThat(document.sections().stream().map(Section::title))
        .containsExactly("All points", "Point by point");
    assertThat(document.tables().get(0).rows()).hasSize(5 * 6);
    LinePlot threads = lines(document, "over-threadcount-throughput-fieldlength-100");
    assertThat(threads.lines().get(0).points().stream().map(p -> p.x()))
        .containsExactly(1.0, 2.0, 4.0);
    assertThat(threads.lines().get(0).points())
        .allMatch(p -> p.lower() <= p.y() && p.y() <= p.upper());
    LinePlot lengths = lines(document, "over-fieldlength-read-mean-threadcount-4");
    assertThat(lengths.lines()).hasSize(5);
  }

  private Document recorded(Map<String, String> more) throws Exception {
    return FabricatedComparison.recorded(directory, more, Schedule.quickWholeRuns(1).withBlocks(3))
        .document();
  }

  private static LinePlot lines(Document document, String name) {
    return (LinePlot) chart(document, name);
  }

  private static Chart chart(Document document, String name) {
    return document.charts().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }
}
