package site.ycsb.tls.testbed.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testserver.FreePort;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerProcess;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.program.ProgramArguments;

/** The launcher's process and the real server's. */
@Needs(Requirement.POSTGRESQL)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgreSqlServerIT {
  private static final String PLAIN = "plain";

  @TempDir private Path directory;

  /** Not below the other: a server that is started by root must be able to reach it. */
  @TempDir private Path data;

  private static Path programs() {
    return Requirement.postgreSqlPrograms().orElseThrow();
  }

  private static ServerSpec plain() {
    return new ServerSpec(List.of(ListenerSpec.plain(PLAIN)), false);
  }

  private ServerProcess start(String... further) throws IOException, InterruptedException {
    Path file = directory.resolve("server.properties");
    plain().write(file);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                PostgreSqlServer.class.getName(),
                file.toString(),
                "data=" + data,
                "programs=" + programs()));
    command.addAll(List.of(further));
    return ServerProcess.start(command, directory.resolve("server.log"), Duration.ofSeconds(90));
  }

  @Test
  void startsAgainOverTheSameDataAndDiesWithItsLauncher() throws Exception {
    try (ServerProcess server = start()) {
      assertThat(server.server()).matches("postgres [0-9.]+ .*OpenSSL .*");
      // Not its processes for connections, which come and go: they are its descendants.
      assertThat(server.processIds())
          .contains(postmaster().pid())
          .doesNotContainAnyElementsOf(postmaster().children().map(ProcessHandle::pid).toList());
      assertThat(postmaster().children()).isNotEmpty();
      assertThat(server.witness().get(PLAIN).connections()).isZero();
      assertThat(server.stop()).isTrue();
    }
    Path made = data.resolve("data/PG_VERSION");
    var before = Files.getLastModifiedTime(made);
    try (ServerProcess server = start()) {
      assertThat(server.witness().get(PLAIN).handshakes()).isEmpty();
      assertThat(Files.getLastModifiedTime(made)).isEqualTo(before);

      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      ProcessHandle postmaster = postmaster();
      launcher.destroyForcibly();
      assertThat(postmaster.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  @Test
  @Tag("full")
  void tellsThatTheServerDiedByItself() throws Exception {
    try (ServerProcess server = start()) {
      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      postmaster().destroyForcibly();
      launcher.onExit().get(60, TimeUnit.SECONDS);
      assertThatThrownBy(server::witness)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("postgres ended with exit code 137");
    }
  }

  @Test
  void repeatsWhatTheServerSaysWhenItDoesNotStart() {
    assertThatThrownBy(() -> start("--no_such_option=1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unrecognized configuration parameter \"no_such_option\"")
        .message()
        .doesNotContain("\n");
  }

  @Test
  @Tag("full")
  void takesAnotherPortWhenSomebodyHasTakenTheFirst() throws Exception {
    ProgramArguments given =
        new ProgramArguments(List.of("data=" + data, "programs=" + programs()));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
      int free = FreePort.at(List.of(loopback));
      Iterator<Integer> ports = List.of(taken.getLocalPort(), free).iterator();
      try (PostgreSqlServer server = PostgreSqlServer.start(plain(), given, ports::next)) {
        assertThat(server.addresses().get(PLAIN).getPort()).isEqualTo(free);
        assertThat(server.witness().get(PLAIN).connections()).isZero();
      }
    }
  }

  @Test
  @Tag("full")
  @Needs(Requirement.ROOT)
  void rootStartsItAsAnotherUserWhoCanWriteToTwoFolders() throws Exception {
    try (ServerProcess server = start()) {
      assertThat(server.witness()).containsKey(PLAIN);
      assertThat(postmaster().info().user().orElseThrow()).isNotEqualTo("root");
      assertThat(Files.getOwner(data).getName()).isEqualTo("root");
      assertThat(Files.getPosixFilePermissions(data))
          .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
      assertThat(Files.getOwner(data.resolve("data")).getName()).isNotEqualTo("root");
    }
  }

  /** Whoever is on this machine reaches the port, and could do all that the server's user can. */
  @Test
  void whoReachesThePortCanRunNoProgramsAndIsNotTheLauncher() throws Exception {
    try (ServerProcess server = start()) {
      int port = server.address(PLAIN).getPort();
      ask(port, "ycsb", "CREATE TABLE usertable (ycsb_key VARCHAR PRIMARY KEY)");
      assertThatThrownBy(() -> ask(port, "ycsb", "COPY usertable TO PROGRAM 'cat'"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("COPY to or from an external program");
      assertThatThrownBy(() -> ask(port, LocalClient.NAME, "SELECT 1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no pg_hba.conf entry");
      assertThat(Files.getPosixFilePermissions(data.resolve("sockets/.s.PGSQL." + port)))
          .containsExactlyInAnyOrderElementsOf(PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void ask(int port, String user, String statement)
      throws IOException, InterruptedException {
    LocalClient.run(
        "psql",
        List.of(
            programs().resolve("psql").toString(),
            "--no-psqlrc",
            "--host=127.0.0.1",
            "--port=" + port,
            "--username=" + user,
            "--dbname=ycsb",
            "--command=" + statement),
        Map.of());
  }

  private ProcessHandle postmaster() throws IOException {
    return ProcessHandle.of(new DataDirectory(data, false).serverId()).orElseThrow();
  }
}
