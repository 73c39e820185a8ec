package site.ycsb.tls.testbed.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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
import site.ycsb.tls.testserver.program.ServiceUser;

/** The launcher's process and the real server's; skipped, and said so, where none is installed. */
@Needs(Requirement.MARIADB)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MariaDbServerIT {
  private static final ServerSpec PLAIN = new ServerSpec(List.of(ListenerSpec.plain("a")), false);

  @TempDir private Path directory;

  /** Not below the other: a server that is started by root must be able to reach it. */
  @TempDir private Path data;

  /** Where the server is. */
  private static Path place() {
    return Requirement.program("mariadbd").orElseThrow().getParent();
  }

  private ServerProcess start(String... further) throws IOException, InterruptedException {
    Path spec = directory.resolve("server.properties");
    PLAIN.write(spec);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                MariaDbServer.class.getName(),
                spec.toString(),
                "data=" + data,
                "places=" + place() + ":/usr/bin"));
    command.addAll(List.of(further));
    return ServerProcess.start(command, directory.resolve("server.log"), Duration.ofSeconds(90));
  }

  @Test
  @Tag("full")
  void startsAgainOverTheSameDataWithTemporaryFilesOfItsOwnAndNamesItsTlsLibrary()
      throws Exception {
    try (ServerProcess server = start()) {
      assertThat(server.server()).matches("mariadbd .*SSL .*\\([0-9a-f]{8}\\)");
      assertThat(server.witness().get("a").connections()).isZero();
      assertThat(server.witness().get("a").connections()).isZero();
      assertThat(server.stop()).isTrue();
    }
    Path marker = Files.createFile(data.resolve("marker"));
    try (ServerProcess server = start()) {
      assertThat(server.witness().get("a").handshakes()).isEmpty();
      assertThat(marker).exists();
      String seen =
          new LocalClient(Path.of("/usr/bin/mariadb"), data.resolve("data").resolve("socket"))
              .run("SELECT @@tmpdir; SHOW DATABASES");
      assertThat(seen.lines())
          .contains(data.resolve("tmp").toString(), "ycsb")
          .doesNotContain("tmp");
    }
  }

  @Test
  @Tag("full")
  void repeatsWhatTheServerSaysWhenItDoesNotStart() {
    assertThatThrownBy(() -> start("--no-such-option"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unknown option '--no-such-option'")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void repeatsWhatTheServerSaysWhenItMakesNoDataDirectory() throws Exception {
    ServiceUser user = ServiceUser.ofThisProcess("mariadbd", "mysql");
    MariaDbPrograms programs =
        MariaDbPrograms.installed(List.of(place(), Path.of("/usr/bin")), Optional.empty(), user);
    Path place = user.folder(data);
    assertThatThrownBy(() -> DataDirectory.at(place, programs, user, List.of("--no-such-option")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mariadb-install-db failed")
        .hasMessageContaining("unknown option '--no-such-option'")
        .message()
        .doesNotContain("\n", "jira");
  }

  @Test
  @Tag("full")
  void tellsThatTheServerDiedByItself() throws Exception {
    try (ServerProcess server = start()) {
      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      mariadbd(launcher).destroyForcibly();
      launcher.onExit().get(60, TimeUnit.SECONDS);
      assertThatThrownBy(server::witness)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("mariadbd ended with exit code 137");
    }
  }

  @Test
  void serverDiesWithItsLauncher() throws Exception {
    try (ServerProcess server = start()) {
      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      ProcessHandle mariadbd = mariadbd(launcher);

      launcher.destroyForcibly();

      assertThat(mariadbd.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  @Test
  void provesThatDataAreEncryptedAtRestAtEachStart() throws Exception {
    start("atrest=on").close();
    start("atrest=on").close();
  }

  @Test
  void refusesToServeAsEncryptedWhatCanBeRead() {
    assertThatThrownBy(
            () -> start("atrest=on", "--innodb-encrypt-tables=OFF", "--innodb-encrypt-log=OFF"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data are not encrypted at rest")
        .hasMessageContaining("at_rest_proof.ibd");
  }

  @Test
  @Tag("full")
  void refusesToServeAsEncryptedWhoseRedoLogCanBeRead() {
    assertThatThrownBy(() -> start("atrest=on", "--innodb-encrypt-log=OFF"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data are not encrypted at rest")
        .hasMessageContaining("ib_logfile0");
  }

  /** No setting encrypts it, and options can switch it on. */
  @Test
  @Tag("full")
  void refusesToServeAsEncryptedWhoseLogOfStatementsCanBeRead() {
    assertThatThrownBy(
            () -> start("atrest=on", "--general-log=ON", "--general-log-file=statements.log"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data are not encrypted at rest")
        .hasMessageContaining("statements.log");
  }

  @Test
  void takesAnotherPortWhenSomebodyHasTakenTheFirst() throws Exception {
    ProgramArguments given =
        new ProgramArguments(List.of("data=" + data, "places=" + place() + ":/usr/bin"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int free = FreePort.at(List.of(InetAddress.getLoopbackAddress()));
      Iterator<Integer> ports = List.of(taken.getLocalPort(), free).iterator();
      try (MariaDbServer server = MariaDbServer.start(PLAIN, given, ports::next)) {
        assertThat(server.addresses().get("a").getPort()).isEqualTo(free);
        assertThat(server.witness().get("a").connections()).isZero();
      }
    }
  }

  @Test
  @Tag("full")
  @Needs(Requirement.ROOT)
  void rootWritesOnlyWhereTheServersUserCannotPutLinks() throws Exception {
    UserPrincipal root = Files.getOwner(Path.of("/"));
    try (ServerProcess server = start("atrest=on")) {
      assertThat(server.witness()).containsKey("a");
      assertThat(Files.getOwner(data)).isEqualTo(root);
      assertThat(Files.getPosixFilePermissions(data))
          .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
      assertThat(Files.getOwner(data.resolve("data"))).isNotEqualTo(root);
      assertThat(data.resolve("set-up.sql")).isRegularFile();
      assertThat(Files.getPosixFilePermissions(data.resolve("at-rest.keys")))
          .containsExactlyInAnyOrder(
              PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }
  }

  @Test
  @Needs(Requirement.ROOT)
  void rootRefusesAFolderOfAnotherUser() throws Exception {
    UserPrincipal nobody =
        data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Path target = Files.createFile(directory.resolve("target"));
    Files.createSymbolicLink(data.resolve("set-up.sql"), target);
    Files.setOwner(data, nobody);

    assertThatThrownBy(() -> start())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("root would write to " + data)
        .hasMessageContaining("of the user nobody")
        .message()
        .doesNotContain("\n");
    assertThat(target).isEmptyFile();
    assertThat(Files.getOwner(target)).isNotEqualTo(nobody);
  }

  private static ProcessHandle mariadbd(ProcessHandle launcher) {
    return launcher
        .descendants()
        .filter(p -> p.info().command().filter(c -> c.endsWith("mariadbd")).isPresent())
        .findFirst()
        .orElseThrow();
  }
}
