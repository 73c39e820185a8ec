package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/**
 * Servers that work in processes of their own: scripts of a real shell, whose built-in {@code
 * times} says what the kernel counted for the shell and its children (getrusage(2)).
 */
@Needs(Requirement.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalServerCpuTest {
  /** A function that uses CPU time, about 0.1 s. */
  private static final String WORK =
      "work() { i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; }; ";

  private static final Pattern TIME = Pattern.compile("([0-9]+)m([0-9.]+)s");

  private Process server;
  private Writer orders;
  private BufferedReader answers;

  private void start(String... command) throws IOException {
    server = new ProcessBuilder(command).redirectErrorStream(true).start();
    orders = server.outputWriter();
    answers = server.inputReader();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }

  /**
   * Lets it work.
   *
   * @return CPU seconds of the shell that answers and of its children that have ended
   */
  private double[] order() throws IOException {
    orders.write("go\n");
    orders.flush();
    return new double[] {seconds(answers.readLine()), seconds(answers.readLine())};
  }

  private static double seconds(String userAndSystem) {
    return TIME.matcher(userAndSystem).results().mapToDouble(LocalServerCpuTest::seconds).sum();
  }

  private static double seconds(MatchResult time) {
    return 60 * Double.parseDouble(time.group(1)) + Double.parseDouble(time.group(2));
  }

  private static ServerCpu open(long pid) throws IOException {
    return new ServerProcesses.Local(List.of(pid)).open();
  }

  private static double used(CpuTime before, CpuTime after) {
    return after.minus(before).nanos() / 1e9;
  }

  @Test
  void processesThatBeginAndEndBetweenTwoReadingsAreCounted() throws Exception {
    start("sh", "-c", WORK + "while read -r go; do (work); (work); (work); times; done");
    try (ServerCpu cpu = open(server.pid())) {
      double[] atFirst = order();
      CpuTime before = cpu.now().orElseThrow();
      order();
      order();
      double[] atLast = order();
      CpuTime after = cpu.now().orElseThrow();

      double kernel = atLast[0] + atLast[1] - atFirst[0] - atFirst[1];
      assertThat(atLast[1] - atFirst[1]).as("nearly all in children").isGreaterThan(0.8 * kernel);
      assertThat(used(before, after)).isCloseTo(kernel, Percentage.withPercentage(10));
    }
  }

  @Test
  void aServerThatAScriptStartedIsCounted() throws Exception {
    start("sh", "-c", "sh -c '" + WORK + "while read -r go; do work; times; done'; :");
    try (ServerCpu cpu = open(server.pid())) {
      double atFirst = order()[0];
      CpuTime before = cpu.now().orElseThrow();
      double atLast = 0;
      for (int i = 0; i < 10; i++) {
        atLast = order()[0];
      }
      CpuTime after = cpu.now().orElseThrow();

      // The shell counts in steps of 10 ms, this program in ns.
      assertThat(used(before, after))
          .isCloseTo(atLast - atFirst, Offset.offset(0.02 * (atLast - atFirst) + 0.02));
    }
  }

  @Test
  void whatAChildHadUsedIsNotCountedTwiceWhenItEnds() throws Exception {
    start("sh", "-c", "sh -c '" + WORK + "read -r go; work; times; read -r go'; read -r go");
    try (ServerCpu cpu = open(server.pid())) {
      order();
      CpuTime living = cpu.now().orElseThrow();
      orders.write("end\n");
      orders.flush();
      for (int i = 0; server.children().findAny().isPresent() && i < 1000; i++) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      CpuTime ended = cpu.now().orElseThrow();

      assertThat(server.children()).isEmpty();
      assertThat(used(living, ended)).isCloseTo(0, within(0.03));
    }
  }

  @Test
  @Needs(Requirement.PYTHON)
  void lostTimeOfChildrenIsAnError() throws Exception {
    start(
        "python3",
        "-c",
        """
        import os, signal, sys, time
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        if os.fork() == 0:
            print('ready', flush=True)
            sys.stdin.readline()
        else:
            time.sleep(600)
        """);
    answers.readLine();
    ProcessHandle child = server.children().findFirst().orElseThrow();
    try (ServerCpu cpu = open(server.pid())) {
      orders.write("end\n");
      orders.flush();
      child.onExit().get(20, TimeUnit.SECONDS);

      assertThatThrownBy(cpu::now)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("server.cpu: process " + server.pid() + " ignores SIGCHLD");
    }
  }

  @Test
  void aServerThatEndsIsNoLongerKnown() throws Exception {
    start("sleep", "600");
    try (ServerCpu cpu = open(server.pid())) {
      assertThat(cpu.now()).isPresent();
      server.destroyForcibly().waitFor();

      assertThat(cpu.now()).isEmpty();
      assertThat(cpu.silence())
          .contains("CPU time of the server unknown: process " + server.pid() + " has ended");
    }
  }

  @Test
  void aProcessThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> open(999_999_999L))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("server.cpu: this machine has no process 999999999, or hides it");
  }
}
