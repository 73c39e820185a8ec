package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The data directory of a server, and all its other files; it stays when the server ends, so that
 * another with other TLS can go on with the same data.
 *
 * <p>What this process writes is not where the server may write: a root that did so would follow
 * the links that the server's user can put there.
 *
 * @param path where; only this process's user may change it
 */
record DataDirectory(Path path) {
  private static final long INSTALL_SECONDS = 60;

  /** Who comes without a password may do everything in one database, and flush. */
  private static final List<String> SET_UP =
      List.of(
          "CREATE DATABASE IF NOT EXISTS ycsb;",
          "CREATE USER IF NOT EXISTS ycsb@'%';",
          "GRANT ALL ON ycsb.* TO ycsb@'%';",
          "GRANT RELOAD ON *.* TO ycsb@'%';");

  /**
   * The one at the path, which is made when there is none.
   *
   * @param options what the data are made with
   * @throws IOException when the installer fails; the message has its words
   */
  static DataDirectory at(
      Path path, MariaDbPrograms programs, ServiceUser user, List<String> options)
      throws IOException, InterruptedException {
    DataDirectory directory = new DataDirectory(path);
    user.letEnter(path);
    // Written last: a directory without it is not complete.
    if (!Files.exists(directory.setUp())) {
      directory.install(programs, user, options);
      Files.write(directory.setUp(), SET_UP);
      user.own(directory.setUp());
    }
    return directory;
  }

  /** What the server keeps its data in, and nobody else writes to. */
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
   * The options that keep temporary files here. A server that starts removes the temporary tables
   * that it finds, also those of others that are at work in the same folder.
   */
  List<String> options() {
    return List.of("--datadir=" + data(), "--tmpdir=" + temporary());
  }

  /** The server's socket for local clients. */
  Path socket() {
    return data().resolve("socket");
  }

  /** Puts a copy into the directory, where the server's user can read it. */
  Path take(Path file, String name, ServiceUser user) throws IOException {
    Path copy = path.resolve(name);
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    user.own(copy);
    return copy;
  }

  private void install(MariaDbPrograms programs, ServiceUser user, List<String> options)
      throws IOException, InterruptedException {
    for (Path folder : List.of(data(), temporary())) {
      user.own(Files.createDirectories(folder));
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
    command.addAll(user.arguments());
    command.addAll(options);
    Path log = path.resolve("install.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      List<String> said = Files.readAllLines(log);
      said.forEach(System.err::println);
      throw new IOException(
          String.join(" ", programs.installer())
              + (ended ? " failed: " : " did not end: ")
              + ErrorLines.of(said));
    }
  }
}
