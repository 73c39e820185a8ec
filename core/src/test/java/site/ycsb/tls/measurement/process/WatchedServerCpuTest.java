package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.channel.MemberServerSocket;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.process.kernel.ProcessStat;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.property.UsageException;

/** An agent and a load generator over a real connection. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchedServerCpuTest {
  private static final String SELF = Long.toString(ProcessHandle.current().pid());

  @TempDir(factory = ModuleFolder.class)
  static Path directory;

  private static SSLContext ours;
  private static SSLContext foreign;

  @BeforeAll
  static void makeCertificates() throws Exception {
    ours = fleet("ours");
    foreign = fleet("foreign");
  }

  private static SSLContext fleet(String name) throws IOException {
    return QuickFleetCertificates.create(directory.resolve(name)).context();
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  @Test
  void tellsTheTimeOfAllThreadsAndOfTheCompilersApart() throws Exception {
    try (CpuWatch watch = CpuWatch.start(SELF, anyPort(), ours);
        ServerCpu server = WatchedServerCpu.open(watch.address(), ours);
        ServerCpu another = WatchedServerCpu.open(watch.address(), ours)) {
      CpuTime before = server.now().orElseThrow();
      long used = BusyThread.run(() -> "nothing is read here");
      CpuTime after = server.now().orElseThrow();

      assertThat(after.minus(before).nanos()).isGreaterThanOrEqualTo(used);
      assertThat(after.compilerNanos().orElseThrow()).isPositive();
      assertThat(another.now().orElseThrow().nanos()).isGreaterThanOrEqualTo(after.nanos());
      assertThat(server.isElsewhere()).isFalse();
    }
  }

  /** What works there takes nothing from this machine. */
  @Test
  void anotherMachineIsKnownAsOne() throws Exception {
    try (ServerSocket agent = new MemberServerSocket(ours)) {
      agent.bind(anyPort());
      Thread answering = new Thread(() -> answerOnce(agent, "17 - another-machine\n"));
      answering.start();
      try (ServerCpu server =
          WatchedServerCpu.open((InetSocketAddress) agent.getLocalSocketAddress(), ours)) {
        assertThat(server.isElsewhere()).isTrue();
      }
      answering.join();
    }
  }

  private static void answerOnce(ServerSocket agent, String answer) {
    try (Socket member = agent.accept()) {
      assertThat(member.getInputStream().read()).isEqualTo(CpuWatch.ASK);
      member.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void allProcessesOfANameCountThoseThatEndToo() throws Exception {
    // The kernel's name of a process is that of its program.
    Path program = directory.resolve("busy-server");
    Files.copy(Path.of("/bin/sleep").toRealPath(), program);
    Process first = new ProcessBuilder(program.toString(), "600").start();
    try (CpuWatch watch = CpuWatch.start("busy-server", anyPort(), ours);
        ServerCpu server = WatchedServerCpu.open(watch.address(), ours)) {
      long one = server.now().orElseThrow().nanos();
      Process second = new ProcessBuilder(program.toString(), "600").start();
      long two = server.now().orElseThrow().nanos();
      second.destroyForcibly().waitFor();
      long after = server.now().orElseThrow().nanos();

      assertThat(one).isPositive();
      assertThat(two).isGreaterThan(one);
      assertThat(after).isGreaterThanOrEqualTo(two);

      first.destroyForcibly().waitFor();
      assertThatThrownBy(server::now)
          .as("when the last has ended")
          .hasMessage("server.cpu: the agent answers: no process busy-server");
      first = new ProcessBuilder(program.toString(), "600").start();
      assertThat(server.now()).as("when it was started again").isPresent();
    } finally {
      first.destroyForcibly();
    }
  }

  @Test
  void onlyMembersOfTheFleetAreTold() throws Exception {
    try (CpuWatch watch = CpuWatch.start(SELF, anyPort(), ours)) {
      assertThatThrownBy(() -> WatchedServerCpu.open(watch.address(), foreign))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("server.cpu: no agent at localhost:" + watch.address().getPort())
          .hasMessageContaining("--fleet DIR");
      try (Socket plain = new Socket(watch.address().getAddress(), watch.address().getPort())) {
        plain.getOutputStream().write("?".repeat(100).getBytes(StandardCharsets.UTF_8));
        byte[] answer = plain.getInputStream().readAllBytes();
        assertThat(new String(answer, StandardCharsets.ISO_8859_1))
            .doesNotContainPattern("[0-9]{4}");
      }
      try (ServerCpu server = WatchedServerCpu.open(watch.address(), ours)) {
        assertThat(server.now()).isPresent();
      }
    }
  }

  @Test
  void whatIsNotThereIsAClearError() throws Exception {
    assertThatThrownBy(() -> CpuWatch.start("nosuchprocess", anyPort(), ours))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--watch nosuchprocess: no process of this machine");
    String own = ProcessStat.of(ProcessHandle.current().pid()).orElseThrow().name();
    assertThatThrownBy(() -> CpuWatch.start(own, anyPort(), ours))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--watch " + own + ": this agent has the name, too");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress at = (InetSocketAddress) taken.getLocalSocketAddress();
      assertThatThrownBy(() -> CpuWatch.start(SELF, at, ours))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen at");
    }
  }

  @Test
  void anAgentThatGoesAwayIsAnError() throws Exception {
    CpuWatch watch = CpuWatch.start(SELF, anyPort(), ours);
    try (ServerCpu server = WatchedServerCpu.open(watch.address(), ours)) {
      assertThat(server.now()).isPresent();
      watch.close();

      assertThatThrownBy(server::now)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("server.cpu: no agent at");
    }
  }
}
