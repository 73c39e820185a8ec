package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import picocli.CommandLine;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.history.GateReports;

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
    assertThat(out.toString()).contains("below the limit", "above the limit");
  }

  @Test
  void whatThroughputLosesIsItsOverhead() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("gate", "--max-overhead", "60", "--metric", "throughput")).isZero();
    assertThat(run("gate", "--max-overhead", "5", "--metric", "throughput")).isEqualTo(1);
  }

  @Test
  void whatMayLieOnEitherSideIsNotKnownAndSaysHowManyBlocksWouldTell() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("gate", "--max-overhead", "52%", "--metric", "client CPU"))
        .as(out.toString())
        .isEqualTo(3);
    assertThat(out.toString())
        .containsPattern("not known: (about \\d+|more than 1000) more blocks?");
    assertThat(run("gate", "--max-overhead", "52%", "--metric", "client CPU", "--allow-unknown"))
        .isZero();
    assertThat(run("gate", "--max-overhead", "5%", "--allow-unknown")).isEqualTo(1);
  }

  @Test
  void writesItsJudgementsAsJunitsXml() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    Path file = directory.resolve("gate.xml");

    assertThat(run("gate", "--max-overhead", "45%", "--junit", file.toString())).isEqualTo(1);

    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    assertThat(suite.getTagName()).isEqualTo("testsuite");
    int cases = suite.getElementsByTagName("testcase").getLength();
    assertThat(suite.getAttribute("tests")).isEqualTo(Integer.toString(cases));
    int failures = suite.getElementsByTagName("failure").getLength();
    assertThat(suite.getAttribute("failures")).isEqualTo(Integer.toString(failures));
    assertThat(failures).isPositive();
    assertThat(out.toString().lines()).hasSize(cases);
  }

  @Test
  void theSummaryOfAJobHasARowForEachJudgement() throws Exception {
    Path file = directory.resolve("summary.md");
    Files.writeString(file, "before\n");

    GateReports.appendSummary(
        file,
        "a <title>",
        List.of(
            new GateReports.Judgement("a", "a|b: +1 %", GateReports.Outcome.PASSED),
            new GateReports.Judgement("b", "b: +9 %", GateReports.Outcome.FAILURE)));

    assertThat(Files.readString(file))
        .startsWith("before\n### a &lt;title>\n")
        .contains("\n| a\\|b: +1 % | passed |\n| b: +9 % | **failed** |\n");
  }

  @Test
  void theBaselineMayBeTheLastOfMany() throws Exception {
    for (String name : new String[] {"first", "second", "third"}) {
      FabricatedComparison.of(
          Files.createDirectory(directory.resolve(name)), Schedule.wholeRuns(1));
    }
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String third = directory.resolve("third").toString();
    String[] against = {"gate", third, "--max-overhead", "40%", "--baseline"};

    assertThat(commandLine.execute(with(against, directory.toString())))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith("Against second of ").contains("below the limit");
    assertThat(commandLine.execute(with(against, third + "/runs"))).isEqualTo(2);
    assertThat(commandLine.execute(with(against, directory + "/nothing"))).isEqualTo(2);
  }

  @Test
  void historyHasALineForEachComparison() throws Exception {
    Path results = Files.createDirectory(directory.resolve("results"));
    FabricatedComparison.of(Files.createDirectory(results.resolve("first")), Schedule.wholeRuns(1));
    FabricatedComparison.of(
        Files.createDirectory(results.resolve("second")), Schedule.wholeRuns(1));
    Path page = directory.resolve("history.html");
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    assertThat(commandLine.execute("history", results.toString(), "--html", page.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).containsSubsequence("first", "second");
    assertThat(Files.readString(page)).contains("<svg", "client CPU");
    assertThat(commandLine.execute("history", page.toString())).isEqualTo(2);
    assertThat(commandLine.execute("history", directory.toString())).isEqualTo(2);
  }

  @Test
  void nothingIsKnownWithoutAnIntervalOf95Percent() throws Exception {
    FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(3));

    assertThat(run("gate", "--max-overhead", "1000%")).isEqualTo(3);
    assertThat(out.toString()).contains("3 more blocks", "no 95 % interval");
  }

  @Test
  void primaryMetricsAreGatedWhenNoneIsNamed() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("gate", "--max-overhead", "90%")).isZero();
    assertThat(out.toString())
        .contains("client CPU", "server CPU", "throughput")
        .doesNotContain("READ");
    assertThat(run("gate", "--max-overhead", "90%", "--metric", "READ p99")).isZero();
    assertThat(out.toString()).contains("READ p99");
  }

  @Test
  void withABaselineTheLimitIsForWhatTlsCostsMoreThanThere(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(directory, 0.8, Map.of(), Schedule.wholeRuns(1));
    FabricatedComparison.of(earlier, 0.5, Map.of(), Schedule.wholeRuns(1));
    String[] gate = {"gate", "--baseline", earlier.toString(), "--max-overhead"};

    assertThat(run(with(gate, "5%"))).as("1.8 / 1.5 = 20 % more").isEqualTo(1);
    assertThat(run(with(gate, "40%"))).isZero();
    assertThat(run(with(gate, "20%"))).isEqualTo(3);
    assertThat(out.toString()).contains("in each comparison would tell");
    assertThat(run("gate", "--baseline", earlier + "/none", "--max-overhead", "5%")).isEqualTo(2);
  }

  private static String[] with(String[] arguments, String last) {
    return Stream.concat(Arrays.stream(arguments), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void saysThatTheServersFiguresAreNotForPublication() throws Exception {
    FabricatedComparison.unpublishable(directory, "made of cardboard");

    run("gate", "--max-overhead", "10%");

    assertThat(out.toString()).contains("Not for publication: made of cardboard.");
  }

  @Test
  void helpListsAllExitCodes() {
    assertThat(run("gate", "-h")).isZero();
    assertThat(out.toString()).contains("Exit codes:").containsPattern("3 +none is surely above");
  }

  @Test
  void refusesWhatIsNoComparisonNoMetricAndNoLimit() throws Exception {
    assertThat(run("gate", "--max-overhead", "10%")).isEqualTo(2);
    assertThat(run("report")).isEqualTo(2);
    assertThat(err.toString()).contains("comparison.json");
    FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(3));
    assertThat(run("gate", "--max-overhead", "much")).isEqualTo(2);
    assertThat(run("gate", "--max-overhead", "NaN")).isEqualTo(2);
    assertThat(run("gate", "--max-overhead", "1%", "--metric", "beauty")).isEqualTo(2);
    assertThat(err.toString()).contains("throughput").doesNotContain("\tat ");
  }

  @Test
  void saysHowTheServersCpuIsMeasured() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    Path file = directory.resolve("comparison.json");
    String figure = "\"server CPU\"\\s*:\\s*[-.0-9E]+";
    Files.writeString(file, Files.readString(file).replaceAll(figure + "\\s*,|,\\s*" + figure, ""));

    assertThat(run("gate", "--max-overhead", "25%", "--metric", "server CPU")).isEqualTo(2);

    assertThat(err.toString()).contains("; give").contains("server.cpu=pid:NUMBER");
  }

  @Test
  void makesTheReportAgain() throws Exception {
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(run("report", "--format", "csv")).isZero();

    assertThat(out.toString()).startsWith("variant,metric");
    assertThat(Files.readString(directory.resolve("report.html"))).contains("<html");
  }
}
