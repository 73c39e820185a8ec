package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.needs.ModuleFolder;

/** Ctrl-C during a run, in a shell, and elsewhere. */
@Timeout(120)
class InterruptionIT {
  @TempDir private Path directory;

  @TempDir(factory = ModuleFolder.class)
  private Path temporary;

  @Test
  void interruptedRunWritesItsResultAndLeavesNothingInTheTemporaryFolder() throws Exception {
    try (Program program =
        Program.run(
            directory,
            List.of("-Djava.io.tmpdir=" + temporary),
            "run",
            Map.of("maxexecutiontime", "3600", "file.millis", "5"),
            "-s")) {
      program.awaitWord("2 sec: ");
      assertThat(temporary).isNotEmptyDirectory();
      program.interrupt();
      assertThat(program.exitCode()).as(program.err()).isEqualTo(130);
    }
    assertThat(RunResultFile.read(directory.resolve("results/run.json")).outcome())
        .isEqualTo(Outcome.INCOMPLETE);
    assertThat(temporary).isEmptyDirectory();
  }

  /** Here while a server does not answer; nothing is open that could be told to stop. */
  @Test
  void interruptedBeforeThereIsAnythingToStopEndsWithTheSameCode() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Program program =
            Program.start(
                directory, "suites", "--timeout", "600", "127.0.0.1:" + silent.getLocalPort());
        Socket connection = silent.accept()) {
      assertThat(connection.getInputStream().read()).as("a ClientHello").isNotNegative();
      program.interrupt();
      assertThat(program.exitCode()).as(program.err()).isEqualTo(130);
    }
  }

  /** Ctrl-C is the usual way out of a shell, which waits for a line then. */
  @Test
  void interruptedShellLeavesNothingInTheTemporaryFolder() throws Exception {
    try (Program program =
        Program.run(directory, List.of("-Djava.io.tmpdir=" + temporary), "shell", Map.of())) {
      program.type("help");
      program.awaitWord("this list");
      assertThat(temporary).isNotEmptyDirectory();
      program.interrupt();
      assertThat(program.exitCode()).as(program.err()).isEqualTo(130);
    }
    assertThat(temporary).isEmptyDirectory();
  }
}
