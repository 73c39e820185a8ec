package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/ycsb run} with test nodes of its own, one of which is killed meanwhile. */
@Timeout(600)
class NodeDiesIT {
  private static final Path HOME = Path.of(System.getProperty("ycsb.home"));

  @TempDir private Path directory;

  @Test
  void operationsFailWithTheReasonAndWhatWasMeasuredIsThere() throws Exception {
    Process run = start("-p", "operationcount=200000");
    kill(run, 1);

    assertThat(run.waitFor()).isEqualTo(1);
    assertThat(problems())
        .anyMatch(line -> line.matches(".* operations failed \\(READ ERROR .*such as \".+\".*"))
        .anyMatch(line -> line.contains("after the run, node 127.0.0.1: "));
    assertThat(Files.readString(directory.resolve("out")))
        .contains("[OVERALL], Outcome, FAILED\n", "[READ], Operations, ");
    assertThat(directory.resolve("results/run.json")).content().contains("\"FAILED\"");
  }

  /** Every record has another replica, and every read is content with one. */
  @Test
  @Tag("slow")
  void figuresOfARingThatLostANodeDoNotCountEvenIfNoOperationFails() throws Exception {
    Process run =
        start(
            "-p",
            "testbed.nodes=2",
            "-p",
            "cassandra.replicationfactor=2",
            "-p",
            "cassandra.readconsistencylevel=ONE",
            "-p",
            "errors.max=1000000",
            "-target",
            "100",
            "-p",
            "operationcount=3000");
    kill(run, 2);

    assertThat(run.waitFor()).isEqualTo(1);
    assertThat(problems())
        .anyMatch(line -> line.contains("after the run, node 127.0.0."))
        .noneMatch(line -> line.contains("operations failed"));
    assertThat(directory.resolve("results/run.json")).content().contains("\"FAILED\"");
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", HOME.resolve("bin/ycsb").toString()));
    command.addAll(List.of("run", "cassandra", "-P", "workloads/workloadc", "-s"));
    for (String property :
        List.of(
            "recordcount=100",
            "operationcount=0",
            "status.interval=1",
            "results.dir=" + directory.resolve("results"))) {
      command.addAll(List.of("-p", property));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(HOME.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectOutput(directory.resolve("out").toFile());
    builder.redirectError(directory.resolve("err").toFile());
    return builder.start();
  }

  /** Waits until operations are done, and kills one of the nodes. */
  private void kill(Process run, int nodes) throws Exception {
    while (run.isAlive()
        && !Files.readString(directory.resolve("err"))
            .matches("(?s).*sec: [1-9][0-9]* operations.*")) {
      Thread.sleep(50);
    }
    // The launcher of the nodes is the one that has children.
    List<ProcessHandle> found =
        run.descendants().filter(process -> process.children().findAny().isEmpty()).toList();
    assertThat(found).as(Files.readString(directory.resolve("err"))).hasSize(nodes);
    assertThat(found.get(0).destroyForcibly()).isTrue();
  }

  private List<String> problems() throws IOException {
    return Files.readString(directory.resolve("err"))
        .lines()
        .filter(line -> line.startsWith("ycsb: "))
        .toList();
  }
}
