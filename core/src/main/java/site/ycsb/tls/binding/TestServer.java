package site.ycsb.tls.binding;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.JavaInstallation;

/**
 * The recipe for a test server of one database: what to start, and how a client reaches it. The
 * process itself is started by the {@code testbed} package, which also makes the certificates.
 */
public interface TestServer {
  /** How the names of all settings of test servers begin. */
  String PREFIX = "testbed.";

  /** In the form of {@code -Xmx}. */
  Property<String> HEAP =
      Property.optional(
          "testbed.heap",
          ValueType.matching("size", "[1-9][0-9]{0,9}[kKmMgG]", "a size such as 512m or 2g"),
          "the server's own",
          "heap of its JVM, such as 512m or 2g, for the MongoDB, DynamoDB and Cassandra test servers");

  /**
   * The folder below {@code testbed/} whose {@code target/lib} is the server's class path; by
   * default that of the main class's package, such as {@code mongodb-server} of {@code
   * site.ycsb.tls.testbed.mongodb}.
   */
  default String module() {
    return mainClass().replaceFirst(".*\\.(\\w+)\\.\\w+$", "$1-server");
  }

  /**
   * The main class of the server process; it follows the protocol of the {@code testbed} package.
   */
  String mainClass();

  /** The kind of TLS library of a test server. */
  enum Tls {
    /** Its JVM's TLS, or that of {@code testbed.provider}. */
    JVM_OR_PROVIDER,
    /** Its JVM's. */
    JVM,
    /** A library of its own. */
    OWN
  }

  /** The kind of its TLS library; a library of its own by default. */
  default Tls tls() {
    return Tls.OWN;
  }

  /**
   * Whether a server has any number of listeners for clients, each with its own TLS and key; a Java
   * program by default. Otherwise it has one port, which takes clients without TLS and with each of
   * the pins, and has one key: variants with another key have another server.
   */
  default boolean hasManyListeners() {
    return isJava();
  }

  /**
   * Whether its one port takes clients without TLS beside those with the pins, as by default.
   * Otherwise a process has one or the other, and variants without TLS have a server, and data, of
   * their own. Not asked of a server that {@link #hasManyListeners}.
   */
  default boolean mixesPlainAndTls() {
    return true;
  }

  /**
   * Whether another start of the server finds the data of the last; they are in memory otherwise.
   */
  default boolean keepsData() {
    return false;
  }

  /**
   * How long a new server must work for each of its clients, all at the same time, until most of
   * its code is compiled. Zero for a server that is no JVM.
   */
  default Duration warmUp() {
    return Duration.ofSeconds(tls() == Tls.OWN ? 0 : 12);
  }

  /**
   * Listeners other than those for clients, for example the TLS between the nodes of a cluster.
   * Variants for which these differ have separate servers.
   *
   * @param variant the properties that make the variant
   * @return by name; none by default
   */
  default Map<String, TlsOptions> furtherListeners(Map<String, String> variant) {
    return Map.of();
  }

  /**
   * Further arguments for the main class; none by default. Variants whose arguments differ have
   * separate data.
   *
   * @param properties {@code testbed.*} are for the server
   * @param data directory for a server that keeps data in files: kept for the next start, and
   *     removed in the end
   */
  default List<String> arguments(Map<String, String> properties, Path data) {
    return List.of();
  }

  /**
   * What the user gave for a directory of the server's data, as in {@code testbed.data=DIR}:
   * servers with the same cannot be alive at the same time. Empty by default, and where the data
   * are in that of {@link #arguments}.
   *
   * @param properties {@code testbed.*} are for the server
   */
  default Optional<String> dataOfTheUser(Map<String, String> properties) {
    return Optional.empty();
  }

  /** The installation of Java that runs it: this program's own by default. */
  default Path javaHome() {
    return JavaInstallation.running().home();
  }

  /**
   * Whether the server is a Java program, as by default. Otherwise its JVM only starts it: {@code
   * testbed.heap} and {@code testbed.provider} are refused, as the server would not heed them.
   */
  default boolean isJava() {
    return true;
  }

  /**
   * The heap of its JVM without {@code testbed.heap}, in the form of {@code -Xmx}; that of the
   * launcher if the server is no Java program.
   */
  default String heap() {
    return isJava() ? "1g" : "64m";
  }

  /**
   * Memory that a server with these properties takes, bytes: an estimate; it decides whether
   * several servers fit side by side. Its JVM's heap and half a gigabyte by default.
   */
  default long memoryBytes(Map<String, String> properties) {
    return Sizes.bytes(new TypedProperties(properties).get(HEAP, heap())) + (512L << 20);
  }

  /** The longest time until the server is ready. */
  default Duration patience() {
    return Duration.ofSeconds(30);
  }

  /**
   * Fetches what the server needs and this machine does not have; called before each start, and
   * quick when there is nothing to do. Does nothing by default.
   *
   * @throws site.ycsb.tls.property.UsageException when it cannot be had; one line
   */
  default void fetch(Map<String, String> properties) throws IOException, InterruptedException {}

  /**
   * Why the server cannot run on this machine: one line that says what to do instead. Empty when it
   * can.
   */
  default Optional<String> obstacle(Map<String, String> properties) {
    return Optional.empty();
  }

  /**
   * What the user must know before it is started, such as a licence: one line. Empty when there is
   * nothing.
   */
  default Optional<String> notice(Map<String, String> properties) {
    return Optional.empty();
  }

  /**
   * Refuses TLS that this server is known not to support; called for each variant before the first
   * server is started. Refuses nothing by default.
   *
   * @throws site.ycsb.tls.property.UsageException with what it can do
   */
  default void requireCanServe(Map<String, String> properties, TlsOptions tls) {}

  /**
   * Further folders below {@code testbed/} whose {@code target/lib} it needs. They are built, and
   * their dependencies downloaded, only at their first use; none by default.
   */
  default List<String> furtherModules(Map<String, String> properties) {
    return List.of();
  }

  /**
   * The properties that make a client of this binding use the listener at the address.
   *
   * @param properties the properties given to {@link #arguments}
   */
  Map<String, String> clientProperties(String host, int port, Map<String, String> properties);
}
