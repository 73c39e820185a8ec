package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;

/**
 * Agents as processes, and the one run that they make. Who is silent for four seconds is lost:
 * nothing else may run beside those that make longer runs (tag "alone").
 */
@Timeout(300)
class FleetIT {
  @TempDir private Path directory;

  private RunResult complete(Path where, String phase, Map<String, String> given, String... more)
      throws IOException, InterruptedException {
    Files.createDirectories(where);
    try (Program program = Program.run(where, phase, given, more)) {
      return complete(where, program);
    }
  }

  private static RunResult complete(Path where, Program program)
      throws IOException, InterruptedException {
    assertThat(program.exitCode()).as(program.err()).isZero();
    RunResult result = RunResultFile.read(where.resolve("results/run.json"));
    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    return result;
  }

  @Test
  @Tag("full")
  @Tag("alone")
  void histogramsAndStatusAreTheSumOfTheAgentsAndNoFileHasASecret() throws Exception {
    Map<String, String> given =
        Map.of(
            "maxexecutiontime", "4",
            "updateproportion", "0.5",
            "readproportion", "0.5",
            "file.password", "open sesame");
    RunResult result;
    try (Program program = Program.run(directory, "run", given, "-s", "--local-agents", "3")) {
      result = complete(directory, program);
      assertThat(program.err()).containsPattern("\\d sec: \\d+ operations; .*\\[3 agents]");
    }
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("open sesame"));
    }
    assertThat(result.fleet().members()).hasSize(3).allMatch(member -> member.succeeded() > 0);
    assertThat(result.succeeded())
        .isEqualTo(
            result.fleet().members().stream().mapToLong(FleetFigures.Member::succeeded).sum());
    assertThat(result.configuration().threads()).isEqualTo(3);
    Map<String, Histogram> logged = new HashMap<>();
    for (int agent = 1; agent <= 3; agent++) {
      addLog(directory.resolve("results/agent-" + agent + "/run-001/intervals.hlog"), logged);
    }
    assertThat(logged.keySet()).containsAll(List.of("READ", "UPDATE"));
    logged.forEach(
        (name, histogram) -> {
          assertThat(result.operations().get(name).decode()).as(name).isEqualTo(histogram);
          assertThat(result.operations().get(name).count()).isEqualTo(histogram.getTotalCount());
        });
  }

  private static void addLog(Path file, Map<String, Histogram> sums) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        Histogram sum = sums.computeIfAbsent(next.getTag(), tag -> growing());
        sum.add((org.HdrHistogram.AbstractHistogram) next);
      }
    }
  }

  private static Histogram growing() {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    return histogram;
  }

  @Test
  @Tag("full")
  void agentsAskForTheKeysThatOneProcessWouldAskFor() throws Exception {
    Map<String, String> reads =
        Map.of(
            "operationcount", "101",
            "threadcount", "5",
            "readproportion", "1",
            "updateproportion", "0",
            "file.millis", "60",
            "requestdistribution", "zipfian");
    RunResult alone = complete(directory.resolve("alone"), "run", reads);
    RunResult fleet = complete(directory.resolve("fleet"), "run", reads, "--local-agents", "2");
    assertThat(FileDb.lines(directory.resolve("fleet/keys")))
        .isEqualTo(FileDb.lines(directory.resolve("alone/keys")))
        .hasSize(101);
    assertThat(fleet.succeeded()).isEqualTo(alone.succeeded()).isEqualTo(101);
    assertThat(fleet.configuration().threads())
        .isEqualTo(alone.configuration().threads())
        .isEqualTo(5);
  }

  @Test
  @Tag("full")
  void eachRecordIsLoadedOnceAndNewOnesAreNobodyElses() throws Exception {
    // Neither records nor threads can be divided evenly.
    Map<String, String> load = Map.of("recordcount", "101", "threadcount", "3");
    complete(directory.resolve("load"), "load", load, "--local-agents", "2");
    List<String> loaded = FileDb.lines(directory.resolve("load/keys"));
    assertThat(loaded).hasSize(101).doesNotHaveDuplicates();
    complete(
        directory.resolve("run"),
        "run",
        Map.of(
            "recordcount", "101",
            "operationcount", "151",
            "threadcount", "3",
            "readproportion", "0",
            "updateproportion", "0",
            "insertproportion", "1",
            "file.millis", "30"),
        "--local-agents",
        "2");
    List<String> inserted = FileDb.lines(directory.resolve("run/keys"));
    assertThat(inserted).hasSize(151).doesNotHaveDuplicates().doesNotContainAnyElementsOf(loaded);
  }

  @Test
  @Tag("full")
  @Tag("alone")
  void twoFleetsOnOneMachineDoNotMeet() throws Exception {
    Map<String, String> reads = Map.of("maxexecutiontime", "4", "file.millis", "5");
    Path one = Files.createDirectories(directory.resolve("one"));
    Path other = Files.createDirectories(directory.resolve("other"));
    try (Program first = Program.run(one, "run", reads, "--local-agents", "2");
        Program second = Program.run(other, "run", reads, "--local-agents", "2")) {
      assertThat(first.exitCode()).as(first.err()).isZero();
      assertThat(second.exitCode()).as(second.err()).isZero();
    }
    List<String> agents =
        Stream.of(one, other)
            .flatMap(where -> members(where).stream())
            .collect(Collectors.toList());
    assertThat(agents).hasSize(4).doesNotHaveDuplicates();
  }

  private static List<String> members(Path where) {
    try {
      return RunResultFile.read(where.resolve("results/run.json")).fleet().members().stream()
          .map(FleetFigures.Member::name)
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without agents that make the run, and with some. */
  @Test
  @Tag("full")
  void anAgentBesideTheServerTellsItsCpuTime() throws Exception {
    String fleet = directory.resolve("certificates").toString();
    new FleetCertificates(Path.of(fleet)).create(Validity.days(1));
    String there = "127.0.0.1:" + ListeningSockets.freePort();
    String self = Long.toString(ProcessHandle.current().pid());
    Map<String, String> watched =
        Map.of(
            "maxexecutiontime",
            "1",
            "file.millis",
            "5",
            "server.cpu",
            "agent:" + there,
            "server.cpu.fleet",
            fleet);
    try (Program agent =
        Program.start(directory, "agent", "--watch", self, "--listen", there, "--fleet", fleet)) {
      agent.awaitWord("server.cpu=agent:" + there);
      assertThat(complete(directory, "run", watched).resources().cpu().serverSeconds())
          .isPositive();
      assertThat(
              complete(directory, "run", watched, "--local-agents", "2")
                  .resources()
                  .cpu()
                  .serverSeconds())
          .isPositive();
    }
    try (Program alone = Program.run(directory, "run", watched)) {
      assertThat(alone.ended(1)).contains("server.cpu: no agent at " + there);
    }
  }
}
