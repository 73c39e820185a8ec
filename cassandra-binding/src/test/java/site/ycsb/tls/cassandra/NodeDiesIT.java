package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb run} with test nodes of its own, one of which is killed meanwhile. */
@Needs(Requirement.JAVA_17)
@Tag("full")
@Timeout(600)
class NodeDiesIT {
  @TempDir private Path directory;

  @Test
  void operationsFailWithTheReasonAndWhatWasMeasuredIsThere() throws Exception {
    Process run = start("-p operationcount=200000");
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
  void figuresOfARingThatLostANodeDoNotCountEvenIfNoOperationFails() throws Exception {
    Process run =
        start(
            """
            -p testbed.nodes=2 -p cassandra.replicationfactor=2
            -p cassandra.readconsistencylevel=ONE -p errors.max=1000000 -target 100
            -p operationcount=3000
            """);
    kill(run, 2);

    assertThat(run.waitFor()).isEqualTo(1);
    assertThat(problems())
        .anyMatch(line -> line.contains("after the run, node 127.0.0."))
        .noneMatch(line -> line.contains("operations failed"));
    assertThat(directory.resolve("results/run.json")).content().contains("\"FAILED\"");
  }

  private Process start(String arguments) throws IOException {
    String line =
        """
        run cassandra -P workloads/workloadc -s -p recordcount=100 -p status.interval=1
        -p results.dir=results
        """;
    return Ycsb.start(directory, words(line + arguments));
  }

  /** Waits until operations are done, and kills one of the nodes. */
  private void kill(Process run, int nodes) throws Exception {
    Ycsb.awaitOperations(directory, run);
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
