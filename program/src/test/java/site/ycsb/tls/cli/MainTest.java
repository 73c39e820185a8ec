package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest extends RunsCommands {
  private static final String RUN = "run basic -P ../workloads/workloadc";
  private static final String COMPARE = "compare basic -P ../workloads/workloadc";
  private static final String WITH_TLS = COMPARE + " -p tls.cipher=TLS_AES_256_GCM_SHA384";

  @ParameterizedTest
  @CsvSource({
    "compare basic --qiuck,did you mean --quick?; see 'bin/ycsb compare -h'",
    "compare basic --block=3,did you mean --blocks?",
    "run basic -trheads 4,did you mean -threads?",
    "comapre basic,did you mean compare?; see 'bin/ycsb -h'",
    "run basic lib/b.jar lib/c.jar,put that in quotes: -cp 'FOLDER/*'; see 'bin/ycsb run -h'",
    "run basic --frobnicate,Unknown option: '--frobnicate'; see 'bin/ycsb run -h'"
  })
  void misspelledOptionsAndCommandsAreAnsweredInOneLine(String line, String answer) {
    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString()).startsWith("ycsb: ").contains(answer).hasLineCount(1);
  }

  @Test
  void commandsAreFoundByTheNamesThatTheyHave() {
    Main.commandLine()
        .getSubcommands()
        .forEach((name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
  }

  @Test
  void passwordsWhoseOptionIsMissingAreNotRepeated() {
    assertThat(runLine("run basic db.passwd=hunter2 mongodb://me:hunter2@host/")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'db.passwd=***'", "'mongodb://***@host/'")
        .doesNotContain("hunter2")
        .hasLineCount(1);
  }

  @Test
  void passwordsOfUnknownOptionsAreNotRepeated() {
    assertThat(runLine("run basic --password hunter2")).isEqualTo(2);
    assertThat(err.toString()).contains("'--password', '***'").doesNotContain("hunter2");
  }

  static Stream<Arguments> wrongValues() {
    return Stream.of(
        Arguments.of("tls.cipher=TLS_AES_256_GCM_SHA385", "TLS_AES_256_GCM_SHA384"),
        Arguments.of("tls.cipher=TLS_AES_256_GCM_SHA384 tls.protocol=TLSv1.2", "TLSv1.3"),
        Arguments.of("tls.cipher=TLS_RSA_WITH_NULL_SHA256", "tls.legacy=true"),
        Arguments.of("tls.cypher=TLS_AES_256_GCM_SHA384", "tls.cipher"),
        Arguments.of("tls.keysize=2048", "tls.cipher"),
        Arguments.of("tls.cipher=TLS_AES_256_GCM_SHA384 tls.keysize=huge", "tls.keysize"),
        Arguments.of("tls.renegotiate=5", "tls.cipher"),
        Arguments.of(
            "tls.cipher=TLS_AES_256_GCM_SHA384 tls.renegotiate=0",
            "expected a whole number of at least 1"),
        Arguments.of("threadcount=0", "threadcount"),
        Arguments.of("operationcount=many", "operationcount"),
        Arguments.of("recordcount=-1", "recordcount"),
        Arguments.of("requestdistribution=zipf", "zipfian"),
        Arguments.of("measurementtype=loud", "hdrhistogram"),
        Arguments.of("target=fast", "target"),
        Arguments.of("target=", "target= is empty"),
        Arguments.of("dataintegrity", "ycsb: -p 'dataintegrity': expected NAME=VALUE"),
        Arguments.of("client.profile=1s results.dir=none", "100us to 100ms"),
        Arguments.of("client.profile=1ms", "-p results.dir=DIR"),
        Arguments.of("variants.a.fieldcount=2", "variants are for compare"),
        Arguments.of("fleet.agents=3", "fleet.agents: a fleet sets it"),
        Arguments.of("fleet.member=1/4", "fleet.member: a fleet sets it"),
        Arguments.of(
            "workload=site.ycsb.tls.workload.ConnectionChurnWorkload load.check=true",
            "load.check=true: only site.ycsb.workloads.CoreWorkload looks for its records"),
        Arguments.of("client.java=999", "no Java 999 was found"),
        Arguments.of("client.java=..", "with bin/java in it"));
  }

  @ParameterizedTest
  @MethodSource
  void wrongValues(String given, String hint) {
    String properties = given.replace(" ", " -p ");
    assertThat(runLine(RUN + " -p " + properties)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("ycsb: ").contains(hint).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "--explain --whole-runs,only runs that take turns",
    "--explain --operations 1000,only runs that take turns",
    "'--explain --vary threadcount=1,2','not a sweep'",
    "--explain -p client.profile=1,100us to 100ms",
    "-p client.profile=1ms,give it with --explain",
    "--explain -p variants.a.client.profile=1ms,give it with --explain"
  })
  void whatCannotBeExplainedIsRefusedBeforeAnythingRuns(
      String options, String hint, @TempDir Path directory) {
    String to = " --out " + directory.resolve("results") + " ";
    assertThat(runLine(COMPARE + " -p variants.a.fieldcount=2" + to + options)).isEqualTo(2);
    assertThat(err.toString().lines().filter(l -> l.startsWith("ycsb: ")))
        .singleElement()
        .asString()
        .contains(hint);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-threads 8", "-p threadcount=8"})
  void aSweptPropertyIsGivenOnce(String given, @TempDir Path directory) {
    String line =
        "compare basic -P ../workloads/workloadc --calibrate --vary threadcount=1,4 --out %s %s"
            .formatted(directory.resolve("results"), given);
    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("ycsb: threadcount is given both with --vary and with -p")
        .hasLineCount(1);
    assertThat(directory).isEmptyDirectory();
  }

  /** In a file of several workloads nobody misses it. */
  @ParameterizedTest
  @CsvSource({
    "run basic -P ../workloads/workloadc -p oltp.rangesize=1000,oltp.rangesize",
    "compare basic -P ../workloads/workloadc --calibrate -p churn.operations=2,churn.operations",
    "run basic -P ../workloads/connectionchurn -p readproportion=0.5,readproportion",
    "run basic -P ../workloads/oltp_read_only -p dataintegrity=true,dataintegrity"
  })
  void whatIsTypedForAnotherWorkloadIsRefused(String line, String property) {
    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString())
        .containsPattern("(?m)^ycsb: -p " + property + ": the workload \\S+ does not read it; ");
  }

  /** BasicDB has no test server. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run basic -P ../workloads/workloadc -p testbed.heap=1g",
        "load basic -P ../workloads/workloadc -p testbed.heap=1g",
        "shell basic -p testbed.heap=1g",
        "compare basic -P ../workloads/workloadc --calibrate -p testbed.heap=1g",
        "compare basic -P ../workloads/workloadc -p variants.big.testbed.heap=1g",
        "model basic -p tls.cipher=TLS_AES_256_GCM_SHA384 -p testbed.heap=1g"
      })
  void settingsOfTestServersAreRefusedWhereNoneIsStarted(String line) {
    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString())
        .containsPattern("^ycsb: (variants\\.big\\.)?testbed\\.heap: a setting of test servers")
        .hasLineCount(1);
  }

  @Test
  void aLoadIsNotProfiled(@TempDir Path directory) {
    String profiled = "load basic -P ../workloads/workloadc -p client.profile=1ms";
    assertThat(runLine(profiled + " -p results.dir=" + directory)).isEqualTo(2);
    assertThat(err.toString()).contains("a load is not profiled").hasLineCount(1);
  }

  @Test
  void comparisonRefusesAJavaThatIsNotThere(@TempDir Path directory) {
    Path results = directory.resolve("results");
    assertThat(runLine(COMPARE + " -p variants.newer.client.java=999 --out " + results))
        .isEqualTo(2);
    assertThat(err.toString()).contains("ycsb: client.java=999: no Java 999 was found");
    assertThat(results).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none/report.txt", ".", "none/deeper/report.txt"})
  void fileForTheReportIsRefusedBeforeTheRunIfItCannotBeWritten(
      String name, @TempDir Path directory) {
    Path file = directory.resolve(name);

    assertThat(runLine(RUN + " -p exportfile=" + file)).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("ycsb: exportfile=" + file + ": ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run basic -P ../workloads/workloadc --agents 1 --listen benchmaster.invalid:7815",
        "agent --watch mongod --listen benchmaster.invalid:7815"
      })
  void nameWithoutAnAddressIsNotListenedOn(String line) {
    assertThat(runLine(line)).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("ycsb: --listen benchmaster.invalid:7815: ")
        .contains("has no address here")
        .hasLineCount(1);
  }

  @Test
  void classesByTheNamesThatTheyHadUntilYcsb015AreFoundWithANote(@TempDir Path directory)
      throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("old.wl"),
            """
            recordcount=10
            operationcount=10
            workload=com.yahoo.ycsb.workloads.CoreWorkload
            exporter=com.yahoo.ycsb.measurements.exporter.JSONMeasurementsExporter
            basicdb.verbose=false
            """);

    assertThat(run("run", "com.yahoo.ycsb.BasicDB", "-P", file.toString())).isZero();

    assertThat(out.toString()).contains("\"metric\" : \"OVERALL\"");
    assertThat(err.toString())
        .contains(
            "Note: workload=com.yahoo.ycsb.workloads.CoreWorkload is the name until YCSB 0.15; it is"
                + " site.ycsb.workloads.CoreWorkload now.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"threadcount=-1", "recordcount=1e3", "variants.a.fieldcount=x"})
  void comparisonRefusesBadValuesBeforeItMakesAnything(String property, @TempDir Path directory) {
    Path results = directory.resolve("results");

    assertThat(runLine(WITH_TLS + " -p " + property + " --out " + results)).isEqualTo(2);

    assertThat(err.toString()).contains(": expected a whole number").hasLineCount(1);
    assertThat(results).doesNotExist();
  }

  @Test
  void propertiesThatAComparisonSetsItselfAreNotDroppedWithoutAWord() {
    runLine(
        WITH_TLS
            + " -s -p seed=5 -p exportfile=x -p hdrhistogram.fileoutput=true -p threadcount=-1");

    assertThat(err.toString())
        .containsSubsequence(
            "Note: -s prints nothing here",
            "Note: -p exportfile has no effect here",
            "Note: -p hdrhistogram.fileoutput has no effect here",
            "Note: -p seed has no effect here",
            "threadcount=-1: expected")
        // Of a workload's file, not of -p.
        .doesNotContain("operationcount");
  }

  @ParameterizedTest
  @CsvSource({
    "--seconds abc, is no number; see",
    "--seconds 1d, is no number; see",
    "--warmup 0x10, is no number; see",
    "--blocks 1.5, is no whole number; see",
    "--agents many, is no whole number; see",
    "--seconds 5 --operations 1000, both give the length of a run",
    "--slice 0, must be 5 to 60000 ms"
  })
  void optionsValuesAreRefusedInPlainWords(String option, String words) {
    assertThat(runLine("compare basic " + option)).isEqualTo(2);
    assertThat(err.toString()).contains(words).doesNotContain(" is not a").hasLineCount(1);
  }

  @Test
  void agentsHaveTheJavaThatTheyWereStartedWith(@TempDir Path directory) {
    String line =
        "run basic -P ../workloads/workloadc --local-agents 2 -p results.dir=%s -p client.java=%s"
            .formatted(directory.resolve("results"), System.getProperty("java.home"));

    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("ycsb: client.java: agents have the Java that they were started with")
        .hasLineCount(1);
  }

  /** Descendants count, and local agents are this process's. */
  @ParameterizedTest
  @ValueSource(strings = {"", " --local-agents 2"})
  void theProcessOfALoadGeneratorIsNoServer(String fleet, @TempDir Path directory) {
    String line =
        "run basic -P ../workloads/workloadc -p results.dir=%s -p server.cpu=pid:%d%s"
            .formatted(directory.resolve("results"), ProcessHandle.current().pid(), fleet);

    assertThat(run(line.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(" has started this program, or is it").hasLineCount(1);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeMadeIsRefusedInWords(@TempDir Path directory) throws IOException {
    String below = Files.createFile(directory.resolve("file")) + "/below";

    assertThat(runLine(RUN + " -p results.dir=" + below)).isEqualTo(2);
    assertThat(err.toString())
        .containsPattern(
            "(?m)^ycsb: results\\.dir="
                + below
                + " cannot be written \\(\\S+: [A-Za-z ]+\\); give another directory$");
  }

  @Test
  void aFileIsNoFolderForAnAgentsResults() {
    assertThat(runLine("agent --join localhost:1 --out pom.xml")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "ycsb: pom.xml cannot be written (pom.xml: it is not a folder); give another directory with --out");
  }

  @Test
  void aRunThatWouldRemoveRecordsIsRefusedBeforeAnythingIsMade(@TempDir Path directory) {
    Path results = directory.resolve("results");

    assertThat(runLine(RUN + " -p load.clear=true -p results.dir=" + results)).isEqualTo(2);

    assertThat(err.toString()).contains("only 'load' removes records").hasLineCount(1);
    assertThat(results).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "suites --timeout 9, --timeout has no effect here: no server is asked",
    "agent --join localhost:1 --number=-5, --number -5: expected 1 or more",
    "agent --watch mongod --out 3, --out has no effect here: --watch makes no runs",
    "agent --watch mongod --number 3, --number has no effect here: --watch makes no runs",
    "agent --watch mongod --join-timeout 3, --join-timeout has no effect here: --watch makes no runs",
    "shell basic -threads abc, -threads has no effect here:",
    "shell basic -s, -s has no effect here:",
    "shell basic -p client.java=17, client.java has no effect in a shell",
    "testbed basic -target 5, -target has no effect here:",
    "testbed basic -label x, -l has no effect here:",
    "testbed basic -p network.rtt=20ms, network.*: this command only starts a server",
    "study post-quantum -p seed=1, -p seed: a comparison sets it",
    "model basic -p tls.cipher=X -p warmup.seconds=9, -p warmup.seconds: a comparison sets it",
    "model basic -p tls.cipher=X -p fleet.agents=9, fleet.agents: a fleet sets it",
    "model basic -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.keysize=, tls.keysize= is empty"
  })
  void whatWouldHaveNoEffectIsRefused(String line, String words) {
    assertThat(runLine(line)).isEqualTo(2);
    assertThat(err.toString()).startsWith("ycsb: " + words).hasLineCount(1);
  }

  @Test
  void suitesOfAProviderThatIsNotThereAreNotThoseOfAnother() {
    assertThat(runLine(COMPARE + " -p tls.cipher=all -p tls.provider=Conscrypt")).isEqualTo(2);
    assertThat(err.toString()).contains("tls.provider=Conscrypt: its jar is not on the class path");
  }

  @Test
  void aComparisonWithoutAWorkloadIsThatOfWorkloadC() {
    // YCSB's BasicDB has no TLS, so that nobody can choose a suite for it.
    assertThat(runAtHome("compare basic")).isEqualTo(2);
    assertThat(err.toString())
        .contains("No workload given; using workloads/workloadc, reads only.")
        .contains("nothing to compare with plain: give suites");
  }

  @Test
  void aBindingThatTheLauncherDidNotFindIsNoUnknownOne() {
    assertThat(runAtHome("run -l jdbc mongodb")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "the binding 'mongodb' is not on the class path",
            "directly after the command",
            "a program of your own")
        .hasLineCount(1);
  }

  @Test
  void helpOfAComparisonSaysWhichLimitsTheOthersSwitchOff() {
    assertThat(run("compare", "-h")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("(2%; none if only --time or --blocks is given).")
        .contains("(10m; none if only --precision or --blocks is given).")
        .contains("the least number if --precision or --time is given, too")
        .contains("up to 40.");
  }

  @Test
  void withoutACommandTheHelpIsPrinted() {
    assertThat(run()).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("Usage: ycsb")
        .contains("  compare ")
        .contains("Exit codes:");
  }
}
