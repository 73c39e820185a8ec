package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Needs(Requirement.LINUX)
@Timeout(60)
class StartedProcessesTest {
  /** Works when it gets a line, and then answers with one. */
  private static Process worker() throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "while read -r go; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; done")
        .start();
  }

  private static void work(Process worker) throws IOException {
    worker.outputWriter().append("go\n").flush();
    assertThat(worker.inputReader().readLine()).isEqualTo("done");
  }

  private static double processors(StartedProcesses processes, Process process) {
    return processes.processors().entrySet().stream()
        .filter(used -> used.getKey().endsWith("(process %d)".formatted(process.pid())))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  @Test
  void workIsThatOfTheProcessThatDidIt() throws Exception {
    Process busy = worker();
    Process resting = worker();
    try {
      work(busy);
      work(resting);
      StartedProcesses processes = new StartedProcesses(List.of());
      processes.begin();
      work(busy);
      processes.end();

      assertThat(processors(processes, busy)).isPositive();
      // Its way back to the next line may be in it.
      assertThat(processors(processes, resting)).isLessThan(processors(processes, busy) / 10);
    } finally {
      busy.destroyForcibly();
      resting.destroyForcibly();
    }
  }

  @Test
  void theServerIsJudgedByItself() throws Exception {
    Process server = worker();
    try {
      assertThat(StartedProcesses.pids(List.of())).contains(server.pid());
      assertThat(StartedProcesses.pids(List.of(server.pid()))).doesNotContain(server.pid());
    } finally {
      server.destroyForcibly();
    }
  }
}
