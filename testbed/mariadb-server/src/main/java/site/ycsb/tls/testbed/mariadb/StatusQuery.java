package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks the server what it counted, over its local socket: not through the port that is measured.
 *
 * @param client the client program
 * @param socket the server's
 */
record StatusQuery(Path client, Path socket) {
  private static final String STATEMENT =
      "SHOW GLOBAL STATUS WHERE Variable_name IN"
          + " ('Connections', 'Ssl_accepts', 'Ssl_finished_accepts');"
          + " SELECT 'version', @@version; SELECT 'tls', @@version_ssl_library;";

  /** Names and values; also {@code version} of the server and {@code tls}, its library for that. */
  Map<String, String> run() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    client.toString(),
                    "--no-defaults",
                    "--skip-ssl",
                    "--user=ycsb",
                    "--socket=" + socket,
                    "--batch",
                    "--skip-column-names",
                    "--execute=" + STATEMENT))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("mariadbd does not tell its status: " + output.strip());
    }
    Map<String, String> status = new TreeMap<>();
    output
        .lines()
        .map(line -> line.split("\t", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> status.put(pair[0], pair[1]));
    return status;
  }
}
