package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

class ServerTimesTest {
  @TempDir private Path directory;

  /** What was used between two times belongs to neither, nor that in a reading at their edges. */
  @Test
  void whatWasUsedInATimeIsTheDifferenceOfTheReadingsInIt() throws Exception {
    Path file =
        Files.write(
            directory.resolve("1" + Recording.TIMES),
            List.of(
                "90,101,3,1",
                "110,111,5,1",
                "190,191,6,3",
                "199,202,7,4",
                "212,213,20,5",
                "288,289,24,5",
                "299,301,26,6",
                "311,312,30,6",
                "389,390,31,7",
                "400,401,40,8"));
    Map<String, CollapsedStacks> stacks =
        ServerTimes.read(
            file,
            List.of(
                new Time<>(100, 200, "plain"),
                new Time<>(200, 300, "tls"),
                new Time<>(310, 395, "plain"),
                new Time<>(395, 500, "unknown")));
    assertThat(stacks)
        .containsOnly(
            Map.entry("plain", new CollapsedStacks(Map.of("[user]", 2L, "[system]", 3L))),
            Map.entry("tls", new CollapsedStacks(Map.of("[user]", 4L))));
    assertThat(CostCategory.of("[user]")).isEqualTo(CostCategory.OWN_CODE);
    assertThat(CostCategory.of("[system]")).isEqualTo(CostCategory.SYSTEM_CALLS);
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("1" + Recording.TIMES), "1,2\n");
    assertThatThrownBy(() -> ServerTimes.read(file, List.of(new Time<>(1, 2, "any"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1.times.csv is damaged");
  }

  @Test
  @Needs(Requirement.LINUX)
  void readsAProcessAndItsChildren() throws Exception {
    Process process = new ProcessBuilder("sh", "-c", "while :; do :; done & wait").start();
    Path file = directory.resolve("process" + Recording.TIMES);
    try {
      while (process.descendants().findAny().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      long used = 0;
      try (ServerTimes times = new ServerTimes(List.of(process.pid()), file)) {
        while (used < 30) {
          TimeUnit.MILLISECONDS.sleep(20);
          used = used(process);
        }
      }
      List<String> lines = Files.readAllLines(file);
      String[] first = lines.get(0).split(",", -1);
      String[] last = lines.get(lines.size() - 1).split(",", -1);
      assertThat(Long.parseLong(last[2]) + Long.parseLong(last[3])).isGreaterThanOrEqualTo(used);
      assertThat(
              ServerTimes.read(
                  file,
                  List.of(new Time<>(Long.parseLong(first[0]), Long.parseLong(last[1]), "all"))))
          .containsKey("all");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** CPU time of the children, in the kernel's steps of 10 ms. */
  private static long used(Process process) {
    return process
        .descendants()
        .flatMap(child -> child.info().totalCpuDuration().stream())
        .mapToLong(time -> time.toMillis() / 10)
        .sum();
  }
}
