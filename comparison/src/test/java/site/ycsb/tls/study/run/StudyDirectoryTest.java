package site.ycsb.tls.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.result.StudyResult;

class StudyDirectoryTest {
  private static final String STUDY =
      """
      title: t
      citation: c
      did: d
      differs: [x]
      binding: fake
      parts:
        - name: a
          workload: w
          variants:
            tls: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-2048}
        - name: b
          workload: w
          variants:
            tls: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-2048}
      """;

  private static final String FIRST = "bin/ycsb study s --part a";
  private static final String SECOND = "bin/ycsb study s";

  @TempDir private Path folder;
  private Path file;
  private Path results;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(folder.resolve("s.yaml"), STUDY);
    results = folder.resolve("results");
  }

  @Test
  void theCommandsAreThoseThatMadeTheFigures() throws Exception {
    StudyDirectory first = open(STUDY, FIRST);
    assertThat(command()).isEqualTo(FIRST);
    make(first, 0, FIRST);
    assertThat(command()).isEqualTo(FIRST);

    StudyDirectory second = open(STUDY, SECOND);
    make(second, 1, SECOND);
    assertThat(command()).isEqualTo(FIRST + "\n" + SECOND);

    StudyDirectory third = open(STUDY, "bin/ycsb study s -p threadcount=16");
    make(third, 0, "bin/ycsb study s -p threadcount=16");
    assertThat(command()).as("nothing was left to run").isEqualTo(FIRST + "\n" + SECOND);
    assertThat(Files.readString(results.resolve("report.html"))).doesNotContain("threadcount=16");
  }

  /** As two commands for two parts do, on two machines. */
  @Test
  void whatAnotherProcessMadeMeanwhileStays() throws Exception {
    StudyDirectory first = open(STUDY, FIRST);
    StudyDirectory second = open(STUDY, SECOND);
    make(first, 0, FIRST);
    make(second, 1, SECOND);

    assertThat(StudyResult.read(results).complete()).isTrue();
    assertThat(command()).isEqualTo(FIRST + "\n" + SECOND);
  }

  /** Both as they are, and compressed by who keeps them for long. */
  @Test
  void partsThatWereCompressedAreThere() throws Exception {
    make(open(STUDY, FIRST), 0, FIRST);
    Path json = results.resolve("a").resolve(ComparisonDirectory.FILE);
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(json.resolveSibling(json.getFileName() + ".gz")))) {
      Files.copy(json, out);
    }
    Files.delete(json);

    StudyDirectory second = open(STUDY, SECOND);
    make(second, 1, SECOND);

    assertThat(command()).isEqualTo(FIRST + "\n" + SECOND);
  }

  @Test
  void aCommandOfWhichNothingComesLeavesItAsItWas() throws Exception {
    make(open(STUDY, FIRST), 0, FIRST);
    String json = Files.readString(results.resolve(StudyResult.FILE));

    open(STUDY.replace("title: t", "title: another"), SECOND);

    assertThat(results.resolve(StudyResult.FILE)).hasContent(json);
    assertThat(results.resolve("study.yaml")).hasContent(STUDY);
  }

  /** Its figures would stand beside what they are not of. */
  @Test
  void refusesAFileThatSaysOtherwiseOfAPartThatWasRun() throws Exception {
    make(open(STUDY, FIRST), 0, FIRST);
    String suite = "tls.cipher: TLS_AES_128_GCM_SHA256";
    String other = "tls.cipher: TLS_AES_256_GCM_SHA384";

    for (String changed :
        List.of(
            STUDY.replaceFirst(suite, other),
            STUDY.replaceFirst("workload: w", "workload: x"),
            STUDY.replace("binding: fake", "binding: mongodb"),
            STUDY.replaceFirst("workload: w", "workload: w\n    properties: {network.rtt: 20ms}"),
            STUDY.replaceFirst(
                "workload: w",
                "workload: w\n    sizes: {standard: {properties: {recordcount: 7}}}"))) {
      refused(() -> open(changed, SECOND))
          .hasMessageContaining("part a was run as its copy of the file (study.yaml) says")
          .hasMessageContaining("--out");
    }
    assertThat(results.resolve("study.yaml")).hasContent(STUDY);
  }

  @Test
  void refusesAFile() throws Exception {
    Files.writeString(results, "kept");

    refused(() -> open(STUDY, FIRST))
        .hasMessageStartingWith(results + " cannot be written (")
        .hasMessageContaining("give another directory with --out");
    assertThat(results).hasContent("kept");
  }

  /** As the parser of the version that began it did. */
  @Test
  void aCopyThatIsNoLongerUnderstoodIsSaidToBeWhatIsWrong() throws Exception {
    String table =
        """
            published:
              - {table: I, metric: READ mean, unit: ms, rows: [{figures: {plain: 1, tls: 2}}]}
        """;
    String corrected = STUDY.replaceFirst("  - name: b", table + "  - name: b");
    make(open(STUDY, FIRST), 0, FIRST);
    Path copy = results.resolve("study.yaml");
    Files.writeString(copy, corrected.replace("unit: ms", "unit: weeks"));

    refused(() -> open(corrected, SECOND))
        .hasMessageStartingWith(results + " cannot be resumed: ")
        .hasMessageContaining("(" + copy + ":12: ")
        .hasMessageContaining("given: weeks")
        .hasMessageEndingWith(
            "; correct that copy as the file was corrected, or give another directory with --out")
        .message()
        .doesNotContain("\n");

    Files.writeString(copy, corrected + "# corrected\n");
    assertThat(open(corrected, SECOND).isBegun(StudyFile.parse("s", "s", STUDY).parts().get(0)))
        .isTrue();
  }

  @Test
  void whatWasNotRunAndWhatIsAskedOfThePartsMayChange() throws Exception {
    make(open(STUDY, FIRST), 0, FIRST);
    int second = STUDY.indexOf("  - name: b");
    String asked =
        """
            checks:
              - {claim: c, metric: throughput, compare: tls, change: below 0 %}
            sizes: {quick: {properties: {recordcount: 7}}, standard: {blocks: 9}}
        """;

    StudyDirectory opened =
        open(
            STUDY.substring(0, second)
                + asked
                + STUDY.substring(second).replace("AES_128_GCM_SHA256", "AES_256_GCM_SHA384"),
            SECOND);

    assertThat(opened.isBegun(StudyFile.parse("s", "s.yaml", STUDY).parts().get(0))).isTrue();
  }

  /** As those of a comparison are: what makes a figure doubtful may have changed since. */
  @Test
  void theRunsAreAnalysedAgainWhenTheResultsAreRead() throws Exception {
    make(open(STUDY, FIRST), 0, FIRST);
    Path comparison = results.resolve("a").resolve(ComparisonDirectory.FILE);
    JsonFile.write(
        comparison,
        FabricatedComparison.changed(
            ComparisonDirectory.read(results.resolve("a")), run -> run.withCpuTrend(-0.2)));
    List<String> notes = new ArrayList<>();

    assertThat(StudyDirectory.read(results, notes::add).parts().get(0).warnings())
        .anyMatch(warning -> warning.startsWith("Still warming up"));
    assertThat(notes).isEmpty();

    Files.delete(comparison);
    assertThat(StudyDirectory.read(results, notes::add)).isEqualTo(StudyResult.read(results));
    Files.delete(results.resolve("study.yaml"));
    assertThat(StudyDirectory.read(results, notes::add)).isEqualTo(StudyResult.read(results));
    assertThat(notes)
        .satisfiesExactly(
            note -> assertThat(note).endsWith(": the comparison of part a is not there."),
            note -> assertThat(note).endsWith("study.yaml: no such file or folder."));
  }

  /** A part of the copy would be another study, which nobody could go on with. */
  @Test
  void whatCannotBeWrittenIsAsItWas() throws Exception {
    StudyDirectory opened = open(STUDY, FIRST);
    for (String name : List.of("study.yaml", "study.csv", "report.html")) {
      String before = Files.readString(results.resolve(name));
      // Where it is written before it has its name.
      Path inTheWay =
          Files.createDirectories(
              WholeFile.unfinished(results.resolve(name), ProcessHandle.current().pid())
                  .resolve("occupied"));

      assertThatThrownBy(() -> make(opened, 0, FIRST)).isInstanceOf(IOException.class);

      assertThat(results.resolve(name)).hasContent(before);
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
    }
  }

  private StudyDirectory open(String yaml, String command) throws Exception {
    Files.writeString(file, yaml);
    return StudyDirectory.open(
        results, file, StudyFile.parse("s", "s.yaml", yaml), Size.STANDARD, command);
  }

  private String command() throws Exception {
    return StudyResult.read(results).command();
  }

  /** Makes the runs of a part that are not there yet. */
  private static void make(StudyDirectory directory, int index, String command) throws Exception {
    Study study = StudyFile.parse("s", "s.yaml", STUDY);
    Part part = study.parts().get(index);
    ComparisonPlan plan =
        part.plan(
                "fake", part.properties(Map.of(), Size.STANDARD, Map.of()), Size.STANDARD, true, 3)
            .withSchedule(part.extent(Size.STANDARD).wholeRuns(Size.STANDARD, 3));
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory.of(part), plan, command, Secrets.of(List.of()))) {
      directory.put(part, runs.execute(opened, runs));
    }
  }
}
