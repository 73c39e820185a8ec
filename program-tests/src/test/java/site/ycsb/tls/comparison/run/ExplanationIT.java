package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.Comparison;
import site.ycsb.tls.comparison.explanation.Breakdown;
import site.ycsb.tls.comparison.explanation.CollapsedStacks;
import site.ycsb.tls.comparison.explanation.CostCategory;
import site.ycsb.tls.comparison.explanation.Explanation;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/** Comparisons with an explanation, of a client that needs no server. */
@Timeout(180)
@Needs(Requirement.LINUX)
@Tag("full")
class ExplanationIT {
  @TempDir private Path directory;
  private final StringWriter messages = new StringWriter();

  /** First its folder cannot be made; then it is made, and the comparison is not made again. */
  @Test
  void itsFailureLeavesTheComparisonAsItIsAndItIsMadeOnlyOnce() throws Exception {
    Files.writeString(directory.resolve("comparison.lock"), "");
    Path inTheWay = Files.writeString(directory.resolve("explain"), "in the way");
    ComparisonResult unexplained = comparison().run();

    assertThat(unexplained.complete()).isTrue();
    assertThat(unexplained.acceptedRuns()).hasSize(2);
    assertThat(messages.toString().lines().filter(line -> line.startsWith("Warning: ")))
        .singleElement()
        .asString()
        .contains("explanation", "explain");

    Files.delete(inTheWay);
    messages.getBuffer().setLength(0);
    FileTime made = Files.getLastModifiedTime(runOf(unexplained));
    ComparisonResult result = comparison().run();

    assertThat(messages.toString()).doesNotContain("Warning");
    assertThat(Files.getLastModifiedTime(runOf(result))).isEqualTo(made);
    assertThat(result.plan().properties()).doesNotContainKey("client.profile");
    Explanation explanation = Explanation.read(directory, result).orElseThrow();
    Breakdown client =
        explanation.breakdown(result.plan().variants().get(0), Side.CLIENT).orElseThrow();
    // Nothing but YCSB's workload and what this program counts.
    assertThat(client.rows()).extracting(Breakdown.Row::category).contains(CostCategory.HARNESS);
    CollapsedStacks stacks = client.baselineProfile().stacks();
    assertThat(stacks.count()).isGreaterThan(20);
    // More stacks are broken off on a busy machine: of those that begin where their thread does,
    // the categories know nearly all.
    CollapsedStacks whole = stacks.only(stack -> stack.startsWith("java.lang.Thread.run;"));
    assertThat(whole.count()).isPositive();
    long unknown = whole.only(stack -> CostCategory.of(stack) == CostCategory.REST).count();
    assertThat((double) unknown / whole.count()).isLessThan(0.05);
    // Slices without a profiler, before and after those with one.
    assertThat(explanation.costs()).hasSize(2);
    assertThat(explanation.costs()).allMatch(cost -> cost.throughput().isPresent());
    for (RunRecord run : ComparisonDirectory.read(directory.resolve("explain")).acceptedRuns()) {
      assertProfiledInTheMiddle(directory.resolve("explain").resolve(run.place().directory()), run);
    }
    assertThat(directory.resolve("explain/plain.client.collapsed")).isNotEmptyFile();

    Path file = directory.resolve("explain/comparison.json");
    FileTime written = Files.getLastModifiedTime(file);
    comparison().run();
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);
  }

  private static void assertProfiledInTheMiddle(Path folder, RunRecord run) throws Exception {
    String[] profiled = Files.readAllLines(folder.resolve("profiled.csv")).get(1).split(",", -1);
    List<SliceReport> slices =
        SliceFile.read(folder.resolveSibling(SliceFile.NAME)).slices().get(run.variant());
    long begin = Long.parseLong(profiled[0]);
    long end = Long.parseLong(profiled[1]);
    assertThat(slices).anyMatch(slice -> slice.endedAt() <= begin);
    assertThat(slices).anyMatch(slice -> begin <= slice.beganAt() && slice.endedAt() <= end);
    assertThat(slices).anyMatch(slice -> end <= slice.beganAt());
    assertThat(slices)
        .allMatch(
            slice ->
                slice.endedAt() <= begin
                    || end <= slice.beganAt()
                    || (begin <= slice.beganAt() && slice.endedAt() <= end));
  }

  /** The explanation says so, and the comparison has its figures. */
  @Test
  void aLoadGeneratorThatLetsNobodyLookIntoItIsNotExplained() throws Exception {
    ComparisonResult result = comparison("-XX:+DisableAttachMechanism").run();

    assertThat(result.complete()).isTrue();
    assertThat(messages.toString())
        .contains("The client's CPU time is not broken down: process ", " cannot be profiled: ");
    assertThat(Explanation.read(directory, result)).isEmpty();
  }

  private Path runOf(ComparisonResult result) {
    return directory.resolve(result.runs().get(0).place().directory()).resolve("run.json");
  }

  private Comparison comparison(String... jvmArguments) {
    return Comparison.of("basic")
        .workloadIsGiven(true)
        .properties(
            Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "recordcount", "1000",
                "readproportion", "1",
                "updateproportion", "0",
                "basicdb.verbose", "false"))
        .variant("other", Map.of("fieldcount", "20"))
        .schedule(Schedule.quick(1).withBlocks(1).withWarmupSeconds(0.3).withRunSeconds(0.8))
        .jvmArguments(
            Stream.concat(ForkedRunLauncherIT.jvmArguments().stream(), Stream.of(jvmArguments))
                .toList())
        .messages(new PrintWriter(messages, true))
        .directory(directory)
        .explain();
  }
}
