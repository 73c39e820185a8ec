package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    program.toString(),
                    "--no-defaults",
                    "--skip-ssl",
                    "--user=ycsb",
                    "--socket=" + socket,
                    "--batch",
                    "--skip-column-names",
                    "--execute=" + statements))
            .redirectErrorStream(true);
    // The user has them for other servers: a password, for example (MYSQL_PWD).
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("MYSQL_") || name.startsWith("MARIADB_"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("mariadbd refuses what it is asked locally: " + output.strip());
    }
    return output;
  }
}
