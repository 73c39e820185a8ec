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

  /**
   * A script that says the words and serves until it is told to end.
   *
   * @param end what it does then
   */
  private static String serving(String words, String end) {
    return "trap '%s' TERM; echo %s; while :; do sleep 0.05; done".formatted(end, words);
  }

  private ProgramProcess start(String script) throws IOException, InterruptedException {
    return ProgramProcess.start(
        program, List.of("/bin/sh", "-c", script), Map.of("GREETING", "come"), process -> process);
  }

  @Test
  void remembersTheLastLinesOfALogThatCouldFillTheHeap() {
    assertThatThrownBy(() -> start("seq 1000; exit 3").close())
        .isInstanceOf(IOException.class)
        .hasMessage("shelld ended with exit code 3: 200 lines, 1000");
  }

  @Test
  void isReadyWhenItsLogSaysSoAndEndsWhenClosed() throws Exception {
    ProgramProcess server = start(serving("$GREETING in", "exit 0"));
    assertThat(lines).containsExactly("come in");
    server.close();
    assertThat(server.failure()).isNotDone();
  }

  @Test
  void tellsThatItEndedByItself() throws Exception {
    ProgramProcess server = start("echo come in; exit 4");
    String how = "shelld ended with exit code 4: 1 lines, come in";
    assertThat(server.failure().get(30, TimeUnit.SECONDS)).isEqualTo(how);
    assertThatThrownBy(server::close).isInstanceOf(IOException.class).hasMessage(how);
  }

  /** Such as one that cannot write its last data. */
  @Test
  void saysThatItFailedWhileItEnded() throws Exception {
    ProgramProcess server = start(serving("come in", "exit 6"));

    assertThatThrownBy(server::close)
        .isInstanceOf(IOException.class)
        .hasMessage("shelld ended with exit code 6: 1 lines, come in");
  }

  /** What it has written cannot be relied on. Here nobody waits until it is killed. */
  @Test
  void saysThatItHadToBeKilled() throws Exception {
    ProgramProcess server = start(serving("come in", "kill -KILL $$"));

    assertThatThrownBy(server::close)
        .isInstanceOf(IOException.class)
        .hasMessage("shelld had to be killed");
  }

  /** How it ends is not known then. */
  @Test
  void saysThatNobodyWaitedForItsEnd() throws Exception {
    ProgramProcess server = start(serving("come in", "exit 0"));
    Thread.currentThread().interrupt();

    assertThatThrownBy(server::close)
        .isInstanceOf(IOException.class)
        .hasMessage("nobody waited for the end of shelld");
    assertThat(Thread.interrupted()).isTrue();
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
            serving(
                session.formatted("$$") + " " + session.formatted("$PPID") + " come in",
                "exit 0"))) {
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
