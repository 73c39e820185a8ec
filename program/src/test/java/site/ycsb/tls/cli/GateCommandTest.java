package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.history.GateReports;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** Gates and reports of comparisons in which TLS costs half as much again, with little noise. */
class GateCommandTest extends RunsCommands {
  @TempDir private Path directory;

  /** No two comparisons of the user's have the same start and the same seed. */
  private int seed;

  private Schedule wholeRuns() {
    return Schedule.wholeRuns(++seed);
  }

  /** With the directory after the name of the command. */
  @Override
  int run(String... arguments) {
    return super.run(
        Stream.concat(
                Stream.of(arguments[0], directory.toString()), Arrays.stream(arguments).skip(1))
            .toArray(String[]::new));
  }

  @Test
  void passesBelowTheLimitAndNotAboveIt() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isZero();
    assertThat(run("gate", "--max-overhead", "10%", "--metric", "client CPU")).isEqualTo(1);
    assertThat(out.toString()).contains("below the limit", "above the limit");
  }

  @Test
  void whatThroughputLosesIsItsOverhead() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", "60", "--metric", "throughput")).isZero();
    assertThat(run("gate", "--max-overhead", "5", "--metric", "throughput")).isEqualTo(1);
  }

  @Test
  void whatMayLieOnEitherSideIsNotKnownAndSaysHowManyBlocksWouldTell() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

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
    FabricatedComparison.of(directory, wholeRuns());
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

  /** Java takes the letter of a type, and hexadecimal digits. */
  @ParameterizedTest
  @ValueSource(strings = {"2d%", "2f", "0x1p3%", "NaN", "Infinity%"})
  void aLimitThatIsNoNumberIsRefused(String limit) throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", limit)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--max-overhead " + limit + ": expected a percentage such as 10%");
  }

  /** A runner would publish them beside a comparison that is not theirs. */
  @Test
  void aGateThatEndsBeforeItJudgesLeavesNoJudgementsOfAnEarlierOne() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    Path junit = directory.resolve("gate.xml");
    String[] gate = {"gate", "--max-overhead", "90%", "--junit", junit.toString()};
    assertThat(run(gate)).as(err.toString()).isZero();
    Path file = directory.resolve("comparison.json");
    JsonNode tree = new ObjectMapper().readTree(file.toFile());
    new ObjectMapper().writeValue(file.toFile(), ((ObjectNode) tree).put("complete", false));

    assertThat(run("gate", "--max-overhead", "much", "--junit", junit.toString())).isEqualTo(2);
    assertThat(junit).as("a slip of the finger").isNotEmptyFile();
    assertThat(run(gate)).isEqualTo(1);
    assertThat(err.toString()).contains("is not complete");
    assertThat(junit).isEmptyFile();
  }

  /** What is judged is no overhead then, but by how much TLS costs more than it did. */
  @Test
  void theReportsOfAGateWithABaselineNameIt(@TempDir Path folder) throws Exception {
    Path earlier = folder.resolve("last week");
    FabricatedComparison.of(earlier, wholeRuns());
    FabricatedComparison.of(directory, wholeRuns());
    Path file = directory.resolve("gate.xml");

    String[] gate = {"gate", "--max-overhead", "40%", "--junit", file.toString(), "--baseline"};
    assertThat(run(with(gate, earlier.toString()))).as(err.toString()).isZero();

    assertThat(out.toString()).startsWith("Against last week of ");
    String title = "TLS costs at most 40% more than in last week";
    assertThat(Files.readString(file))
        .contains("<testsuite name=\"" + title + "\"", "classname=\"" + title + "\"")
        .doesNotContain("Overhead of TLS");
  }

  /** Such as encryption at rest: its overhead is not that of TLS. */
  @Test
  void theReportsOfAGateOnOtherVariantsDoNotSpeakOfTls(@TempDir Path folder) throws Exception {
    Map<String, String> slow = Map.of("variants.slow.slow.millis", "1");
    FabricatedComparison.of(folder.resolve("1"), slow, wholeRuns());
    FabricatedComparison.of(directory, slow, wholeRuns());
    Path file = directory.resolve("gate.xml");
    String[] gate = {"gate", "--max-overhead", "40%", "--junit", file.toString()};

    assertThat(run(gate)).as(err.toString()).isEqualTo(1);
    assertThat(Files.readString(file)).contains("name=\"Overhead of variants at most 40%\"");
    assertThat(run(with(gate, "--baseline=" + folder.resolve("1")))).isZero();
    assertThat(Files.readString(file))
        .contains("name=\"Variants cost at most 40% more than in 1\"");
  }

  /** As on two runners: what is judged is the difference of the machines, too. */
  @Test
  void saysWhatElseDiffersFromTheBaseline(@TempDir Path folder) throws Exception {
    String same = folder.resolve("same").toString();
    String older = folder.resolve("older").toString();
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.javaOf = request -> "11.0.25";
    FabricatedComparison.of(Path.of(older), runs, runs, Map.of(), wholeRuns());
    FabricatedComparison.of(Path.of(same), wholeRuns().withBlocks(8));
    FabricatedComparison.of(directory, wholeRuns());
    Path file = directory.resolve("gate.xml");
    String[] gate = {"gate", "--max-overhead", "40%", "--junit", file.toString(), "--baseline"};

    assertThat(run(with(gate, same))).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("Against same of ").doesNotContain("They differ");
    assertThat(run(with(gate, older))).as(err.toString()).isZero();
    String differ =
        "They differ in 1 thing, and the figures do not say which one it is: Java: 11.0.25 / 17.0.15.";
    assertThat(out.toString().strip()).endsWith(differ);
    assertThat(Files.readString(file)).contains("<system-out>" + differ + "</system-out>");
  }

  /** That is known only when something is written. */
  @Test
  @Needs(Requirement.LINUX)
  void ofAFullDiskTheOptionIsTold() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", "90%", "--junit", "/dev/full")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("ycsb: --junit /dev/full: it cannot be written (")
        .hasLineCount(1);

    err.getBuffer().setLength(0);
    assertThat(run("history", "--html", "/dev/full")).isEqualTo(1);
    assertThat(err.toString()).startsWith("ycsb: --html /dev/full: it cannot be written (");
  }

  /** Exit code 1 would say that an overhead is above the limit. */
  @Test
  void refusesAFileForJunitInAFolderThatIsNotThere() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    Path file = directory.resolve("missing/gate.xml");

    assertThat(run("gate", "--max-overhead", "90%", "--junit", file.toString())).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("ycsb: --junit " + file + ": there is no folder " + file.getParent())
        .hasLineCount(1);
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
            new GateReports.Judgement("b", "b: +9 %", GateReports.Outcome.FAILURE)),
        List.of("Not for publication: <slow>."));

    assertThat(Files.readString(file))
        .startsWith("before\n### a &lt;title>\n")
        .contains("\n| a\\|b: +1 % | passed |\n| b: +9 % | **failed** |\n")
        .endsWith("\n\nNot for publication: &lt;slow>.\n\n");
  }

  @Test
  void theBaselineMayBeTheLastOfMany() throws Exception {
    for (String name : new String[] {"first", "second", "third"}) {
      FabricatedComparison.of(Files.createDirectory(directory.resolve(name)), wholeRuns());
    }
    String third = directory.resolve("third").toString();
    String[] against = {"gate", third, "--max-overhead", "40%", "--baseline"};

    assertThat(super.run(with(against, directory.toString()))).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("Against second of ").contains("below the limit");
    assertThat(super.run(with(against, third + "/runs"))).isEqualTo(2);
    assertThat(super.run(with(against, directory + "/nothing"))).isEqualTo(2);
  }

  /** Against itself, each comparison would pass. */
  @Test
  void aCopyIsNoBaselineWhateverItsName(@TempDir Path history) throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    Path copy = Files.createDirectory(history.resolve("20261128-abc"));
    Files.copy(directory.resolve("comparison.json"), copy.resolve("comparison.json"));
    String[] gate = {"gate", "--max-overhead", "5%", "--baseline"};

    assertThat(run(with(gate, history.toString()))).isEqualTo(2);
    assertThat(err.toString()).contains("a complete one, not a copy,").hasLineCount(1);
    assertThat(run(with(gate, copy.toString()))).isEqualTo(2);
    assertThat(err.toString()).contains("a copy of it; name an earlier").hasLineCount(2);
    assertThat(out.toString()).isEmpty();
  }

  /** As after {@code cp -r results history/}. */
  @Test
  void theBaselineMayHaveTheNameOfTheComparisonThatIsJudged(@TempDir Path history)
      throws Exception {
    FabricatedComparison.of(history.resolve(directory.getFileName()), wholeRuns());
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", "40%", "--baseline", history.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith("Against " + directory.getFileName() + " of ");
  }

  /** Of another question, the overhead says nothing of this one's. */
  @Test
  void theLastOfManyIsTheLastThatAskedTheSame() throws Exception {
    Schedule schedule = wholeRuns();
    made("2-records", "fabricated 1.0", Map.of("fieldlength", "7"), schedule);
    made("3-product", "another 1.0", Map.of(), schedule);
    made("4-quick", "fabricated 1.0", Map.of(), Schedule.quickWholeRuns(1).withBlocks(3));
    made("5-sweep", "fabricated 1.0", Map.of(), schedule, "threadcount=1,2");
    made("6-suites", "fabricated 1.0", Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256"), schedule);
    made("6-transaction", "fabricated 1.0", Map.of("oltp.rangesize", "7"), schedule);
    made("6-network", "fabricated 1.0", Map.of("network.rtt", "20ms"), schedule);
    made("7", "fabricated 2.0", Map.of("server.pid", "7"), schedule);
    String seventh = directory.resolve("7").toString();
    String[] gate = {"gate", seventh, "--max-overhead", "40%", "--baseline", directory.toString()};

    assertThat(super.run(gate)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "a complete one, not a copy, with the same server, workload, network, TLS, sweep and baseline")
        .hasLineCount(1);
    made("1", "fabricated 1.0", Map.of("server.pid", "1"), schedule);
    made("7", "fabricated 2.0", Map.of("server.pid", "7"), schedule);
    assertThat(super.run(gate)).as(out.toString()).isZero();
    assertThat(out.toString()).startsWith("Against 1 of ");
  }

  /** Else one looks for it in two files. */
  @Test
  void whatTheLastOfManyAskedOtherwiseIsNamed() throws Exception {
    Map<String, String> slow = Map.of("network.rtt", "20ms");
    made("1", "fabricated 1.0", Map.of(), wholeRuns());
    made("2", "fabricated 1.0", slow, wholeRuns());
    assertThat(refusal("2"))
        .contains(
            " (the last comparison there, 1, has no network.rtt, and this one network.rtt=20ms);")
        .hasLineCount(1);
    made("3", "fabricated 1.0", slow, wholeRuns(), "threadcount=1,2");
    assertThat(refusal("3"))
        .contains(
            " (the last comparison there, 2, has no --vary, and this one --vary threadcount=1,2);");
    Map<String, String> also = Map.of("network.rtt", "20ms", "tls.also", "app.password=hunter2");
    made("4", "fabricated 1.0", also, wholeRuns(), "threadcount=1,2");
    assertThat(refusal("4"))
        .contains(
            " (the last comparison there, 3, has no tls.also, and this one tls.also=app.password=***);");
  }

  /** A binding's own properties, those of a client of others, and a driver's options. */
  @Test
  void whatABindingAsksOtherwiseIsAnotherQuestionAndWhereItsServerIsIsNot() throws Exception {
    made("1", "fabricated 1.0", Map.of("mongodb.batchsize", "100"), wholeRuns());
    made("2", "fabricated 1.0", Map.of("my.pipeline", "8"), wholeRuns());
    assertThat(refusal("2"))
        .contains("1, has mongodb.batchsize=100, and this one no mongodb.batch");
    Map<String, String> pipeline =
        Map.of("my.pipeline", "8", "db.url", "jdbc:mariadb://b/ycsb?useServerPrepStmts=true");
    made("3", "fabricated 1.0", pipeline, wholeRuns());
    assertThat(refusal("3"))
        .contains("no db.url options, and this one db.url options=useServerPrepStmts=true");

    Map<String, String> elsewhere =
        Map.of(
            "my.pipeline", "8",
            "db.url", "jdbc:mariadb://c:3307/ycsb?useServerPrepStmts=true",
            "db.user", "me",
            "db.passwd", "x",
            "jdbc.createtable", "true",
            "testbed.version", "11.8",
            "status.interval", "1");
    made("4", "fabricated 1.0", elsewhere, wholeRuns());
    String own = directory.resolve("4").toString();
    assertThat(super.run("gate", own, "--max-overhead", "40%", "--baseline", directory.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith("Against 3 of ");
  }

  /** What the gate says of a comparison that has no baseline among the earlier ones. */
  private String refusal(String name) {
    err.getBuffer().setLength(0);
    String own = directory.resolve(name).toString();
    assertThat(super.run("gate", own, "--max-overhead", "40%", "--baseline", directory.toString()))
        .isEqualTo(2);
    return err.toString();
  }

  /** Their names do not say what all of them do. */
  @Test
  void theLastOfManyIsTheLastWhoseTlsWasAskedTheSame() throws Exception {
    made("1", "fabricated 1.0", Map.of("tls.ca", "/one/ca.pem"), wholeRuns());
    made(
        "2-resumed",
        "fabricated 1.0",
        Map.of("tls.ca", "/one/ca.pem", "tls.resumption", "on"),
        wholeRuns());
    made(
        "2-shown",
        "fabricated 1.0",
        Map.of("tls.ca", "/one/ca.pem", "tls.cert", "/one/client.pem"),
        wholeRuns());
    made("3", "fabricated 1.0", Map.of("tls.ca", "/two/ca.pem"), wholeRuns());
    Path folder = directory;
    directory = folder.resolve("3");
    String[] gate = {"gate", "--max-overhead", "40%", "--baseline", folder.toString()};

    assertThat(run(gate)).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("Against 1 of ");
    Files.delete(folder.resolve("1/comparison.json"));
    assertThat(run(gate)).isEqualTo(2);
  }

  /** Its name says what the variant is; where it is, and in which version, may be watched. */
  @Test
  void whereAVariantsServerIsMayDiffer() throws Exception {
    String suite = "TLS_AES_128_GCM_SHA256";
    for (String version : List.of("11.4", "11.8")) {
      made(
          version,
          "fabricated 1.0",
          Map.of("variants.new.tls.cipher", suite, "variants.new.testbed.version", version),
          wholeRuns());
    }
    Path folder = directory;
    directory = folder.resolve("11.8");

    assertThat(run("gate", "--max-overhead", "40%", "--baseline", folder.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith("Against 11.4 of ");
  }

  /** Against them nothing would be known, and no later comparison could ever pass. */
  @Test
  void theLastOfManyIsTheLastOfWhichSomethingIsKnown() throws Exception {
    Path folder = directory;
    Map<String, String> target = Map.of("target", "5000");
    FabricatedComparison.of(folder.resolve("1"), target, wholeRuns());
    directory = folder.resolve("2-cold");
    FabricatedComparison.of(directory, target, wholeRuns());
    changeRuns(run -> run.put("cpuTrend", Math.log(0.5)));
    FabricatedRuns slow = new FabricatedRuns(0.5, 0.02);
    slow.reached = 0.8;
    FabricatedComparison.of(folder.resolve("3-slow"), slow, slow, target, wholeRuns());
    directory = folder.resolve("4");
    FabricatedComparison.of(directory, target, wholeRuns());
    String[] gate = {"gate", "--max-overhead", "40%", "--baseline", folder.toString()};

    assertThat(run(gate)).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("Against 1 of ");
    assertThat(run(with(gate, "--metric=client CPU"))).isZero();
    assertThat(out.toString()).as("CPU is known below the target").contains("Against 3-slow of ");
    Files.delete(folder.resolve("1/comparison.json"));
    assertThat(run(gate)).isEqualTo(2);
    assertThat(err.toString())
        .contains("and figures that can be judged (without --quick, code compiled, targets")
        .hasLineCount(1);
    String cold = folder.resolve("2-cold").toString();
    assertThat(run("gate", "--max-overhead", "40%", "--baseline", cold)).isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "]: not known: in the earlier comparison, code was still being compiled; name another"
                + " one with --baseline");
  }

  private void made(
      String name, String server, Map<String, String> more, Schedule schedule, String... axes)
      throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.server = Map.of("server", server);
    Path own = directory.resolve(name);
    Files.deleteIfExists(own.resolve("comparison.json"));
    FabricatedComparison.of(own, runs, runs, more, schedule.withSeed(++seed), axes);
  }

  @Test
  void historyHasALineForEachComparison() throws Exception {
    Path results = Files.createDirectory(directory.resolve("results"));
    FabricatedComparison.of(Files.createDirectory(results.resolve("first")), wholeRuns());
    FabricatedComparison.of(Files.createDirectory(results.resolve("second")), wholeRuns());
    Path page = directory.resolve("history.html");

    assertThat(super.run("history", results.toString(), "--html", page.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).containsSubsequence("first", "second");
    assertThat(Files.readString(page))
        .contains("<svg", "client CPU")
        .contains("href=\"results/first/report.html\"", "href=\"results/second/report.html\"");
    Path elsewhere = Files.createDirectory(directory.resolve("pages")).resolve("history.html");
    assertThat(super.run("history", results.toString(), "--html", elsewhere.toString())).isZero();
    assertThat(Files.readString(elsewhere)).contains("href=\"../results/first/report.html\"");
    assertThat(super.run("history", page.toString())).isEqualTo(2);
    assertThat(super.run("history", directory.toString())).isEqualTo(2);
  }

  @Test
  void historyRefusesAPageThatItCouldNotWriteBeforeItReadsAnything() {
    Path page = directory.resolve("missing/x.html");

    assertThat(super.run("history", "no/results", "--html", page.toString())).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("ycsb: --html " + page + ": there is no folder " + page.getParent())
        .hasLineCount(1);
  }

  @Test
  void nothingIsKnownWithoutAnIntervalOf95Percent() throws Exception {
    FabricatedComparison.of(directory, wholeRuns().withBlocks(3));

    assertThat(run("gate", "--max-overhead", "1000%")).isEqualTo(3);
    assertThat(out.toString()).contains("3 more blocks", "no 95 % interval");
  }

  /** Verdicts are indicative however many blocks there are. */
  @Test
  void shortRunsAreNotKnown(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(earlier, Schedule.quickWholeRuns(7).withBlocks(10));
    FabricatedComparison.of(directory, wholeRuns());

    String[] against = {"gate", "--max-overhead", "90%", "--baseline", earlier.toString()};
    assertThat(run(against)).isEqualTo(3);
    assertThat(out.toString())
        .contains("]: not known: in the earlier comparison, runs were short (--quick)");
    directory = earlier;
    assertThat(run("gate", "--max-overhead", "90%")).isEqualTo(3);
    assertThat(run("gate", "--max-overhead", "10%")).isEqualTo(3);
    assertThat(out.toString()).contains("]: not known: runs were short (--quick)");
  }

  @Test
  void figuresOfCodeThatWasStillBeingCompiledAreNotKnown() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    changeRuns(run -> run.put("cpuTrend", Math.log(0.5)));

    assertThat(run("gate", "--max-overhead", "90%")).isEqualTo(3);
    assertThat(out.toString())
        .contains("]: not known: code was still being compiled; give a longer --warmup");
  }

  @Test
  void codeOfOneVariantAtOnePointLeavesTheOthersKnown() throws Exception {
    FabricatedComparison.of(directory, wholeRuns(), "threadcount=1,4");
    changeRuns(
        run -> {
          if (isOf(run, "threadcount=4")) {
            run.put("cpuTrend", Math.log(0.5));
          }
        });

    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isEqualTo(3);
    assertThat(out.toString().lines()).hasSize(2 * 4);
    assertThat(out.toString().lines().filter(line -> line.contains("still being compiled")))
        .singleElement()
        .asString()
        .startsWith("threadcount=4, TLS_AES_256_GCM_SHA384 RSA-2048, client CPU: ");
  }

  /** The price of code that is not compiled yet is what it tells. */
  @Test
  void coldCpuIsJudgedWhereCodeWasStillBeingCompiled() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    changeRuns(
        run -> {
          run.put("cpuTrend", Math.log(0.5));
          ObjectNode figures = (ObjectNode) run.path("figures");
          figures.set("cold client CPU", figures.get("client CPU"));
        });
    String[] gate = {"gate", "--max-overhead", "90%", "--metric"};

    assertThat(run(with(gate, "cold client CPU"))).as(out.toString()).isZero();
    assertThat(run(with(gate, "client CPU"))).isEqualTo(3);
  }

  @Test
  void latenciesOfRunsThatMissedTheirTargetAreNotKnown() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.reached = 0.8;
    FabricatedComparison.of(directory, runs, runs, Map.of("target", "5000"), wholeRuns());

    assertThat(run("gate", "--max-overhead", "90%", "--metric", "READ p95")).isEqualTo(3);
    assertThat(out.toString()).contains("]: not known: runs did not reach their target");
    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isZero();
  }

  /** Whoever forgot to name the server's process would pass, whatever TLS costs the server. */
  @Test
  void cpuThatWasNotMeasuredIsNotKnown() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    changeRuns(run -> ((ObjectNode) run.path("figures")).remove("server CPU"));

    assertThat(run("gate", "--max-overhead", "90%")).isEqualTo(3);
    assertThat(out.toString())
        .contains("server CPU: not known: not measured; to measure it, name the server's process")
        .contains(", or name the metrics that are judged with --metric");
    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isZero();
    changeRuns(run -> ((ObjectNode) run.path("figures")).remove("client CPU"));
    assertThat(run("gate", "--max-overhead", "90%")).isEqualTo(3);
    assertThat(out.toString())
        .contains("client CPU: not known: not measured; name the metrics that are judged");
  }

  @Test
  void whatLiesNearerToTheLimitThanTheNoiseFloorIsNotKnown(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(directory, wholeRuns().withCalibrate(true));
    changeRuns(
        run -> {
          ObjectNode figures = (ObjectNode) run.path("figures");
          if (run.path("variant").asText().contains("again")) {
            figures.put("client CPU", 1.15 * figures.path("client CPU").asDouble());
          }
        });

    assertThat(run("gate", "--max-overhead", "40%", "--metric", "client CPU")).isEqualTo(3);
    assertThat(out.toString())
        .contains("]: not known: the baseline differs from itself by up to 1");
    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isZero();

    FabricatedComparison.of(earlier, wholeRuns());
    String[] growth = {"gate", "--metric", "client CPU", "--baseline", earlier.toString()};
    assertThat(run(with(growth, "--max-overhead=10%"))).isEqualTo(3);
    assertThat(out.toString())
        .contains("]: not known: the two baselines together differ from themselves by up to 1");
    assertThat(run(with(growth, "--max-overhead=40%"))).isZero();
  }

  @Test
  void whatHasNoNoiseFloorIsNotKnownWithCalibrate() throws Exception {
    FabricatedComparison.of(directory, wholeRuns().withCalibrate(true));
    changeRuns(
        run -> {
          if (run.path("variant").asText().contains("again")) {
            ((ObjectNode) run.path("figures")).remove("client CPU");
          }
        });

    assertThat(run("gate", "--max-overhead", "90%", "--metric", "client CPU")).isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "]: not known: not all of the baseline's second runs have it, so that there is no noise"
                + " floor (--calibrate); measure longer, or without --calibrate");
  }

  @Test
  void throughputThatWasGivenIsNotKnown() throws Exception {
    FabricatedComparison.of(directory, Map.of("target", "1000"), wholeRuns());

    assertThat(run("gate", "--max-overhead", "10%", "--metric", "throughput")).isEqualTo(3);
    assertThat(out.toString())
        .contains("]: not known: its rate was given (-target); leave -target out");
  }

  @Test
  void primaryMetricsAreGatedWhenNoneIsNamed() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("gate", "--max-overhead", "90%")).isZero();
    assertThat(out.toString())
        .contains("client CPU", "server CPU", "throughput")
        .doesNotContain("READ");
    assertThat(run("gate", "--max-overhead", "90%", "--metric", "READ p99")).isZero();
    assertThat(out.toString()).contains("READ p99");
  }

  /** Of a workload that is not ours, it is not known which operation is the main one. */
  @Test
  void aPrimaryMetricThatNoRunHasIsNotGatedWhenNoneIsNamed() throws Exception {
    Map<String, String> reads =
        Map.of("target", "5000", "readproportion", "0", "updateproportion", "1");
    FabricatedComparison.of(directory, reads, wholeRuns());

    assertThat(run("gate", "--max-overhead", "90%")).as(out.toString()).isZero();
    assertThat(out.toString()).contains("client CPU", "server CPU").doesNotContain("UPDATE");
  }

  @Test
  void withABaselineTheLimitIsForWhatTlsCostsMoreThanThere(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(directory, 0.8, Map.of(), wholeRuns());
    FabricatedComparison.of(earlier, 0.5, Map.of(), wholeRuns());
    String[] gate = {"gate", "--baseline", earlier.toString(), "--max-overhead"};

    assertThat(run(with(gate, "5%"))).as("1.8 / 1.5 = 20 % more").isEqualTo(1);
    assertThat(run(with(gate, "40%"))).isZero();
    assertThat(run(with(gate, "20%"))).isEqualTo(3);
    assertThat(out.toString()).contains("in each comparison would tell");
    assertThat(run("gate", "--baseline", earlier + "/none", "--max-overhead", "5%")).isEqualTo(2);
  }

  @Test
  void aVariantThatTheEarlierComparisonDoesNotHaveIsNotKnown(@TempDir Path earlier)
      throws Exception {
    Map<String, String> one = Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384");
    Map<String, String> two = Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256");
    FabricatedComparison.of(earlier, one, wholeRuns());
    FabricatedComparison.of(directory, two, wholeRuns());
    Path junit = directory.resolve("gate.xml");
    String[] gate = {
      "gate", "--baseline", earlier.toString(), "--max-overhead", "40%", "--junit", junit.toString()
    };

    assertThat(run(gate)).as(out.toString()).isEqualTo(3);
    assertThat(out.toString())
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048, client CPU: ")
        .contains(
            "TLS_AES_128_GCM_SHA256 RSA-2048, client CPU: not known: the earlier comparison does not"
                + " have it");
    assertThat(Files.readString(junit)).contains("<error message=\"TLS_AES_128_GCM_SHA256");
    assertThat(run(with(gate, "--allow-unknown"))).isZero();
  }

  /** Such as a percentile of too few operations: no gate is passed by what is left out. */
  @Test
  void whatWasNotMeasuredInAllRunsIsNotKnown(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(earlier, wholeRuns(), "threadcount=1,4");
    FabricatedComparison.of(directory, wholeRuns(), "threadcount=1,4");
    forgetOnce("READ p99", "threadcount=4");
    forgetOnce("client CPU", "threadcount=4");
    forgetOnce("server CPU", "threadcount=4");
    String where = "threadcount=4, TLS_AES_256_GCM_SHA384 RSA-2048, ";

    for (String metric : new String[] {"READ p99", "client CPU"}) {
      assertThat(run("gate", "--max-overhead", "200%", "--metric", metric)).isEqualTo(3);
      assertThat(out.toString())
          .contains(where + metric + ": not known: not measured in all runs")
          .contains("threadcount=1, TLS_AES_256_GCM_SHA384 RSA-2048, " + metric + ": +");
    }
    Path junit = directory.resolve("gate.xml");
    String[] all = {"gate", "--max-overhead", "200%", "--junit", junit.toString()};
    assertThat(run(all)).isEqualTo(3);
    assertThat(Files.readString(junit))
        .contains(
            "<error message=\"" + where + "client CPU", "<error message=\"" + where + "server CPU");
    assertThat(run(with(all, "--allow-unknown"))).isZero();
    assertThat(run("gate", "--max-overhead", "200%", "--baseline", earlier.toString()))
        .isEqualTo(3);
  }

  /** With exit code 2 it would be the command that is wrong. */
  @Test
  void whatARunOfTheOnlyVariantLacksIsNotKnownEither(@TempDir Path earlier) throws Exception {
    Map<String, String> one = Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048");
    FabricatedComparison.of(earlier, one, wholeRuns());
    FabricatedComparison.of(directory, one, wholeRuns());
    forgetOnce("server CPU", "all");
    String[] gate = {"gate", "--max-overhead", "200%", "--metric", "server CPU"};

    assertThat(run(gate)).as(err.toString()).isEqualTo(3);
    assertThat(out.toString()).contains("server CPU: not known: not measured in all runs");
    assertThat(run(with(gate, "--allow-unknown"))).isZero();

    String own = directory.toString();
    directory = earlier;
    assertThat(run("gate", "--max-overhead", "200%", "--metric", "server CPU", "--baseline", own))
        .as(err.toString())
        .isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "server CPU: not known: in the earlier comparison, not measured in all runs; name"
                + " another one with --baseline");
  }

  /** Such as the server's process that a job no longer finds. */
  @Test
  void whatOnlyTheEarlierComparisonHasIsNotKnown(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(earlier, wholeRuns());
    FabricatedComparison.of(directory, wholeRuns());
    changeRuns(run -> ((ObjectNode) run.path("figures")).remove("server CPU"));

    assertThat(run("gate", "--max-overhead", "40%", "--baseline", earlier.toString()))
        .as(err.toString())
        .isEqualTo(3);

    assertThat(out.toString())
        .contains(
            "TLS_AES_256_GCM_SHA384 RSA-2048, client CPU: ",
            "TLS_AES_256_GCM_SHA384 RSA-2048, server CPU: not known: this comparison does not have"
                + " it; to measure it, name the server's process",
            ", or name the metrics that are judged with --metric");
  }

  /** The one before it may have it in all. */
  @Test
  void theLastOfManyIsTheLastWhoseRunsAllHaveTheMetric() throws Exception {
    Path folder = directory;
    for (String name : List.of("1", "2-gaps", "3")) {
      directory = folder.resolve(name);
      FabricatedComparison.of(directory, wholeRuns());
      if (name.equals("2-gaps")) {
        forgetOnce("server CPU", "all");
      }
    }
    String[] gate = {"gate", "--max-overhead", "40%", "--baseline", folder.toString()};

    assertThat(run(gate)).as(out.toString()).isZero();
    assertThat(out.toString()).startsWith("Against 1 of ");
    assertThat(run(with(gate, "--metric=client CPU"))).isZero();
    assertThat(out.toString()).contains("Against 2-gaps of ");
    Files.delete(folder.resolve("1/comparison.json"));
    assertThat(run(gate)).isEqualTo(2);
    assertThat(err.toString()).contains("measured in all runs").hasLineCount(1);
  }

  /** Takes the figure from one run of a variant at the point. */
  private void forgetOnce(String metric, String point) throws Exception {
    List<String> found = new ArrayList<>();
    changeRuns(
        run -> {
          if (found.isEmpty() && isOf(run, point)) {
            found.add(((ObjectNode) run.path("figures")).remove(metric).asText());
          }
        });
    assertThat(found).hasSize(1);
  }

  private static boolean isOf(ObjectNode run, String point) {
    return run.path("point").asText().equals(point)
        && run.path("variant").asText().equals("tls_aes_256_gcm_sha384-rsa-2048");
  }

  /** Changes what is recorded of the runs. */
  private void changeRuns(Consumer<ObjectNode> change) throws Exception {
    Path file = directory.resolve("comparison.json");
    ObjectMapper json = new ObjectMapper();
    JsonNode tree = json.readTree(file.toFile());
    tree.path("runs").forEach(run -> change.accept((ObjectNode) run));
    json.writeValue(file.toFile(), tree);
  }

  @Test
  void theNoiseFloorIsNotGatedAgainstAnEarlierOne(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(earlier, wholeRuns().withCalibrate(true));
    FabricatedComparison.of(directory, wholeRuns().withCalibrate(true));

    assertThat(run("gate", "--baseline", earlier.toString(), "--max-overhead", "40%")).isZero();
    assertThat(out.toString()).contains("client CPU").doesNotContain("(again)");
  }

  @Test
  void aComparisonOfTheBaselineWithItselfPassesNoGate() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "fake",
            Map.of("workload", "site.ycsb.workloads.CoreWorkload", "recordcount", "1000"),
            List.of(),
            "plain",
            true,
            wholeRuns().withCalibrate(true));
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(directory, plan, "", Secrets.of(List.of()))) {
      runs.execute(opened, runs);
    }
    Path junit = directory.resolve("gate.xml");

    assertThat(run("gate", "--max-overhead", "10%", "--junit", junit.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("nothing to judge").hasLineCount(1);
    assertThat(junit).doesNotExist();
  }

  private static String[] with(String[] arguments, String last) {
    return Stream.concat(Arrays.stream(arguments), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void saysThatTheServersFiguresAreNotForPublication() throws Exception {
    FabricatedComparison.unpublishable(directory, "made of cardboard");

    Path junit = directory.resolve("gate.xml");

    run("gate", "--max-overhead", "10%", "--junit", junit.toString());

    assertThat(out.toString()).contains("Not for publication: made of cardboard.");
    assertThat(Files.readString(junit))
        .contains("</testcase><system-out>Not for publication: made of cardboard.</system-out>");
  }

  /** Another start may cost some percent more or less. */
  @Test
  void saysWhatTheIntervalsOfOneServerDoNotContain(@TempDir Path earlier) throws Exception {
    FabricatedComparison.of(earlier, wholeRuns());
    FabricatedComparison.of(directory, wholeRuns());
    String[] gate = {"gate", "--max-overhead", "90%", "--metric", "client CPU"};
    assertThat(run(gate)).isZero();
    assertThat(run(with(gate, "--baseline=" + earlier))).isZero();
    assertThat(out.toString()).doesNotContain("server");

    Path file = directory.resolve("comparison.json");
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    ((ObjectNode) tree.path("plan")).put("oneServer", true);
    new ObjectMapper().writeValue(file.toFile(), tree);
    assertThat(run(gate)).isZero();
    assertThat(out.toString()).endsWith("The intervals are for this process of the server.\n");
    assertThat(run(with(gate, "--baseline=" + earlier))).isZero();
    assertThat(out.toString())
        .contains("One start of the server served all blocks of a comparison");
  }

  @Test
  void helpListsAllExitCodes() {
    assertThat(run("gate", "-h")).isZero();
    assertThat(out.toString()).contains("Exit codes:").containsPattern("3 +no overhead is above");
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
    FabricatedComparison.of(directory, wholeRuns());
    Path file = directory.resolve("comparison.json");
    String figure = "\"server CPU\"\\s*:\\s*[-.0-9E]+";
    Files.writeString(file, Files.readString(file).replaceAll(figure + "\\s*,|,\\s*" + figure, ""));

    assertThat(run("gate", "--max-overhead", "25%", "--metric", "server CPU")).isEqualTo(2);

    assertThat(err.toString()).contains("; to measure it, ").contains("server.cpu=pid:NUMBER");
  }

  /** Such as one on a medium that is read only. */
  @Test
  void printsTheReportOfADirectoryThatCannotBeWrittenTo() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());
    Files.createDirectory(directory.resolve("report.html"));

    assertThat(run("report", "--format", "csv")).isEqualTo(1);

    assertThat(out.toString()).startsWith("variant,metric");
  }

  @Test
  void makesTheReportAgain() throws Exception {
    FabricatedComparison.of(directory, wholeRuns());

    assertThat(run("report", "--format", "csv")).isZero();

    assertThat(out.toString()).startsWith("variant,metric");
    assertThat(Files.readString(directory.resolve("report.html"))).contains("<html");
  }
}
