package site.ycsb.tls.testbed.mariadb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of a MariaDB server that is installed on this machine.
 *
 * @param server {@code mariadbd}
 * @param installer makes a data directory
 * @param client runs statements
 */
record MariaDbPrograms(Path server, Path installer, Path client) {
  /** Where packages put the server, which is not on everybody's PATH. */
  private static final List<String> USUAL_PLACES =
      List.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/usr/local/mysql/bin");

  /**
   * Looks along a PATH, then in the usual places.
   *
   * @throws IOException when one of them is missing; the message says how to get it
   */
  static MariaDbPrograms find(String path) throws IOException {
    List<Path> places =
        Stream.concat(Stream.of(path.split(File.pathSeparator)), USUAL_PLACES.stream())
            .filter(place -> !place.isEmpty())
            .map(Path::of)
            .toList();
    return new MariaDbPrograms(
        program(places, "mariadbd"),
        program(places, "mariadb-install-db"),
        program(places, "mariadb"));
  }

  private static Path program(List<Path> places, String name) throws IOException {
    Optional<Path> found =
        places.stream()
            .map(place -> place.resolve(name))
            .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
            .findFirst();
    return found.orElseThrow(
        () ->
            new IOException(
                name
                    + " is neither on PATH nor in "
                    + String.join(", ", USUAL_PLACES)
                    + "; install a MariaDB server (Debian, Ubuntu: apt-get install"
                    + " mariadb-server), or name a server of yours with db.url"));
  }
}
