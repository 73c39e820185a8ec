package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Sizes;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.binding.program.ProgramOptions;
import site.ycsb.tls.jdbc.driver.WolfSsl;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** How to start the server in {@code testbed/mariadb-server}, and how to reach it. */
final class MariaDbTestServer implements TestServer {
  static final Property<String> BUFFER_POOL =
      Property.of(
          "testbed.bufferpool",
          ValueType.matching(
              "size", "[1-9][0-9]*[KMGkmg]?", "a number of bytes, or of K, M or G, as in 4G"),
          "128M",
          "test server: size of InnoDB's buffer pool, or of PostgreSQL's shared buffers, for example 4G; data beyond it are read from files");

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

  static final Property<List<String>> OPTIONS =
      ProgramOptions.property(
          "--OPTION ...",
          "--.+",
          "options of mariadbd or postgres, each of which begins with --",
          "test server: further options of mariadbd or postgres, with spaces between them");

  static final List<Property<?>> PROPERTIES =
      List.of(
          ServerPrograms.SERVER,
          DebianPackage.VERSION,
          BUFFER_POOL,
          FLUSH_METHOD,
          AT_REST,
          OPTIONS);

  private final ServerPrograms programs;

  MariaDbTestServer(ServerPrograms programs) {
    this.programs = programs;
  }

  @Override
  public String module() {
    return "mariadb-server";
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.mariadb.MariaDbServer";
  }

  /** MariaDB has one port and one key, and takes any number of suites. */
  @Override
  public boolean hasManyListeners() {
    return false;
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    ServerPrograms.requireSame(values, false);
    List<String> arguments = new ArrayList<>();
    boolean atRest = values.get(AT_REST);
    if (atRest && programs.isJar(values)) {
      throw new UsageException(
          AT_REST
              + "=on: the test server is the jar's MariaDB, which comes without the plug-in for keys;"
              + " install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server)");
    }
    arguments.add("data=" + data);
    arguments.addAll(programs.arguments(values));
    if (atRest) {
      arguments.add("atrest=on");
    }
    arguments.add("--innodb-buffer-pool-size=" + values.get(BUFFER_POOL));
    arguments.add("--innodb-flush-method=" + values.get(FLUSH_METHOD));
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  @Override
  public void fetch(Map<String, String> properties) throws IOException, InterruptedException {
    ServerPrograms.fetch(new TypedProperties(properties));
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    return programs.obstacle(new TypedProperties(properties));
  }

  @Override
  public Optional<String> notice(Map<String, String> properties) {
    return programs.isJar(new TypedProperties(properties))
        ? Optional.of(
            "The test server is a MariaDB from a jar that Maven fetches, built with wolfSSL: good"
                + " for a trial, not for figures to publish.")
        : Optional.empty();
  }

  @Override
  public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
    if (programs.isJar(new TypedProperties(properties))) {
      WolfSsl.require(tls.pin());
    }
  }

  @Override
  public List<String> furtherModules(Map<String, String> properties) {
    return programs.isJar(new TypedProperties(properties))
        ? List.of(ServerPrograms.JAR)
        : List.of();
  }

  /** The launcher's heap; the server has its own memory. */
  @Override
  public String heap() {
    return "64m";
  }

  /** The buffer pool, and further memory of server and launcher. */
  @Override
  public long memoryBytes(Map<String, String> properties) {
    return Sizes.bytes(new TypedProperties(properties).get(BUFFER_POOL)) + (512L << 20);
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(
        JdbcOptions.URL.name(),
        "jdbc:mariadb://" + host + ":" + port + "/ycsb",
        JdbcOptions.USER.name(),
        "ycsb",
        JdbcOptions.CREATE_TABLE.name(),
        "true");
  }
}
