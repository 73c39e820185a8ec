package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.process.kernel.ProcessStat;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testserver.FreePort;

/** Over a real ssh, to a daemon of our own on loopback. */
@Needs(Requirement.SSH)
class SshServerCpuTest {
  private static final Path SSHD = Path.of("/usr/sbin/sshd");
  private static final long PATIENCE_SECONDS = 60;

  @TempDir static Path directory;
  private static Process daemon;
  private static int port;

  @BeforeAll
  static void startDaemon() throws Exception {
    makeKey("host");
    makeKey("user");
    makeKey("stranger");
    Files.copy(directory.resolve("user.pub"), directory.resolve("authorized"));
    port = FreePort.at(List.of(InetAddress.getLoopbackAddress()));
    Files.createDirectories(Path.of("/run/sshd"));
    daemon =
        new ProcessBuilder(
                SSHD.toString(),
                "-D",
                "-e",
                "-f",
                "/dev/null",
                "-h",
                directory.resolve("host").toString(),
                "-o",
                "ListenAddress=127.0.0.1:" + port,
                "-o",
                "AuthorizedKeysFile=" + directory.resolve("authorized"),
                "-o",
                "StrictModes=no",
                "-o",
                "PidFile=none",
                "-o",
                "PermitRootLogin=yes")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("sshd.log").toFile())
            .start();
    awaitDaemon();
  }

  private static void makeKey(String name) throws Exception {
    Process made =
        new ProcessBuilder(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                directory.resolve(name).toString())
            .start();
    assertThat(made.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).isZero();
  }

  private static void awaitDaemon() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        assertThat(daemon.isAlive()).as(Files.readString(directory.resolve("sshd.log"))).isTrue();
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(20);
      }
    }
  }

  @AfterAll
  static void stopDaemon() {
    if (daemon != null) {
      daemon.destroy();
    }
  }

  private static SshServerCpu open(String key, String process) throws IOException {
    return SshServerCpu.open(
        List.of(
            "ssh",
            "-F",
            "/dev/null",
            "-i",
            directory.resolve(key).toString(),
            "-p",
            Integer.toString(port),
            "-o",
            "IdentitiesOnly=yes",
            "-o",
            "UserKnownHostsFile=" + directory.resolve("known"),
            "-o",
            "StrictHostKeyChecking=accept-new"),
        System.getProperty("user.name") + "@127.0.0.1",
        process);
  }

  @Test
  void readsAllThreadsOfAProcessAndTheCompilersApart() throws Exception {
    String self = Long.toString(ProcessHandle.current().pid());
    try (ServerCpu server = open("user", self)) {
      long here = CpuClock.ofThisProcess();
      CpuTime before = server.now().orElseThrow();
      // What the thread did before a reading is known after its end.
      long used = BusyThread.run(server::now);
      CpuTime after = server.now().orElseThrow();

      // Where threads have ended before, the process's own account decides: in steps of user and of
      // system time.
      assertThat(after.minus(before).nanos())
          .isGreaterThanOrEqualTo(used - 2 * CpuClock.COARSE_STEP_NANOS);
      assertThat(after.compilerNanos().orElseThrow()).isPositive();
      assertThat(server.isElsewhere()).isFalse();
      long usedHere = CpuClock.ofThisProcess() - here;
      assertThat(after.minus(before).nanos())
          .as("ssh's own process, a child, included")
          .isGreaterThan(usedHere / 10);
    }
  }

  @Test
  void processesThatBeginAndEndBetweenTwoReadingsAreCounted() throws Exception {
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "work() { i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; }; while read -r go; do (work); (work); times; done")
            .start();
    try (ServerCpu server = open("user", Long.toString(shell.pid()))) {
      CpuTime before = server.now().orElseThrow();
      shell.outputWriter().append("go\n").flush();
      shell.inputReader().readLine();
      String children = shell.inputReader().readLine();
      CpuTime after = server.now().orElseThrow();

      double kernel =
          Pattern.compile("m([0-9.]+)s")
              .matcher(children)
              .results()
              .mapToDouble(time -> Double.parseDouble(time.group(1)))
              .sum();
      assertThat(kernel).isPositive();
      assertThat(after.minus(before).nanos() / 1e9)
          .isCloseTo(kernel, Offset.offset(0.1 * kernel + 0.02));
    } finally {
      shell.destroyForcibly();
    }
  }

  @Test
  void whatCannotBeReadIsToldWithTheReason() throws Exception {
    assertThatThrownBy(() -> open("stranger", "1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("server.cpu: no connection to")
        .hasMessageContaining("Permission denied");
    String own = ProcessStat.of(ProcessHandle.current().pid()).orElseThrow().name();
    assertThatThrownBy(() -> open("user", own))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this load generator has the name " + own + ", too");
    assertThatThrownBy(() -> open("user", "nosuchprocess"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no process nosuchprocess");
    assertThatThrownBy(() -> SshServerCpu.open(List.of("/nowhere/ssh"), "127.0.0.1", "1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("server.cpu: no connection to 127.0.0.1: ")
        .hasMessageContaining("/nowhere/ssh");
  }

  /** As a connection that is shared (ControlPersist) does. */
  @Test
  @Timeout(120)
  void whatSshLeavesInTheBackgroundIsNotAwaited() throws Exception {
    Path number = directory.resolve("background");
    try {
      assertThatThrownBy(
              () ->
                  SshServerCpu.open(
                      List.of(
                          "sh",
                          "-c",
                          "sleep 600 > /dev/null & echo $! > %s; echo refused >&2; exit 255"
                              .formatted(number)),
                      "127.0.0.1",
                      "1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("server.cpu: no connection to 127.0.0.1: refused;");
    } finally {
      ProcessHandle.of(Long.parseLong(Files.readString(number).strip()))
          .ifPresent(ProcessHandle::destroy);
    }
  }

  /** As with {@code LogLevel DEBUG3}: ssh stands still while nobody takes what it says. */
  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatSshSaysDoesNotStopIt() throws Exception {
    String talkative =
        "for last; do :; done; yes debug | head -c 300000 >&2; echo the end >&2; exec sh -c \"$last\"";
    try (ServerCpu server =
        SshServerCpu.open(
            List.of("sh", "-c", talkative),
            "127.0.0.1",
            Long.toString(ProcessHandle.current().pid()))) {
      assertThat(server.now()).isPresent();
    }
    assertThatThrownBy(
            () ->
                SshServerCpu.open(
                    List.of("sh", "-c", talkative.replace("exec sh -c", ": ")), "127.0.0.1", "1"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("; debug; the end; 'ssh 127.0.0.1 true' must work without a question")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  /** The last reading of an interrupted run comes after it. */
  @Test
  void whatATerminalSendsDoesNotEndTheConnection() throws Exception {
    try (ServerCpu server = open("user", Long.toString(ProcessHandle.current().pid()))) {
      ProcessHandle ssh =
          ProcessHandle.current()
              .children()
              .filter(child -> child.info().command().orElse("").endsWith("/ssh"))
              .findFirst()
              .orElseThrow();
      assertThat(session(Long.toString(ssh.pid())))
          .as("Ctrl-C goes to processes of the terminal's session only")
          .matches("[0-9]+")
          .isNotEqualTo(session("self"));
      // As on a system without setsid.
      assertThat(new ProcessBuilder("sh", "-c", "kill -INT " + ssh.pid()).start().waitFor())
          .isZero();
      assertThat(server.now()).isPresent();
    }
  }

  private static String session(String process) throws IOException {
    return Files.readString(Path.of("/proc", process, "stat")).split(" ", -1)[5];
  }

  @Test
  void aConnectionThatIsLostInTheMiddleIsAnError() throws Exception {
    try (ServerCpu server = open("user", Long.toString(ProcessHandle.current().pid()))) {
      assertThat(server.now()).isPresent();
      daemon.descendants().forEach(ProcessHandle::destroyForcibly);

      assertThatThrownBy(server::now)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("server.cpu: no connection to");
    }
  }
}
