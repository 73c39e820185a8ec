package site.ycsb.tls.measurement.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as Linux has them, in a folder of the test. */
class CpuLimitTest {
  @TempDir private Path directory;

  /**
   * Version 2: the process's own group, that of its pod above it, and a container that sees no
   * other groups than its own. Version 1: the same, below the folder of the controller.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0::/pods/pod1/container1              | pods/pod1/container1
          0::/pods/pod1/container1              | pods/pod1
          0::/                                  | .
          7:cpu,cpuacct:/docker/4711            | cpu/docker/4711
          4:cpuacct,cpu:/docker/4711            | cpu
          3:cpu:/                               | cpu
          """)
  void periodsInWhichTheGroupWasStoppedAreAddedUp(String line, String folder) throws Exception {
    stopped(folder, 31);
    CpuLimit limit = limit("9:name=systemd:/\n" + line + "\n");

    limit.begin();
    stopped(folder, 33);
    limit.end();
    stopped(folder, 50);
    limit.begin();
    stopped(folder, 51);
    limit.end();

    assertThat(limit.problem())
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith(
                        "the CPU limit of this container, pod or service stopped it in 3 "));
  }

  @Test
  void whatWasStoppedBeforeIsNotSaid() throws Exception {
    stopped("pod", 31);
    CpuLimit limit = limit("0::/pod\n");

    limit.begin();
    limit.end();

    assertThat(limit.problem()).isEmpty();
  }

  /** Of no group of this process, or of one that is not the processors'. */
  @ParameterizedTest
  @CsvSource({"0::/pod, other", "0::/../pod, pod", "3:cpuset:/pod, cpuset/pod"})
  void otherGroupsLimitOthers(String line, String folder) throws Exception {
    stopped(folder, 31);
    CpuLimit limit = limit(line + "\n");

    limit.begin();
    stopped(folder, 32);
    limit.end();

    assertThat(limit.problem()).isEmpty();
  }

  @Test
  void nothingIsSaidWhereItIsUnknown() throws Exception {
    Files.writeString(
        Files.createDirectories(directory.resolve("mounts/pod")).resolve("cpu.stat"),
        "usage_usec 5\nuser_usec 3\nsystem_usec 2\n");

    Path none = directory.resolve("none");
    for (CpuLimit limit :
        List.of(limit("0::/pod\n"), new CpuLimit(new ControlGroups(none, none)))) {
      limit.begin();
      limit.end();
      assertThat(limit.problem()).isEmpty();
    }
  }

  private CpuLimit limit(String groups) throws IOException {
    return new CpuLimit(
        new ControlGroups(
            Files.writeString(directory.resolve("cgroup"), groups), directory.resolve("mounts")));
  }

  private void stopped(String folder, long periods) throws IOException {
    Path group = Files.createDirectories(directory.resolve("mounts").resolve(folder));
    Files.writeString(
        group.resolve("cpu.stat"),
        "usage_usec 5\nnr_periods 60\nnr_throttled %d\nthrottled_usec 7\n".formatted(periods));
  }
}
