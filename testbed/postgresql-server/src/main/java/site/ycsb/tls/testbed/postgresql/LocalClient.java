package site.ycsb.tls.testbed.postgresql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.testserver.program.ShortProgram;

/**
 * Runs statements over the server's local socket: not through the port that is measured.
 *
 * @param program the client program
 * @param sockets folder of the server's sockets
 * @param port part of the socket's name
 */
record LocalClient(Path program, Path sockets, int port) {
  /** Its role, the superuser, and what its connections are called in the server's log. */
  static final String NAME = "launcher";

  /**
   * Runs one statement in a connection of its own.
   *
   * @param database where
   * @param name added to {@link #NAME}, with which the server logs the connection
   * @return its rows, one per line
   * @throws IOException when it fails; the message has the server's error
   */
  String run(String database, String name, String statement)
      throws IOException, InterruptedException {
    return run(
            "psql",
            List.of(
                program.toString(),
                "--no-psqlrc",
                "--tuples-only",
                "--no-align",
                "--username=" + NAME,
                "--dbname=" + database,
                "--host=" + sockets,
                "--port=" + port,
                "--command=" + statement),
            Map.of("PGAPPNAME", NAME + name))
        .strip();
  }

  /**
   * Runs a program of the server's packages, without what the user has in the environment for other
   * servers.
   */
  static String run(String name, List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    return ShortProgram.run(
        name,
        command,
        all -> {
          all.keySet().removeIf(key -> key.startsWith("PG"));
          all.putAll(environment);
        },
        ErrorLines::of);
  }
}
