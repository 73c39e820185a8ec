package site.ycsb.tls.needs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * What some machines have and others do not, how this is found out, and what to do about it. {@link
 * #toString} is one line for people: what is missing, and the remedy. Thread-safe.
 */
public enum Requirement {
  /** A MariaDB server. */
  MARIADB("no mariadbd", "apt-get install mariadb-server", () -> program("mariadbd").isPresent()),
  /** A PostgreSQL server, where Debian puts it. */
  POSTGRESQL(
      "no PostgreSQL server", "apt-get install postgresql", () -> postgreSqlPrograms().isPresent()),
  /** A Redis server with TLS. */
  REDIS(
      "no redis-server", "apt-get install redis-server", () -> program("redis-server").isPresent()),
  /** A browser that opens the report. */
  CHROMIUM("no Chromium", "apt-get install chromium", () -> chromium().isPresent()),
  /** OpenSSL's command, as an independent witness. */
  OPENSSL("no openssl", "apt-get install openssl", () -> program("openssl").isPresent()),
  /** An SSH client and server. */
  SSH(
      "no sshd or no ssh",
      "apt-get install openssh-server openssh-client",
      () -> program("sshd").isPresent() && program("ssh").isPresent()),
  /** Python. */
  PYTHON("no python3", "apt-get install python3", () -> program("python3").isPresent()),
  /** A C compiler. */
  C_COMPILER("no cc", "apt-get install gcc libc6-dev", () -> program("cc").isPresent()),
  /** A Java 17, which Cassandra's nodes run on. */
  JAVA_17(
      "no Java 17, which Cassandra's test nodes run on",
      "install a JDK 17, or set CASSANDRA_JAVA_HOME to one",
      Requirement::hasJava17),
  /** The JVM of the tests itself is Java 17. */
  TESTS_ON_JAVA_17(
      "the tests run on Java " + Runtime.version().feature(),
      "run them on a JDK 17",
      () -> Runtime.version().feature() == 17),
  /** {@code SSLParameters.setNamedGroups}. */
  JAVA_20(
      "the tests run on Java " + Runtime.version().feature(),
      "run them on a JDK 20 or newer",
      () -> Runtime.version().feature() >= 20),
  /** Suites with static RSA, which newer JDKs disable. */
  STATIC_RSA(
      "this JDK disables TLS_RSA_*",
      "run the tests on a JDK 17 or 21",
      // The property is read, and not JSSE asked: JSSE's first use freezes what it disables.
      () ->
          !String.valueOf(Security.getProperty("jdk.tls.disabledAlgorithms")).contains("TLS_RSA")),
  /** The tests run as root. */
  ROOT(
      "the tests do not run as root",
      "run them as root",
      () -> System.getProperty("user.name").equals("root")),
  /** Linux. */
  LINUX("no Linux", "run the tests on Linux", () -> System.getProperty("os.name").equals("Linux")),
  /** Linux on x86-64. */
  X86_64_LINUX("no x86-64 Linux", "run the tests on x86-64 Linux", Requirement::isX86Linux),
  /** DynamoDB Local, which has native libraries for some machines only. */
  DYNAMODB_LOCAL(
      "DynamoDB Local has no native library for this machine",
      "run the tests on Linux or macOS, x86-64, or on macOS, arm64",
      () ->
          Stream.of("Linux amd64", "Mac OS X x86_64", "Mac OS X aarch64")
              .anyMatch(
                  (System.getProperty("os.name") + " " + System.getProperty("os.arch"))::equals)),
  /** A network beside loopback. */
  OTHER_ADDRESS(
      "no address but loopback's",
      "connect the machine to a network",
      Requirement::hasOtherAddress),
  /** The MariaDB that Maven fetches. */
  MARIADB_JAR(
      "a MariaDB is installed, so the one that Maven fetches is not",
      "mvn -P mariadb-jar verify, on x86-64 Linux",
      Requirement::hasMariaDbJar);

  private final String missing;
  private final String remedy;

  @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without state.
  private final BooleanSupplier met;

  Requirement(String missing, String remedy, BooleanSupplier met) {
    this.missing = missing;
    this.remedy = remedy;
    this.met = met;
  }

  /** Whether this machine has it, now. */
  public boolean isMet() {
    return met.getAsBoolean();
  }

  @Override
  public String toString() {
    return missing + "; " + remedy;
  }

  /** A program on PATH, or where packages put servers, which not every user's PATH has. */
  public static Optional<Path> program(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(File.pathSeparator)),
            Stream.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/usr/local/mysql/bin"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Chromium or Chrome, by the first of its names that is there. */
  public static Optional<Path> chromium() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> program(name).stream())
        .findFirst();
  }

  /** The folder of PostgreSQL's programs, where Debian puts them; the newest version. */
  public static Optional<Path> postgreSqlPrograms() {
    return below("/usr/lib/postgresql")
        .map(version -> version.resolve("bin"))
        .filter(programs -> Files.isExecutable(programs.resolve("initdb")))
        .max(Comparator.naturalOrder());
  }

  /** The folders and files in this folder; none where it is not there. */
  private static Stream<Path> below(String folder) {
    Path above = Path.of(folder);
    if (!Files.isDirectory(above)) {
      return Stream.empty();
    }
    try (Stream<Path> below = Files.list(above)) {
      return below.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JVM of the tests, the one that is named, or one where packages put them. */
  private static boolean hasJava17() {
    return TESTS_ON_JAVA_17.isMet()
        || System.getenv("CASSANDRA_JAVA_HOME") != null
        || below("/usr/lib/jvm")
            .anyMatch(
                home ->
                    contains(home.resolve("release"), "JAVA_VERSION=\"17")
                        && Files.isExecutable(home.resolve("bin/java")));
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.isReadable(file) && Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isX86Linux() {
    return LINUX.isMet() && System.getProperty("os.arch").equals("amd64");
  }

  private static boolean hasOtherAddress() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .anyMatch(address -> !address.isLoopbackAddress());
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasMariaDbJar() {
    boolean fetched =
        Files.isDirectory(
            Path.of(System.getProperty("ycsb.home", "."), "testbed/mariadb-jar/target/lib"));
    return isX86Linux() && (fetched || !MARIADB.isMet());
  }
}
