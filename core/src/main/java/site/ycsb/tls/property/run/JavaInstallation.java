package site.ycsb.tls.property.run;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An installation of Java.
 *
 * @param home its folder, which {@code JAVA_HOME} would name
 * @param version its numbers without the build, such as {@code 25.0.5}
 */
public record JavaInstallation(Path home, String version) {
  /** Where to look for one, in words. */
  public static final String PLACES =
      "JAVA_HOME and below /usr/lib/jvm, /usr/java, /opt and the like";

  /** The least version that runs this program. */
  private static final int LEAST = 17;

  private static final String NUMBERS = "\\d{1,4}(?:\\.\\d{1,4}){0,5}";

  private static final Pattern VERSION =
      Pattern.compile("\"(?:1\\.)?(" + NUMBERS + ")([+._-].*)?\"");

  /** The one that runs this. */
  public static JavaInstallation running() {
    return new JavaInstallation(
        Path.of(System.getProperty("java.home")),
        Runtime.version().version().stream().map(String::valueOf).collect(Collectors.joining(".")));
  }

  /** The first of its numbers, such as 25. */
  public int feature() {
    return Integer.parseInt(version.replaceFirst("\\..*", ""));
  }

  /** Whether its version begins with these numbers: 25.0.5 is a 25 and a 25.0, and no 25.0.50. */
  boolean isA(String wanted) {
    return (version + ".").startsWith(wanted + ".");
  }

  /**
   * The one in this folder, or, as macOS has it, two folders below. Every installation since Java 8
   * has a file that says its version.
   *
   * @return empty when there is none
   */
  public static Optional<JavaInstallation> in(Path folder) {
    return Stream.of(folder, folder.resolve("Contents/Home"))
        .filter(home -> Files.isExecutable(home.resolve("bin/java")))
        .flatMap(home -> version(home).map(v -> new JavaInstallation(home, v)).stream())
        .findFirst();
  }

  private static Optional<String> version(Path home) {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      release.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    Matcher version = VERSION.matcher(release.getProperty("JAVA_VERSION", ""));
    return version.matches() ? Optional.of(version.group(1)) : Optional.empty();
  }

  /**
   * One of this version: the first of the one that runs this, {@code JAVA_HOME}, the usual places.
   *
   * @param version the first of its numbers, or more of them
   * @return empty when none is found
   */
  public static Optional<JavaInstallation> find(String version) {
    return all().filter(java -> java.isA(version)).findFirst();
  }

  private static Stream<JavaInstallation> all() {
    Map<String, String> environment = System.getenv();
    return all(running().home(), environment, usualPlaces(environment));
  }

  static Stream<JavaInstallation> all(
      Path running, Map<String, String> environment, Stream<Path> places) {
    Stream<Path> named =
        Stream.of(running.toString(), environment.getOrDefault("JAVA_HOME", ""))
            .filter(path -> !path.isEmpty())
            .map(Path::of);
    return Stream.concat(named, places.flatMap(JavaInstallation::below))
        .flatMap(path -> in(path).stream());
  }

  private static Stream<Path> usualPlaces(Map<String, String> environment) {
    Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    return Stream.concat(
        Stream.of(
                "/usr/lib/jvm",
                "/usr/lib64/jvm",
                "/usr/java",
                "/opt",
                "/opt/java",
                "/Library/Java/JavaVirtualMachines")
            .map(Path::of),
        Stream.of(".sdkman/candidates/java", ".jdks", "Library/Java/JavaVirtualMachines")
            .map(home::resolve));
  }

  /** None where there is no such folder, or this user may not read it. */
  private static Stream<Path> below(Path place) {
    String[] names = place.toFile().list();
    return names == null ? Stream.empty() : Arrays.stream(names).sorted().map(place::resolve);
  }

  /**
   * The one that a user names.
   *
   * @param given its version, whole or the first numbers of it, or its folder
   * @throws IllegalArgumentException when there is none, or it is too old; the message says what
   *     was expected
   */
  static JavaInstallation parse(String given) {
    boolean version = given.matches(NUMBERS);
    JavaInstallation found =
        (version ? find(given) : in(Path.of(given).toAbsolutePath()))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        version
                            ? "no Java %s was found (looked at %s: %s); install one, or give its folder"
                                .formatted(given, PLACES, versions())
                            : "expected the folder of an installation of Java, with bin/java in it"));
    if (found.feature() < LEAST) {
      throw new IllegalArgumentException(
          "expected Java %d or newer, that is Java %d".formatted(LEAST, found.feature()));
    }
    return found;
  }

  /** Those that there are, such as {@code 17.0.15, 25.0.3}. */
  private static String versions() {
    return all().map(JavaInstallation::version).distinct().collect(Collectors.joining(", "));
  }

  /** Whether it runs this; one installation may have several names. */
  public boolean runsThis() {
    try {
      return Files.isSameFile(home, running().home());
    } catch (IOException e) {
      throw new UncheckedIOException(home + " cannot be read", e);
    }
  }

  /** Its {@code java}. */
  public Path launcher() {
    return home.resolve("bin/java");
  }
}
