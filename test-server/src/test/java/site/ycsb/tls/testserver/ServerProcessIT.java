package site.ycsb.tls.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ServerProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private Path log;

  private ServerProcess start(String how, Duration patience) throws Exception {
    log = directory.resolve("server.log");
    return ServerProcess.start(FakeServer.command(directory, FakeServer.class, how), log, patience);
  }

  @Test
  void tellsWhereTheListenersAreAndWhatTheServerSaw() throws Exception {
    try (ServerProcess server = start("works", PATIENCE)) {
      assertThat(server.server()).isEqualTo("fake 1.0 (of tests)");
      assertThat(server.address("b")).isEqualTo(InetSocketAddress.createUnresolved("127.0.0.2", 2));
      assertThat(server.witness())
          .containsEntry("a", ListenerWitness.NOTHING)
          .containsEntry("b", FakeServer.SEEN)
          .hasSize(2);
      assertThat(server.witness()).containsEntry("b", FakeServer.SEEN);
    }
  }

  @Test
  void tellsWhetherTheServerIsWhole() throws Exception {
    try (ServerProcess server = start("works", PATIENCE)) {
      assertThat(server.health()).isEqualTo(FakeServer.ILL);
      assertThat(server.witness()).containsEntry("b", FakeServer.SEEN);
    }
  }

  /** Such as that of a server that was swapped out. */
  @Test
  void anAnswerThatComesTooLateIsNotTakenForThatToTheNextQuestion() throws Exception {
    Path awaited = directory.resolve("awaited");
    List<String> command =
        FakeServer.command(directory, FakeServer.class, "works", awaited.toString());
    try (ServerProcess server =
        ServerProcess.start(
            command, directory.resolve("server.log"), PATIENCE, Duration.ofMillis(200))) {
      assertThatThrownBy(server::health)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not answer");
      Files.createFile(awaited);

      assertThat(answer(server::witness)).containsEntry("b", FakeServer.SEEN).hasSize(2);
      assertThat(answer(server::health)).isEqualTo(FakeServer.ILL);
    }
  }

  /** The first answer that comes in time. */
  private static <T> T answer(Callable<T> question) throws Exception {
    while (true) {
      try {
        return question.call();
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("does not answer");
      }
    }
  }

  @Test
  void stopsKindlyAndKeepsTheLog() throws Exception {
    ServerProcess server = start("works", PATIENCE);
    ProcessHandle process = ProcessHandle.of(server.processIds().get(0)).orElseThrow();

    server.close();
    server.close();

    assertThat(process.isAlive()).isFalse();
    assertThat(log).content().contains("what a library prints to stdout", "closed");
    assertThatThrownBy(server::witness)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has ended");
  }

  @Test
  void saysWhetherTheServerEndedInOrder() throws Exception {
    assertThat(start("works", PATIENCE).stop()).isTrue();
    assertThat(start("ends badly", PATIENCE).stop()).isFalse();
    ServerProcess killed = start("works", PATIENCE);
    ProcessHandle process = ProcessHandle.of(killed.processIds().get(0)).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
    assertThat(killed.stop()).isFalse();
  }

  @Test
  void servesOnAfterCtrlCUntilTheParentEndsIt() throws Exception {
    ServerProcess server = start("works", PATIENCE);
    ProcessHandle process = ProcessHandle.of(server.processIds().get(0)).orElseThrow();

    assertThat(process.destroy()).isTrue();

    // Long enough for a JVM that obeys the signal to be gone.
    for (int i = 0; i < 20; i++) {
      Thread.sleep(50);
      assertThat(server.witness()).containsEntry("b", FakeServer.SEEN);
    }
    server.close();
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void saysInTheServersWordsWhyItDidNotStart() {
    assertThatThrownBy(() -> start("fails", PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("error: the disk is on fire")
        .hasMessageContaining(directory.resolve("server.log").toString())
        .message()
        .doesNotContain("\n");
  }

  /** It has threads that would go on: the parent would wait for an answer. */
  @Test
  void endsAndSaysWhyAfterAnErrorToo() {
    assertThatThrownBy(() -> start("lacks a class", PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "ended by itself: error: java.lang.NoClassDefFoundError: some/Provider");
  }

  @Test
  void saysAllThatAJvmSaysThatDoesNotStart() {
    List<String> java = List.of(System.getProperty("java.home") + "/bin/java", "-XX:NoSuchOption");
    assertThatThrownBy(() -> ServerProcess.start(java, directory.resolve("server.log"), PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended by itself: Unrecognized VM option 'NoSuchOption' / Error: ");
  }

  @Test
  void repeatsOnlyWhatThisServerSaid() throws Exception {
    Files.writeString(directory.resolve("server.log"), "error: of another server\n");

    assertThatThrownBy(() -> start("fails", PATIENCE)).hasMessageContaining("the disk is on fire");
  }

  @Test
  void saysThatAServerEndedWithoutAWord() {
    assertThatThrownBy(() -> start("exits", PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended by itself: it printed nothing");
  }

  @Test
  void doesNotWaitForeverForAServerThatSaysNothing() {
    assertThatThrownBy(() -> start("hangs", Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not answer");
  }

  @Test
  void saysThatAProgramIsNoTestServer() {
    assertThatThrownBy(
            () ->
                ServerProcess.start(
                    FakeServer.command(directory, NoServer.class),
                    directory.resolve("server.log"),
                    PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Hello, world");
  }

  static final class NoServer {
    public static void main(String[] args) {
      System.out.println("Hello, world");
    }
  }

  @Test
  void serverDiesWithParentThatIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(FakeServer.command(directory, FakeServer.Parent.class))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("parent.log").toFile())
            .start();
    try {
      Path pid = directory.resolve("pid");
      while (parent.isAlive() && !Files.exists(pid)) {
        Thread.sleep(20);
      }
      ProcessHandle child = ProcessHandle.of(Long.parseLong(Files.readString(pid))).orElseThrow();

      parent.destroyForcibly().waitFor();

      assertThat(child.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
      assertThat(directory.resolve("child.log")).content().contains("closed");
    } finally {
      parent.destroyForcibly();
    }
  }
}
