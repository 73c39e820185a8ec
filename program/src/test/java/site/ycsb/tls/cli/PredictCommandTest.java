package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunFacts;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.file.JsonFile;

class PredictCommandTest extends RunsCommands {
  @TempDir private Path directory;

  @BeforeEach
  void writeModel() throws Exception {
    KnownCosts.model(true).writeTo(directory);
  }

  private int predict(String... arguments) {
    return run(
        Stream.concat(Stream.of("predict", directory.toString()), Arrays.stream(arguments))
            .toArray(String[]::new));
  }

  @Test
  void saysCoresAndWhatTlsIsSpentOn() {
    String load = "--operations 50000/s --bytes 2KB --connections 200/s --resumed 90%";
    assertThat(predict(load.split(" ", -1))).isZero();

    assertThat(out.toString())
        .contains("50,000 operations/s of 2.00 KB, 200 new connections/s, 90 % of them resumed.")
        .containsPattern("TLS_X +\\| client +\\| +2\\.7\\d \\[")
        .contains("% operation", "% KB", "15 % resumed")
        .containsPattern(
            "TLS_X takes 0\\.4\\d+ \\[0\\.4\\d+, 0\\.[45]\\d+\\] cores more \\(\\+2\\d\\.\\d %\\) on the client and");
  }

  @Test
  void saysIfTheIntervalsAreThoseOfAnEarlierVersion() throws Exception {
    String[] load = {"--operations", "50000/s"};
    assertThat(predict(load)).isZero();
    assertThat(out.toString()).doesNotContain("earlier version");

    Path file = directory.resolve(CostModel.FILE);
    String old = Files.readString(file).replaceAll("(?s),\\s*\"speed\"\\s*:\\s*\\{[^}]*\\}", "");
    assertThat(old).doesNotContain("speed");
    Files.writeString(file, old);
    assertThat(predict(load)).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "Warning: The intervals are too narrow: ", "as an earlier version fitted the model");
  }

  @Test
  void ofAComparisonSaysTheCoresOfItsOwnLoad() throws Exception {
    directory = directory.resolve("comparison");
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));

    assertThat(predict("--operations", "100000/s")).as(err.toString()).isZero();

    // 12 µs/op on the server, and half as much again with TLS.
    assertThat(out.toString())
        .contains("Cores at 100,000 operations/s: fabricated")
        .containsPattern("plain +\\| server +\\| +1\\.\\d\\d \\(")
        .containsPattern("SHA384 +\\| server +\\| +\\+0\\.[56]\\d\\d \\[\\+0\\.");
    out.getBuffer().setLength(0);
    assertThat(predict("--operations", "100000/s", "--format", "csv")).isZero();
    assertThat(out.toString())
        .startsWith("variant,side,cores,cores lower,cores upper\r\n")
        .containsPattern("SHA384[^,]*,server,0\\.[56]\\d+,0\\.[56]\\d+,0\\.[56]\\d+\r\n");
    String[] baseline = out.toString().lines().toArray(String[]::new)[1].split(",", -1);
    out.getBuffer().setLength(0);
    assertThat(predict("--operations", "100000/s", "--format", "json")).isZero();
    JsonNode server = new ObjectMapper().readTree(out.toString()).at("/baseline/0");
    assertThat(baseline)
        .as("the same as in the other formats")
        .containsExactly(
            server.path("variant").asText(),
            server.path("side").asText(),
            Csv.number(server.path("median").asDouble()),
            Csv.number(server.path("least").asDouble()),
            Csv.number(server.path("most").asDouble()));
    assertThat(baseline[1]).isEqualTo("server");
    assertThat(predict("--operations", "1/s", "--bytes", "2KB")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--bytes has no effect here: ", "measure a model with 'bin/ycsb model'");
  }

  /** Such as one that was ended before its first block. */
  @Test
  void aComparisonWithoutCpuTimePredictsNothing() throws Exception {
    directory = directory.resolve("comparison");
    ComparisonResult made = FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    JsonFile.write(
        directory.resolve("comparison.json"),
        FabricatedComparison.changed(made, run -> run.withFacts(withoutCpu(run, "CPU"))));

    assertThat(predict("--operations", "100000/s")).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains(": nothing is predicted, as no CPU time").hasLineCount(1);
  }

  /** What is known of them is printed; a script must not take it for a prediction. */
  @Test
  void aComparisonOfWhichNothingIsKnownYetPredictsNothing() throws Exception {
    directory = directory.resolve("comparison");
    ComparisonResult made =
        FabricatedComparison.of(directory, Schedule.wholeRuns(1).withCalibrate(true));
    JsonFile.write(
        directory.resolve("comparison.json"),
        FabricatedComparison.changed(
            made, run -> run.variant().startsWith("tls_") ? run.withCpuTrend(-0.2) : run));

    assertThat(predict("--operations", "100000/s")).isEqualTo(1);

    assertThat(out.toString()).contains("| plain (again) ", "not known yet: between ");
    assertThat(err.toString())
        .contains(": nothing is predicted, as no figure of it is known yet; ")
        .hasLineCount(1);
  }

  @Test
  void saysOfWhichSideTheCoresAreNotKnown() throws Exception {
    directory = directory.resolve("comparison");
    ComparisonResult made = FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    JsonFile.write(
        directory.resolve("comparison.json"),
        FabricatedComparison.changed(made, run -> run.withFacts(withoutCpu(run, "server CPU"))));

    assertThat(predict("--operations", "100000/s")).isZero();

    assertThat(out.toString())
        .contains("| client")
        .contains("Warning: The server's cores are not known: its CPU time was not measured.");
  }

  private static RunFacts withoutCpu(RunRecord run, String metrics) {
    Map<String, Double> others = new LinkedHashMap<>(run.figures());
    others.keySet().removeIf(metric -> metric.endsWith(metrics));
    return run.facts().withFigures(others);
  }

  @Test
  void saysThatAComparisonIsNotComplete() throws Exception {
    directory = directory.resolve("comparison");
    FabricatedComparison.of(directory, Schedule.wholeRuns(1));
    Path file = directory.resolve("comparison.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("\"complete\" : true", "\"complete\" : false")
            .replaceFirst("\"ending\" : \"complete\"", "\"ending\" : \"interrupted\""));

    assertThat(predict("--operations", "100000/s")).as(err.toString()).isZero();

    assertThat(out.toString()).contains("Not complete: interrupted.");
    out.getBuffer().setLength(0);
    assertThat(predict("--operations", "100000/s", "--format", "json")).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).at("/warnings/0").asText())
        .isEqualTo("Not complete: interrupted.");
  }

  @Test
  void saysTheLoadThatWasAsked() {
    String load = "--operations 100/min --bytes 2MB --connections 1/min --resumed 0.5%";
    assertThat(predict(load.split(" ", -1))).isZero();

    assertThat(out.toString())
        .contains(
            "1.67 operations/s of 2,000 KB, 0.0167 new connections/s, 0.5 % of them resumed.");
  }

  @Test
  void whatCannotBePredictedIsRefused() throws Exception {
    assertThat(predict()).isEqualTo(2);
    assertThat(err.toString()).contains("--operations");
    assertThat(predict("--operations", "50000 per second")).isEqualTo(2);
    assertThat(err.toString()).contains("expected a rate such as 50000/s");
    assertThat(predict("--operations", "1/s", "--resumed", "50%")).isEqualTo(2);
    assertThat(err.toString()).contains("--resumed has no effect here");
    assertThat(predict("--operations", "1/s", "--bytes", "900KB")).isZero();
    assertThat(out.toString()).contains("Warning: Extrapolated: 900 KB per operation");

    KnownCosts.model(false).writeTo(directory);
    assertThat(predict("--operations", "1/s")).isEqualTo(1);
    assertThat(err.toString()).contains("No prediction for TLS_X: at check-3kb");
  }

  /** Beyond what was measured, the terms of the bytes may cancel each other out. */
  @Test
  void noCoresAreNegativeAndNoShareIsMoreThanTheWhole() {
    for (String bytes : new String[] {"100B", "20KB", "40KB", "900KB"}) {
      assertThat(predict("--operations", "1000/s", "--bytes", bytes)).isZero();
    }

    String cores = "(?m)^\\|.*";
    assertThat(out.toString()).doesNotContain("KB beyond").doesNotContainPattern(cores + " -0\\.");
    assertThat(out.toString()).doesNotContainPattern("[1-9][0-9]{3,} %|-\\d+ %");
  }

  @Test
  void aModelReadsAddressesFromFiles() throws Exception {
    Path file = Files.writeString(directory.resolve("db.properties"), "fieldlength=5\n");

    assertThat(runLine("model basic -p tls.cipher=X -P " + file)).isEqualTo(2);

    assertThat(err.toString()).contains("-p fieldlength: a model sets it").contains("-P names");
  }

  /** As a run's: one of the two would have no effect. */
  @Test
  void aModelTakesOneNumberOfThreads() {
    assertThat(runLine("model basic -p tls.cipher=X -p threadcount=2 -threads 4")).isEqualTo(2);

    assertThat(err.toString())
        .contains("threadcount=2 is given with -p, and 4 with the option for it: give one of them");
  }

  /** They would mix reads with writes, or make them of other sizes than the model says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "readmodifywriteproportion=1",
        "fieldlengthdistribution=uniform",
        "fieldlengthhistogram=lengths.txt",
        "minfieldlength=5",
        "readallfields=false"
      })
  void aModelReadsRecordsOfItsOwnLengths(String property) {
    assertThat(runLine("model basic -p tls.cipher=X -p " + property)).isEqualTo(2);

    String name = property.substring(0, property.indexOf('='));
    assertThat(err.toString()).startsWith("ycsb: -p " + name + ": a model sets it").hasLineCount(1);
  }

  @Test
  void aModelSetsItsOwnLoad() {
    for (String property :
        new String[] {
          "fieldlength=5", "tls.resumption=on", "variants.x.a=1", "internode.cipher=X"
        }) {
      assertThat(runLine("model basic -p tls.cipher=X -p " + property)).as(property).isEqualTo(2);
    }
    assertThat(run("model", "basic")).isEqualTo(2);
    assertThat(err.toString())
        .contains("no tls.cipher given: a model is one of TLS")
        .contains("-p internode.cipher: a model is one of TLS between client and server")
        .contains("-p fieldlength: a model sets it")
        .contains("-p tls.resumption=on: a model measures full and resumed handshakes");
  }
}
