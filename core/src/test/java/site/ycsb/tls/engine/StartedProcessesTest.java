package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.measurement.process.BusyProcess;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Needs(Requirement.LINUX)
@Timeout(60)
class StartedProcessesTest {
  private static double processors(StartedProcesses processes, Process process) {
    return processes.processors().entrySet().stream()
        .filter(used -> used.getKey().endsWith("(process %d)".formatted(process.pid())))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  @Test
  void workIsThatOfTheProcessThatDidIt() throws Exception {
    Process busy = BusyProcess.start();
    Process resting = BusyProcess.start();
    try {
      BusyProcess.work(busy);
      BusyProcess.work(resting);
      StartedProcesses processes = new StartedProcesses(List.of());
      processes.begin();
      BusyProcess.work(busy);
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
    Process server = BusyProcess.start();
    try {
      assertThat(StartedProcesses.pids(List.of())).contains(server.pid());
      assertThat(StartedProcesses.pids(List.of(server.pid()))).doesNotContain(server.pid());
    } finally {
      server.destroyForcibly();
    }
  }
}
