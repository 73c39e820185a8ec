package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * The data directory of a server, and all its other files. It is kept when the server ends, so that
 * another one with other TLS can use the same data.
 *
 * <p>This process writes its files where the server cannot write: otherwise root would follow links
 * that the server's user can make there.
 *
 * @param path of the directory; only this process's user may change it
 */
record DataDirectory(Path path) {
  private static final long INSTALL_SECONDS = 60;

  /** The user without a password may do everything in one database, and flush. */
  private static final String SET_UP =
      """
      CREATE DATABASE IF NOT EXISTS ycsb;
      CREATE USER IF NOT EXISTS ycsb@'%';
      GRANT ALL ON ycsb.* TO ycsb@'%';
      GRANT RELOAD ON *.* TO ycsb@'%';
      """;

  /**
   * The directory at the path; made if it is missing.
   *
   * @param options of the installer
   * @throws IOException when the installer fails; the message has its error
   */
  static DataDirectory at(
      Path path, MariaDbPrograms programs, ServiceUser user, List<String> options)
      throws IOException, InterruptedException {
    DataDirectory directory = new DataDirectory(path);
    // Written last: a directory without it is not complete.
    if (!Files.exists(directory.setUp())) {
      directory.install(programs, user, options);
      user.write(directory.setUp(), SET_UP);
    }
    return directory;
  }

  /** The server's data; only the server writes here. */
  Path data() {
    return path.resolve("data");
  }

  private Path temporary() {
    return path.resolve("tmp");
  }

  /** The file of statements that the server runs when it starts. */
  Path setUp() {
    return path.resolve("set-up.sql");
  }

  /**
   * The options that keep temporary files here. A starting server removes the temporary tables that
   * it finds, even those of other running servers in the same folder.
   */
  List<String> options() {
    return List.of("--datadir=" + data(), "--tmpdir=" + temporary());
  }

  /** The server's socket for local clients. */
  Path socket() {
    return data().resolve("socket");
  }

  private void install(MariaDbPrograms programs, ServiceUser user, List<String> options)
      throws IOException, InterruptedException {
    for (Path folder : List.of(data(), temporary())) {
      user.ownFolder(folder);
    }
    List<String> command = new ArrayList<>(programs.installer());
    command.addAll(
        List.of(
            "--no-defaults",
            "--auth-root-authentication-method=socket",
            "--skip-name-resolve",
            "--skip-test-db"));
    command.addAll(options());
    command.addAll(programs.options());
    user.name().ifPresent(name -> command.add("--user=" + name));
    command.addAll(options);
    Path log = path.resolve("install.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      List<String> said =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      said.forEach(System.err::println);
      throw new IOException(
          String.join(" ", programs.installer())
              + (ended ? " failed: " : " did not end: ")
              + ErrorLines.of(said));
    }
  }
}
