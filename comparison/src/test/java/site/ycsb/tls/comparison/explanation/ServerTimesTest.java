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

  @Test
  void whatWasUsedInATimeIsTheDifferenceOfTheReadingsAroundIt() throws Exception {
    Path file =
        Files.write(
            directory.resolve("1" + Recording.TIMES),
            List.of("100,5,1", "200,6,3", "300,10,3", "400,11,4"));
    Map<String, CollapsedStacks> stacks =
        ServerTimes.read(
            file,
            List.of(
                new Time<>(110, 190, "plain"),
                new Time<>(210, 290, "tls"),
                new Time<>(310, 390, "plain"),
                new Time<>(390, 500, "unknown")));
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
      assertThat(Long.parseLong(last[1]) + Long.parseLong(last[2])).isGreaterThanOrEqualTo(used);
      assertThat(
              ServerTimes.read(
                  file,
                  List.of(new Time<>(Long.parseLong(first[0]), Long.parseLong(last[0]), "all"))))
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
