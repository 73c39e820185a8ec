package site.ycsb.tls.testserver.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** With a shell in the server's place. */
@Timeout(60)
class ProgramProcessTest {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final ServerProgram program =
      new ServerProgram(
          "shelld",
          "come in",
          "TERM",
          log -> log.size() + " lines, " + log.get(log.size() - 1),
          lines::add);

  private ProgramProcess start(String script) throws IOException, InterruptedException {
    return ProgramProcess.start(
        program, List.of("/bin/sh", "-c", script), Map.of("GREETING", "come"));
  }

  @Test
  void remembersTheLastLinesOfALogThatCouldFillTheHeap() {
    assertThatThrownBy(() -> start("seq 1000; exit 3").close())
        .isInstanceOf(IOException.class)
        .hasMessage("shelld ended with exit code 3: 200 lines, 1000");
  }

  @Test
  void isReadyWhenItsLogSaysSoAndEndsWhenClosed() throws Exception {
    ProgramProcess server = start("echo $GREETING in; exec sleep 100");
    assertThat(lines).containsExactly("come in");
    server.close();
    assertThat(server.failure()).isNotDone();
  }

  @Test
  void tellsThatItEndedByItself() throws Exception {
    try (ProgramProcess server = start("echo come in; exit 4")) {
      assertThat(server.failure().get(30, TimeUnit.SECONDS))
          .isEqualTo("shelld ended with exit code 4: 1 lines, come in");
    }
  }

  /** What it has written cannot be relied on. Here nobody waits until it is killed. */
  @Test
  void saysThatItHadToBeKilled() throws Exception {
    ProgramProcess server =
        start("trap 'kill -KILL $$' TERM; echo come in; while :; do sleep 0.05; done");

    assertThatThrownBy(server::close)
        .isInstanceOf(IOException.class)
        .hasMessage("shelld had to be killed");
  }

  @Test
  void thatItHadToBeKilledIsNotTheReasonWhyItDidNotStart() {
    assertThatThrownBy(() -> start("echo no; kill -KILL $$"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("shelld ended with exit code 137: ");
  }

  /** A terminal sends Ctrl-C to processes of its own session only. */
  @Test
  @Needs(Requirement.LINUX)
  void isInAnotherSessionThanThisProcess() throws Exception {
    String session = "$(cut -d ' ' -f 6 /proc/%s/stat)";
    try (ProgramProcess server =
        start(
            "echo %s %s come in; exec sleep 100"
                .formatted(session.formatted("$$"), session.formatted("$PPID")))) {
      String[] words = lines.element().split(" ", -1);
      String own = Files.readString(Path.of("/proc/self/stat")).split(" ", -1)[5];
      assertThat(words[0])
          .matches("[0-9]+")
          .isNotEqualTo(own)
          .as("of its shell")
          .isEqualTo(words[1]);
    }
  }
}
