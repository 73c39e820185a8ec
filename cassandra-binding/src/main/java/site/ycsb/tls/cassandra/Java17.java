package site.ycsb.tls.cassandra;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import site.ycsb.tls.property.UsageException;

/**
 * Finds an installation of Java 17, which the test nodes need, whichever Java runs the benchmark.
 */
final class Java17 {
  static final String OWN_VARIABLE = "CASSANDRA_JAVA_HOME";

  /** The usual folders for installations of Java. */
  private static final List<String> USUAL_PLACES =
      List.of(
          "/usr/lib/jvm",
          "/usr/lib64/jvm",
          "/usr/java",
          "/opt",
          "/opt/java",
          "/Library/Java/JavaVirtualMachines");

  private static final List<String> PLACES_AT_HOME =
      List.of(".sdkman/candidates/java", ".jdks", "Library/Java/JavaVirtualMachines");

  private Java17() {}

  /**
   * The first of: {@code CASSANDRA_JAVA_HOME}, the Java that runs this, {@code JAVA_HOME}, the
   * usual places.
   *
   * @throws UsageException when there is none, or {@code CASSANDRA_JAVA_HOME} is another version
   */
  static Path find(Map<String, String> environment, Path running) {
    return find(environment, running, usualPlaces(environment));
  }

  static Path find(Map<String, String> environment, Path running, List<Path> places) {
    String own = environment.getOrDefault(OWN_VARIABLE, "");
    if (!own.isEmpty()) {
      return home(Path.of(own))
          .orElseThrow(
              () ->
                  new UsageException(
                      "%s=%s is no installation of Java 17, which Cassandra's test nodes need"
                          .formatted(OWN_VARIABLE, own)));
    }
    Stream<Path> named =
        Stream.of(running.toString(), environment.getOrDefault("JAVA_HOME", ""))
            .filter(path -> !path.isEmpty())
            .map(Path::of);
    return Stream.concat(named, places.stream().flatMap(Java17::below))
        .flatMap(path -> home(path).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "Cassandra's test nodes run on Java 17 only, and none was found (looked at"
                        + " JAVA_HOME and below "
                        + places
                        + "); install one, set "
                        + OWN_VARIABLE
                        + " to one, or name nodes of your own with -p hosts=..."));
  }

  private static List<Path> usualPlaces(Map<String, String> environment) {
    List<Path> places = new ArrayList<>(USUAL_PLACES.stream().map(Path::of).toList());
    Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    PLACES_AT_HOME.forEach(place -> places.add(home.resolve(place)));
    return places;
  }

  private static Stream<Path> below(Path place) {
    if (!Files.isDirectory(place)) {
      return Stream.empty();
    }
    try (Stream<Path> found = Files.list(place)) {
      return found.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(place + " cannot be listed", e);
    }
  }

  /** The installation there, if it is of Java 17; macOS has it two folders below. */
  private static Optional<Path> home(Path path) {
    return Stream.of(path, path.resolve("Contents/Home"))
        .filter(home -> Files.isExecutable(home.resolve("bin/java")) && is17(home))
        .findFirst();
  }

  /** Every installation since Java 8 has a file that says its version. */
  private static boolean is17(Path home) {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      release.load(reader);
    } catch (IOException e) {
      return false;
    }
    return release.getProperty("JAVA_VERSION", "").matches("\"17([.+-].*)?\"");
  }
}
