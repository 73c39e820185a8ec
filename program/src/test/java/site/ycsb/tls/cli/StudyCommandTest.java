package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.run.StudyDirectory;

class StudyCommandTest extends RunsCommands {
  private static final String PARTS =
      """
      title: "Reads, in two parts"
      citation: A. Author, 2016
      did: They read.
      differs: [everything]
      binding: basic
      parts:
        - name: narrow
          workload: ../workloads/workloadc
          variants:
            two: {fieldcount: 2}
        - name: wide
          workload: ../workloads/workloadc
          variants:
            twenty: {fieldcount: 20}
      """;

  @TempDir private Path directory;

  /** A file in the place of its folder is what keeps a part from beginning here. */
  @Test
  void aPartThatCannotBeginKeepsNoOtherFromRunning() throws Exception {
    Path file = Files.writeString(directory.resolve("reads.yaml"), PARTS);
    Path results = directory.resolve("results");
    StudyDirectory.open(results, file, StudyFile.read(file), Size.QUICK, "");
    Files.createFile(results.resolve("narrow"));
    Files.createFile(results.resolve("wide"));

    int exitCode = run("study", file.toString(), "--quick", "-debug", "--out", results.toString());

    assertThat(exitCode).as(err.toString()).isEqualTo(1);
    assertThat(err.toString())
        .containsSubsequence("\tat ", "ycsb: part narrow: ", "\tat ", "ycsb: part wide: ");
    assertThat(out.toString()).contains("open report.html there");
  }

  /**
   * A variable that is not set would take back what the file pins, BasicDB has no test server, and
   * a fleet is what the file says.
   */
  @ParameterizedTest
  @CsvSource({
    "tls.keysize=, tls.keysize= is empty",
    "testbed.heap=1g, part narrow: testbed.heap: a setting of test servers",
    "fleet.agents=3, fleet.agents: a fleet sets it",
    "churn.operations=5, -p churn.operations: the workload site.ycsb.workloads.CoreWorkload does not"
  })
  void whatNoPartWouldHeedIsRefused(String property, String words) throws Exception {
    Path file = Files.writeString(directory.resolve("reads.yaml"), PARTS);
    String results = directory.resolve("results").toString();

    assertThat(run("study", file.toString(), "-p", property, "--out", results)).isEqualTo(2);
    assertThat(err.toString()).startsWith("ycsb: " + words).hasLineCount(1);
  }

  @Test
  void aPartThatIsNotExplainedSaysSo() throws Exception {
    String explained =
        PARTS.replaceFirst(
            "    variants:",
            "    explain: true\n    sizes: {quick: {operations: 100}}\n    variants:");
    Path file = Files.writeString(directory.resolve("reads.yaml"), explained);
    Path results = directory.resolve("results");
    StudyDirectory.open(results, file, StudyFile.read(file), Size.QUICK, "");
    // Nothing runs.
    Files.createFile(results.resolve("narrow"));
    Files.createFile(results.resolve("wide"));

    run("study", file.toString(), "--quick", "--out", results.toString());

    assertThat(err.toString())
        .containsSubsequence("Part narrow:", "It is not explained: ", "Part wide:")
        .containsOnlyOnce("It is not explained: ");
  }

  /** So many load generators fit into no machine's memory. */
  @Test
  void aPartWhoseVariantsDoNotMeetIsRefusedBeforeAnythingRuns() throws Exception {
    String variants =
        IntStream.rangeClosed(1, 5000)
            .mapToObj(i -> "            v%d: {fieldcount: %d}\n".formatted(i, i))
            .collect(Collectors.joining());
    Path file =
        Files.writeString(
            directory.resolve("many.yaml"),
            """
            title: Many variants
            citation: A. Author, 2016
            did: They read.
            differs: [everything]
            binding: basic
            parts:
              - name: many
                workload: ../workloads/workloadc
                variants:
            %s    checks:
                  - {claim: alike, metric: client CPU, compare: v2, with: v1, change: within 5 %%}
            """
                .formatted(variants));
    Path results = directory.resolve("results");

    int exitCode = run("study", file.toString(), "--quick", "--out", results.toString());

    assertThat(exitCode).as(err.toString()).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "ycsb: part many: its checks compare v2 with v1, and no block would have both (")
        .hasLineCount(1);
    assertThat(results).doesNotExist();
  }
}
