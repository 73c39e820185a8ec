package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs statements over the server's local socket: not through the port that is measured.
 *
 * @param program the client program
 * @param socket the server's
 */
record LocalClient(Path program, Path socket) {

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
