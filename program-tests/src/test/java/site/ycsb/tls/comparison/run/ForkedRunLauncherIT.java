package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cli.TestJvm;
import site.ycsb.tls.comparison.Comparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Variant;

/** Real children, with a client that needs no server. */
@Timeout(120)
class ForkedRunLauncherIT {
  private static final String CLIENT = SlowDatabase.class.getName();

  @TempDir(factory = ModuleFolder.class)
  private Path directory;

  private final ForkedRunLauncher launcher = new ForkedRunLauncher(jvmArguments());

  static List<String> jvmArguments() {
    return Stream.concat(
            TestJvm.arguments().stream(),
            Stream.of("-Dycsb.home=" + System.getProperty("ycsb.home", ".")))
        .toList();
  }

  @Test
  void injectedDelayComesOut() throws Exception {
    Map<String, String> properties = properties("variants.slower.slow.millis=12");
    ComparisonResult result =
        Comparison.of(CLIENT)
            .workloadIsGiven(true)
            .properties(properties)
            .schedule(
                Schedule.quickWholeRuns(1)
                    .withBlocks(1)
                    .withWarmupSeconds(0)
                    .withRunOperations(100))
            .jvmArguments(jvmArguments())
            .directory(directory)
            .run();
    Cell cell =
        result
            .cell(
                result.plan().points().get(0),
                result.plan().variants().get(0),
                Metric.ofKey("READ mean"))
            .orElseThrow();
    Map<String, Double> means = new HashMap<>();
    for (RunRecord run : result.acceptedRuns()) {
      double mean = run.figures().get("READ mean");
      means.put(run.variant(), mean);
      // µs; one after the other, the reads of one thread are no longer than the run.
      assertThat(mean * run.figures().get("throughput")).isLessThanOrEqualTo(1.01e6);
    }
    // Sleeping takes at least as long as asked for; a busy machine adds, but not the same to both.
    double plain = means.get(result.plan().baseline().id());
    double slower = means.get("slower");
    assertThat(plain).isGreaterThanOrEqualTo(4_000);
    assertThat(slower).isGreaterThanOrEqualTo(12_000);
    assertThat(cell.median()).isEqualTo(slower);
    assertThat(result.overhead("slower", Metric.ofKey("READ mean"))).contains(cell.overhead());
    assertThat(cell.overhead().change()).isCloseTo(slower / plain - 1, within(1e-9));
    assertThat(result.acceptedRuns()).hasSize(2);
    assertNotStored("open sesame");
  }

  @Test
  void clientThatCannotStartIsTold() throws Exception {
    Map<String, String> properties = properties();
    properties.remove("slow.password");
    properties.put("operationcount", "10");
    RunOutcome outcome = launcher.launch(request(properties));
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.message()).contains("the door stays shut").doesNotContain("\n");
  }

  @Test
  void wrongUsageIsTold() throws Exception {
    Map<String, String> properties = properties("operationcount=10", "threadcount=0");
    RunOutcome outcome = launcher.launch(request(properties));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.message()).contains("threadcount").doesNotContain("\n");
  }

  /** A debugger's port, for the second of two load generators. */
  @Test
  void aJvmThatDoesNotStartSaysWhy() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String agent =
          "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:"
              + taken.getLocalPort();
      RunOutcome outcome = new ForkedRunLauncher(List.of(agent)).launch(request(properties()));

      assertThat(outcome.exitCode()).isNotZero();
      assertThat(outcome.message()).contains("Address already in use").doesNotContain("\n");
    }
  }

  @Test
  void childHasTheJavaThatWasAskedFor() throws Exception {
    Path home = Files.createDirectories(directory.resolve("java/bin")).getParent();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.99\"\n");
    Path java =
        Files.writeString(
            home.resolve("bin/java"),
            "#!/bin/sh\nexec '%s' -Dasked.for=this \"$@\"\n"
                .formatted(JavaInstallation.running().launcher()));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Map<String, String> properties = properties("operationcount=10", "client.java=" + home);

    RunOutcome outcome = launcher.launch(request(properties));

    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
    assertThat(outcome.result().orElseThrow().environment().jvmArguments())
        .contains("-Dasked.for=this");
  }

  /** Every user of the machine sees arguments, and a locale without letters changes them. */
  @Test
  void propertiesAreInNoArgumentAndKeepTheirLetters() throws Exception {
    Path home = Files.createDirectories(directory.resolve("java/bin")).getParent();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.99\"\n");
    Path seen = directory.resolve("arguments");
    Path java =
        Files.writeString(
            home.resolve("bin/java"),
            "#!/bin/sh\nprintf '%%s\\n' \"$@\" > '%s'\nexec env LC_ALL=C '%s' \"$@\"\n"
                .formatted(seen, JavaInstallation.running().launcher()));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Map<String, String> properties =
        properties("operationcount=10", "slow.key=gr\u00f6\u00dfe \u20ac", "client.java=" + home);

    RunOutcome outcome =
        launcher.launch(
            new RunRequest(Phase.TRANSACTIONS, CLIENT, properties, directory.resolve("run")));

    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
    assertThat(outcome.result().orElseThrow().configuration().properties())
        .containsEntry("slow.key", "gr\u00f6\u00dfe \u20ac");
    assertThat(outcome.result().orElseThrow().configuration().command())
        .contains("-p operationcount=10 ", "-p 'slow.password=***'")
        .doesNotContain("stdin");
    assertThat(Files.readString(seen, StandardCharsets.ISO_8859_1))
        .contains("results.dir=")
        .doesNotContain("operationcount", "slow.");
  }

  @Test
  void interruptionEndsTheChild() throws Exception {
    Map<String, String> properties = properties("maxexecutiontime=600");
    Thread test = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                while (children() == 0) {
                  Thread.sleep(50);
                }
                test.interrupt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    interrupter.setDaemon(true);
    interrupter.start();
    assertThatThrownBy(() -> launcher.launch(request(properties)))
        .isInstanceOf(InterruptedException.class);
    interrupter.join();
    assertThat(children()).isZero();
  }

  static long children() {
    return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
  }

  private RunRequest request(Map<String, String> properties) {
    return new RunRequest(Phase.TRANSACTIONS, CLIENT, properties, directory.resolve("run"));
  }

  private void assertNotStored(String secret) throws IOException {
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(f -> assertThat(Files.readString(f)).doesNotContain(secret));
    }
  }

  private static Map<String, String> properties(String... further) {
    return SlowDatabase.properties(4, further);
  }

  /** Where there is nothing to prepare. */
  static class NoServer implements ServerSide {
    @Override
    public Address prepare(Variant variant) {
      return new Address(Map.of(), List.of(), "none");
    }

    @Override
    public boolean clearsTables() {
      return false;
    }

    @Override
    public ServerView witness(Variant variant) {
      return ServerView.SILENT;
    }
  }
}
