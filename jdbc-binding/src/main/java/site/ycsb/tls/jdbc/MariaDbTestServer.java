package site.ycsb.tls.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.binding.Sizes;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

/** How to start the server in {@code testbed/mariadb-server}, and how to reach it. */
final class MariaDbTestServer implements TestServer {
  private static final String BUFFER_POOL = "testbed.bufferpool";
  private static final String FLUSH_METHOD = "testbed.flushmethod";
  private static final String AT_REST = "testbed.atrest";
  private static final String OPTIONS = "testbed.options";

  static final List<PropertyDoc> DOCUMENTATION =
      List.of(
          ServerPrograms.DOCUMENTATION,
          new PropertyDoc(
              BUFFER_POOL,
              "128M",
              "test server: size of InnoDB's buffer pool, for example 4G; data beyond it are read"
                  + " from files"),
          new PropertyDoc(
              FLUSH_METHOD,
              "O_DIRECT",
              "test server: how InnoDB does its I/O; fsync goes through the system's cache, so that"
                  + " memory beyond the buffer pool is used too"),
          new PropertyDoc(
              AT_REST,
              "off",
              "test server: on: all that it writes to files is encrypted, which is proven at each"
                  + " start"),
          new PropertyDoc(
              OPTIONS, "", "test server: further options of mariadbd, with spaces between them"));

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

  /** MariaDB has one TLS setting for the whole server. */
  @Override
  public Restart restart() {
    return Restart.KEEPS_DATA;
  }

  @Override
  public List<String> arguments(Properties properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    List<String> arguments = new ArrayList<>();
    boolean atRest = values.choice(AT_REST, "off", "on", "off").equals("on");
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
    arguments.add("--innodb-buffer-pool-size=" + bufferPool(values));
    arguments.add("--innodb-flush-method=" + flushMethod(values));
    arguments.addAll(options(values));
    return arguments;
  }

  @Override
  public Optional<String> obstacle(Properties properties) {
    return programs.obstacle(new TypedProperties(properties));
  }

  @Override
  public Optional<String> notice(Properties properties) {
    return programs.isJar(new TypedProperties(properties))
        ? Optional.of(
            "The test server is a MariaDB from a jar that Maven fetches, built with wolfSSL: good"
                + " for a trial, not for figures to publish.")
        : Optional.empty();
  }

  @Override
  public void requireCanServe(Properties properties, TlsOptions tls) {
    if (programs.isJar(new TypedProperties(properties))) {
      WolfSsl.require(tls.pin());
    }
  }

  @Override
  public List<String> furtherModules(Properties properties) {
    return programs.isJar(new TypedProperties(properties))
        ? List.of(ServerPrograms.JAR)
        : List.of();
  }

  private static List<String> options(TypedProperties values) {
    List<String> options =
        values.text(OPTIONS).map(given -> List.of(given.split("\\s+"))).orElse(List.of());
    for (String option : options) {
      if (!option.startsWith("--")) {
        throw TypedProperties.refused(
            OPTIONS, option, "options of mariadbd, each of which begins with --", null);
      }
    }
    return options;
  }

  private static String bufferPool(TypedProperties values) {
    String size = values.text(BUFFER_POOL).orElse("128M");
    if (!size.matches("[1-9][0-9]*[KMGkmg]?")) {
      throw TypedProperties.refused(
          BUFFER_POOL, size, "a number of bytes, or of K, M or G, as in 4G", null);
    }
    return size;
  }

  private static String flushMethod(TypedProperties values) {
    return values.choice(FLUSH_METHOD, "O_DIRECT", "O_DIRECT", "O_DSYNC", "fsync");
  }

  /** The launcher's heap; the server has its own memory. */
  @Override
  public String heap() {
    return "64m";
  }

  /** The buffer pool, and further memory of server and launcher. */
  @Override
  public long memoryBytes(Properties properties) {
    return Sizes.bytes(bufferPool(new TypedProperties(properties))) + (512L << 20);
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  public Map<String, String> clientProperties(String host, int port, Properties properties) {
    return Map.of(
        JdbcOptions.URL,
        "jdbc:mariadb://" + host + ":" + port + "/ycsb",
        JdbcOptions.USER,
        "ycsb",
        JdbcOptions.CREATE_TABLE,
        "true");
  }
}
