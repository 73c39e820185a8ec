package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks the server for its counts.
 *
 * @param client for the questions; each question is a connection that the server counts too
 */
record StatusQuery(LocalClient client) {
  private static final String STATEMENT =
      "SHOW GLOBAL STATUS WHERE Variable_name IN"
          + " ('Connections', 'Ssl_accepts', 'Ssl_finished_accepts');"
          + " SELECT 'version', @@version; SELECT 'tls', @@version_ssl_library;"
          + " SELECT 'pid_file', @@pid_file;";

  /**
   * Names and values; also {@code version} of the server, {@code tls}, its library for that, and
   * {@code pid_file}, where it has written its process's number.
   */
  Map<String, String> run() throws IOException, InterruptedException {
    Map<String, String> status = new TreeMap<>();
    client
        .run(STATEMENT)
        .lines()
        .map(line -> line.split("\t", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> status.put(pair[0], pair[1]));
    return status;
  }
}
