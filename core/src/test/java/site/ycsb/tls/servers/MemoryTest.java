package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.measurement.process.kernel.ControlGroups;

/** Files as Linux has them, in a folder of the test; the machine has 200 MB. */
class MemoryTest {
  @TempDir private Path directory;

  /** The limit, what is used (10 MB of it copies of files), and what is left, MB. */
  @ParameterizedTest
  @CsvSource({"100, 30, 80", "100, 105, 5", "100, 120, 0", "500, 30, 200"})
  void aGroupLeavesWhatItsLimitDoes(long limit, long used, long left) throws Exception {
    for (String folder : List.of("pod/container", "pod", ".")) {
      Path mounts = Files.createTempDirectory(directory, "version2");
      Path group = Files.createDirectories(mounts.resolve(folder));
      write(group, "memory.max", limit << 20);
      write(group, "memory.current", used << 20);
      Files.writeString(
          group.resolve("memory.stat"),
          "anon 5\ninactive_file %d\nactive_file %d\n".formatted(4 << 20, 6 << 20));

      assertThat(available("0::/pod/container\n", mounts)).isEqualTo(left << 20);
    }
    for (String folder : List.of("memory/docker/4711", "memory")) {
      Path mounts = Files.createTempDirectory(directory, "version1");
      Path group = Files.createDirectories(mounts.resolve(folder));
      write(group, "memory.limit_in_bytes", limit << 20);
      write(group, "memory.usage_in_bytes", used << 20);
      Files.writeString(
          group.resolve("memory.stat"),
          "inactive_file 1\nactive_file 1\ntotal_inactive_file %d\ntotal_active_file %d\n"
              .formatted(4 << 20, 6 << 20));

      assertThat(available("3:cpuset:/\n8:memory:/docker/4711\n", mounts)).isEqualTo(left << 20);
    }
  }

  @Test
  void withoutALimitItIsTheMachines() throws Exception {
    Path mounts = directory.resolve("mounts");
    Path pod = Files.createDirectories(mounts.resolve("pod"));
    Files.writeString(pod.resolve("memory.max"), "max\n");
    Path first = Files.createDirectories(mounts.resolve("memory/pod"));
    Files.writeString(first.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
    Files.writeString(first.resolve("memory.usage_in_bytes"), "4711\n");
    Files.writeString(
        first.resolve("memory.stat"), "total_inactive_file 4000\ntotal_active_file 5\n");

    assertThat(available("0::/pod\n", mounts)).isEqualTo(200L << 20);
    assertThat(available("5:memory:/pod\n", mounts)).isEqualTo(200L << 20);
    assertThat(available("", directory.resolve("none"))).isEqualTo(200L << 20);
  }

  private static void write(Path group, String file, long bytes) throws IOException {
    Files.writeString(group.resolve(file), bytes + "\n");
  }

  private long available(String groups, Path mounts) throws IOException {
    return Memory.availableBytes(
        Files.writeString(
            directory.resolve("meminfo"), "MemTotal: 300 kB\nMemAvailable:     204800 kB\n"),
        new ControlGroups(Files.writeString(directory.resolve("cgroup"), groups), mounts));
  }
}
