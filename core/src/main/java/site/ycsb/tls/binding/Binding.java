package site.ycsb.tls.binding;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.socket.Transport;

/**
 * One database. Found with {@link java.util.ServiceLoader}; implementations have a public
 * constructor without arguments, no state, and may be called from any thread.
 */
public interface Binding {

  /** The name on the command line, for example {@code mongodb}. */
  String name();

  /** Other names of the same binding; none by default. */
  default List<String> aliases() {
    return List.of();
  }

  /** One line for the help: which database, with which driver. */
  String description();

  /** The binding's own properties, for the help and to find misspelled ones. */
  List<Property<?>> properties();

  /**
   * Whether the properties name a server; if not, the test server of {@link #testServer} is
   * started.
   */
  boolean namesServer(Map<String, String> properties);

  /**
   * The servers that the properties name, so that {@code tls.cipher=all} can ask them what they
   * accept, and their processes can be found; empty when they are not known without connecting.
   */
  default List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    return List.of();
  }

  /**
   * Refuses values that {@link #open} would refuse, as far as that is known without connecting.
   * Asked before anything is started: a run would refuse them when its turn comes. By default those
   * that {@link #tlsServers} reads, which are all where it parses the binding's options.
   *
   * @param properties of a run, the address of its server among them
   * @throws site.ycsb.tls.property.UsageException with what is expected
   */
  default void requireValues(Map<String, String> properties) {
    tlsServers(properties);
  }

  /**
   * What precedes TLS at {@link #tlsServers}, or at the test server; empty when they speak TLS from
   * the first byte on.
   */
  default Optional<StartTls> startTls(Map<String, String> properties) {
    return Optional.empty();
  }

  /**
   * Whether it is around a client that knows nothing of this program: then {@link
   * DatabasePool#clear} cannot remove records, and connections without TLS are not counted.
   */
  default boolean isForeign() {
    return false;
  }

  /**
   * Why its sockets cannot have the buffers of {@code tls.sndbuf} and {@code tls.rcvbuf}, as in
   * "the driver makes its sockets itself"; empty when they have them. Then they are refused before
   * anything is started.
   */
  default Optional<String> withoutBuffers() {
    return Optional.empty();
  }

  /**
   * The property that makes so many writes succeed or fail together, as a batch or a transaction:
   * one that fails takes earlier ones with it, which had been counted as done. Empty when each is
   * on its own.
   *
   * @param inserts whether there are inserts among the writes
   * @throws site.ycsb.tls.property.UsageException when a value cannot be understood
   */
  default Optional<Property<Integer>> writeGroup(Map<String, String> properties, boolean inserts) {
    return Optional.empty();
  }

  /**
   * Why the server may still work on operations that have ended for the client, as in "writes are
   * not acknowledged"; empty when it does not, as by default. Then runs cannot take turns.
   *
   * @throws site.ycsb.tls.property.UsageException when a value cannot be understood
   */
  default Optional<String> workLeft(Map<String, String> properties) {
    return Optional.empty();
  }

  /**
   * How to start the test server of this database; empty when there is none, as by default.
   *
   * @param properties may choose among several
   */
  default Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.empty();
  }

  /**
   * Opens what the threads of one run share. Reads all properties here, once.
   *
   * @param properties the run's properties, the binding's own among them
   * @param transport makes each connection of the driver
   * @throws site.ycsb.tls.property.UsageException when a property's value cannot be understood
   * @throws DatabaseException when the server cannot be reached, or not as pinned
   */
  DatabasePool open(Map<String, String> properties, Transport transport) throws DatabaseException;
}
