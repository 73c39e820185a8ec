package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.engine.option.Phase;

/** Load generators that have done their work, and do not end. */
@Timeout(120)
class EndlessRunIT {
  @TempDir private Path directory;

  private static ForkedRunLauncher launcher() {
    return new ForkedRunLauncher(ForkedRunLauncherIT.jvmArguments());
  }

  private RunRequest request(Class<?> client) {
    return new RunRequest(
        Phase.TRANSACTIONS,
        client.getName(),
        Map.of(
            "workload", "site.ycsb.workloads.CoreWorkload",
            "recordcount", "10",
            "operationcount", "10",
            "readproportion", "1",
            "updateproportion", "0",
            "stall.seconds", "1",
            "slow.password", "open sesame"),
        directory.resolve(client.getSimpleName()));
  }

  /**
   * Nobody knows beforehand how long a whole run takes: one that does not end ends itself, and one
   * that is stopped is ended. Both at once: each waits for seconds.
   */
  @Test
  @Tag("full")
  void aWholeRunFailsWhoseJvmDoesNotEndAfterItOrIsStoppedAtItsEnd() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<RunOutcome> stopping =
          other.submit(() -> launcher().launch(request(StoppedDatabase.class)));
      RunOutcome endless = launcher().launch(request(EndlessDatabase.class));
      RunOutcome stopped = stopping.get();

      assertThat(endless.exitCode()).isEqualTo(1);
      assertThat(endless.message())
          .isEqualTo(
              "the process did not end within 11 s after its run: the client does not close, or one of its shutdown hooks does not return");
      assertThat(stopped.exitCode()).isEqualTo(137);
      assertThat(stopped.message()).isEqualTo("it did not end within 16 s");
      // Or the test's own time ends.
      ProcessHandle.current().children().forEach(killed -> killed.onExit().join());
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aRunThatTakesTurnsFailsWhenItsTimeToEndIsOver() throws Exception {
    try (StartedRun run = launcher().start(request(SlowDatabase.class))) {
      // It lives, and does not take orders at once.
      assertThatThrownBy(() -> run.isReady(0)).isInstanceOf(TimeoutException.class);
      assertThat(run.isReady(60)).isTrue();

      RunOutcome outcome = run.outcome(1);

      assertThat(outcome.exitCode()).isEqualTo(137);
      assertThat(outcome.message()).isEqualTo("it did not end within 1 s");
    }
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
