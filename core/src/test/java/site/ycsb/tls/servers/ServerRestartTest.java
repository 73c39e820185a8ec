package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.property.UsageException;

@Timeout(60)
class ServerRestartTest {
  @TempDir private Path directory;

  private static ServerRestart restart(String command) {
    return new ServerRestart(command, Duration.ofSeconds(30));
  }

  @Test
  void returnsWhenTheCommandDoesThoughItLeavesAServerRunning() throws Exception {
    Path pid = directory.resolve("pid");
    restart("sleep 100 & echo $! >" + pid).run();

    Optional<ProcessHandle> server =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    assertThat(server).get().matches(ProcessHandle::isAlive);
    server.get().destroyForcibly();
  }

  /** It would end with 0, and every block would be said to have a new server. */
  @Test
  void refusesACommandThatIsEmpty() {
    assertThatThrownBy(() -> restart(" "))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--server-restart is empty");
  }

  /** Every block would be said to have a new server. */
  @Test
  void refusesACommandThatLeavesTheServerAsItWas() throws Exception {
    try (ListeningChild server = ListeningChild.at("127.0.0.1", 0)) {
      assertThatThrownBy(restart("true").of(List.of(addressOf(server)))::run)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("--server-restart 'true': the server was not started again");
    }
  }

  @Test
  void takesACommandThatEndsTheOldServer() throws Exception {
    try (ListeningChild server = ListeningChild.at("127.0.0.1", 0);
        ListeningChild other = ListeningChild.at("127.0.0.1", 0)) {
      restart("kill " + server.pid()).of(List.of(addressOf(other), addressOf(server))).run();
    }
  }

  /** It was not there before. */
  @Test
  void takesACommandThatStartsAServerThatHadEnded() throws Exception {
    ListeningChild server = ListeningChild.at("127.0.0.1", 0);
    server.close();
    restart("true").of(List.of(addressOf(server))).run();
  }

  private static InetSocketAddress addressOf(ListeningChild server) {
    return InetSocketAddress.createUnresolved("127.0.0.1", server.port());
  }

  @Test
  void namesTheExitCodeAndTheLastWordsOfACommandThatFails() {
    assertThatThrownBy(restart("echo starting; echo 'port 3306 is taken' >&2; exit 3")::run)
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(": exit code 3: port 3306 is taken");
    assertThatThrownBy(restart("exit 4")::run).hasMessage("--server-restart 'exit 4': exit code 4");
  }

  @Test
  void keepsAPasswordOfTheCommandAndOfItsWordsToItself() {
    assertThatThrownBy(
            restart("true --password=hunter2 x; echo 'denied: password=hunter2 (x)'; exit 4")::run)
        .hasMessage(
            "--server-restart 'true --password=*** x; echo 'denied: password=*** (x)'; exit 4':"
                + " exit code 4: denied: password=*** (x)");
  }

  @Test
  void aPasswordThatALongMessageIsCutInIsMaskedToo() {
    assertThatThrownBy(
            restart("printf '%0270d password=\"hunter2 hunter2 hunter2\"' 0; exit 4")::run)
        .hasMessageEndingWith("00 password=***");
  }

  @Test
  void endsACommandThatHangs() throws Exception {
    Path pid = directory.resolve("pid");
    ServerRestart hangs =
        new ServerRestart("sleep 100 & echo $! >%s; wait".formatted(pid), Duration.ofSeconds(1));

    assertThatThrownBy(hangs::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has not ended after 1 s");
    // A shell that got no processor in that second has started nothing.
    String started = Files.exists(pid) ? Files.readString(pid).strip() : "";
    if (!started.isEmpty()) {
      ProcessHandle.of(Long.parseLong(started)).ifPresent(process -> process.onExit().join());
    }
  }
}
