package site.ycsb.tls.jdbc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.jdbc.driver.WolfSsl;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * How to start the server in {@code testbed/mariadb-server}, and how to reach it: the MariaDB that
 * is installed on this machine or, without one, the one that Maven downloads as a jar.
 *
 * @param installed where an installed server may be
 * @param platform system and architecture of this machine
 */
record MariaDbTestServer(InstalledPrograms installed, String platform) implements JdbcTestServer {
  static final Property<String> FLUSH_METHOD =
      Property.of(
          "testbed.flushmethod",
          ValueType.oneOf("O_DIRECT", "O_DSYNC", "fsync"),
          "O_DIRECT",
          "test server, MariaDB: how InnoDB does its I/O; fsync goes through the system's cache, so that memory beyond the buffer pool is used too");

  static final Property<Boolean> AT_REST =
      Property.of(
          "testbed.atrest",
          ValueType.oneOf(ValueType.named("on", true, "off", false)),
          "off",
          "test server, MariaDB: on: all that it writes to files is encrypted, which is proven at each start");

  static final List<Property<?>> PROPERTIES =
      List.of(SERVER, DebianPackage.VERSION, BUFFER_POOL, FLUSH_METHOD, AT_REST, OPTIONS);

  /** The folder below {@code testbed/} that Maven unpacks the jar into. */
  private static final String MODULE_OF_JAR = "mariadb-jar";

  private static final String PLATFORM_OF_JAR = "Linux amd64";

  /** With the programs of this process's environment. */
  static MariaDbTestServer ofThisMachine() {
    return new MariaDbTestServer(
        InstalledPrograms.ofThisMachine(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.mariadb.MariaDbServer";
  }

  @Override
  public String subprotocol() {
    return "mariadb";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    JdbcTestServer.requireSame(values, false);
    List<String> arguments = new ArrayList<>();
    boolean atRest = values.get(AT_REST);
    if (atRest && isJar(properties)) {
      throw new UsageException(
          AT_REST
              + "=on: the test server is the jar's MariaDB, which comes without the plug-in for keys;"
              + " install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server)");
    }
    arguments.add("data=" + data);
    Optional<DebianPackage> fetched = fetched(values);
    if (fetched.isPresent()) {
      Path base = fetched.get().program("usr");
      arguments.add("places=" + base.resolve("sbin") + File.pathSeparator + base.resolve("bin"));
      arguments.add("base=" + base);
    } else if (!isJar(properties)) {
      arguments.add("places=" + installed.asPath());
    }
    if (atRest) {
      arguments.add("atrest=on");
    }
    arguments.add("--innodb-buffer-pool-size=" + values.get(BUFFER_POOL));
    arguments.add("--innodb-flush-method=" + values.get(FLUSH_METHOD));
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  /** Whether the jar is requested, or the only one available. */
  private boolean isJar(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return values
        .given(SERVER)
        .map(OF_MAVEN::equals)
        .orElse(!isInstalled() && !values.has(DebianPackage.VERSION));
  }

  private boolean isInstalled() {
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

  @Override
  public void fetch(Map<String, String> properties) throws IOException, InterruptedException {
    Optional<DebianPackage> one = fetched(new TypedProperties(properties));
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

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    boolean jar = isJar(properties);
    boolean fetched = fetched(new TypedProperties(properties)).isPresent();
    if (fetched || (jar ? platform.equals(PLATFORM_OF_JAR) : isInstalled())) {
      return Optional.empty();
    }
    return Optional.of(
        "mariadbd is "
            + InstalledPrograms.nowhere()
            + (jar ? ", and the one that Maven fetches is for " + PLATFORM_OF_JAR + " only" : "")
            + "; install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server), or name your own server with db.url");
  }

  @Override
  public Optional<String> notice(Map<String, String> properties) {
    return isJar(properties)
        ? Optional.of(
            "The test server is a MariaDB from a jar that Maven fetches, built with wolfSSL: good for a trial, not for figures to publish.")
        : Optional.empty();
  }

  @Override
  public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
    if (isJar(properties)) {
      WolfSsl.PINS.require(tls.pin());
    }
  }

  @Override
  public List<String> furtherModules(Map<String, String> properties) {
    return isJar(properties) ? List.of(MODULE_OF_JAR) : List.of();
  }
}
