package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import site.ycsb.tls.testserver.program.LogLines;
import site.ycsb.tls.testserver.program.ShortProgram;

/**
 * Runs statements over the server's local socket: not through the port that is measured.
 *
 * @param program the client program
 * @param socket the server's
 */
record LocalClient(Path program, Path socket) {
  private static final String STATUS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN"
          + " ('Connections', 'Ssl_accepts', 'Ssl_finished_accepts');"
          + " SELECT 'version', @@version; SELECT 'tls', @@version_ssl_library;"
          + " SELECT 'pid_file', @@pid_file;";

  /**
   * The server's counts, in a connection that it counts too. Also {@code version} of the server,
   * {@code tls}, its library for that, and {@code pid_file}, where it has written its process's
   * number.
   */
  Map<String, String> status() throws IOException, InterruptedException {
    Map<String, String> status = new TreeMap<>();
    run(STATUS)
        .lines()
        .map(line -> line.split("\t", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> status.put(pair[0], pair[1]));
    return status;
  }

  /**
   * Runs statements in one connection.
   *
   * @return their rows, one per line, values with tabs between them
   * @throws IOException when one fails; the message has the server's error
   */
  String run(String statements) throws IOException, InterruptedException {
    return ShortProgram.run(
        "mariadb",
        List.of(
            program.toString(),
            "--no-defaults",
            "--skip-ssl",
            "--user=ycsb",
            "--socket=" + socket,
            "--batch",
            "--skip-column-names",
            "--execute=" + statements),
        // The user has them for other servers: a password, for example (MYSQL_PWD).
        environment ->
            environment
                .keySet()
                .removeIf(name -> name.startsWith("MYSQL_") || name.startsWith("MARIADB_")),
        LogLines::last);
  }
}
