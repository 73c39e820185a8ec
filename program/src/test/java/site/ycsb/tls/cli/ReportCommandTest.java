package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.study.result.StudyResult;

class ReportCommandTest extends RunsCommands {
  @TempDir private Path directory;

  /** No two comparisons of the user's have the same start and the same seed. */
  private int seed;

  private String made(String name) throws Exception {
    Path path = directory.resolve(name);
    FabricatedComparison.of(path, Schedule.wholeRuns(++seed));
    return path.toString();
  }

  @Test
  void printsJsonThatProgramsCanRead() throws Exception {
    assertThat(run("report", made("a"), "--format", "json")).isZero();

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("complete").asBoolean()).isTrue();
    assertThat(json.path("baseline").asText()).isEqualTo("plain");
    assertThat(json.path("answers").path(0).path("text").asText()).startsWith("costs ");
    JsonNode tls =
        StreamSupport.stream(json.path("cells").spliterator(), false)
            .filter(c -> c.path("variant").asText().equals("TLS_AES_256_GCM_SHA384 RSA-2048"))
            .findFirst()
            .orElseThrow();
    assertThat(tls.path("metric").asText()).isEqualTo("server CPU");
    assertThat(tls.path("unit").asText()).isEqualTo("µs/op");
    assertThat(tls.path("overhead").path("upper").asDouble()).isBetween(0.4, 0.6);
  }

  /** Its rows would not say which comparison they are of. */
  @Test
  void oneTableIsOfOneComparison() throws Exception {
    String one = made("one");
    String other = made("other");

    assertThat(run("report", one, other, "--format", "csv")).isEqualTo(2);

    assertThat(err.toString()).startsWith("ycsb: --format csv of 2 directories").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(run("report", one, other)).isZero();
  }

  @Test
  void theLegendIsPrintedOnlyWhenAskedFor() throws Exception {
    String comparison = made("a");
    assertThat(run("report", comparison)).isZero();
    assertThat(out.toString()).doesNotContain("*: secondary metric. Verdicts");
    assertThat(run("report", comparison, "-v", "--rate", "50000/s")).isZero();
    assertThat(out.toString())
        .contains("*: secondary metric. Verdicts", "Cores at 50,000 operations/s");
    assertThat(run("help", "figures")).isZero();
    assertThat(run("report", comparison, "--rate", "fast")).isEqualTo(2);
  }

  @Test
  void printsMarkdownAndLatex() throws Exception {
    String comparison = made("a");
    assertThat(run("report", comparison, "--format", "md")).isZero();
    assertThat(out.toString())
        .contains("| variant | server CPU, µs/op | client CPU, µs/op | throughput, ops/s |");
    assertThat(run("report", comparison, "--format", "latex")).isZero();
    assertThat(out.toString()).contains("\\toprule").contains("TLS\\_AES\\_256\\_GCM\\_SHA384");
  }

  @Test
  void putsTwoBesideEachOtherAndWritesOnlyWhatWasAskedFor() throws Exception {
    String one = made("one");
    String other = made("other");
    Path page = directory.resolve("pair.html");

    assertThat(run("report", "--compare", one, other, "--html", page.toString())).isZero();

    assertThat(out.toString()).contains("one to other", "inconclusive");
    assertThat(Files.readString(page)).contains("What TLS costs: one compared with other");
    assertThat(directory.resolve("one/report.html")).doesNotExist();
  }

  @Test
  void refusesWhatMakesNoPair() throws Exception {
    String one = made("one");
    assertThat(run("report", "--compare", one)).isEqualTo(2);
    assertThat(run("report", "--compare", one, directory + "/none")).isEqualTo(2);
    assertThat(run("report", one, "--html", "x.html")).isEqualTo(2);
    assertThat(run("report", "--compare", one, one, "--html", directory + "/no/x.html"))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains("needs two directories, given: 1"))
        .anyMatch(line -> line.contains("no comparison in"))
        .anyMatch(line -> line.contains("--html goes with --compare"))
        .anyMatch(line -> line.contains("there is no folder"));
  }

  /** They are no two samples: nothing would ever differ. */
  @Test
  void refusesAComparisonBesideItself() throws Exception {
    String one = made("one");
    Path copy = Files.createDirectory(directory.resolve("copy"));
    Files.copy(Path.of(one, "comparison.json"), copy.resolve("comparison.json"));

    assertThat(run("report", "--compare", one, copy.toString())).isEqualTo(2);

    assertThat(err.toString()).contains("one is the other, or a copy of it").hasLineCount(1);
  }

  @Test
  void refusesOptionsThatItWouldNotHeed() throws Exception {
    String one = made("one");
    String study = study();
    for (String option : List.of("--rate=50000/s", "-v")) {
      assertThat(run("report", "--compare", one, one, option)).isEqualTo(2);
      assertThat(run("report", study, option)).isEqualTo(2);
    }
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.matches("ycsb: (--rate|-v) has no effect here: .*; leave it out"));
    assertThat(directory.resolve("one/report.html")).doesNotExist();
  }

  @Test
  void comparisonsBesideAStudyHaveTheirCores() throws Exception {
    // The study has no content, so its own report fails; it comes after the other one.
    run("report", made("one"), study(), "--rate", "50000/s");

    assertThat(out.toString()).contains("Cores at 50,000 operations/s");
    assertThat(err.toString()).contains(StudyResult.FILE).doesNotContain("has no effect");
  }

  private String study() throws Exception {
    Path study = Files.createDirectory(directory.resolve("study"));
    Files.createFile(study.resolve(StudyResult.FILE));
    return study.toString();
  }
}
