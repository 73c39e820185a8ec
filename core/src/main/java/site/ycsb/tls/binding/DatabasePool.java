package site.ycsb.tls.binding;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import site.ycsb.DB;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * What the threads of one run share: the parsed options, and perhaps a client object with a
 * connection pool. Thread-safe.
 */
public interface DatabasePool extends AutoCloseable {
  /** The key in {@link #description} of the reason why figures of this server prove nothing. */
  String NOT_FOR_PUBLICATION = "notForPublication";

  /** The key in {@link #description} of the reason why {@link #serverClock} must not be used. */
  String NO_SERVER_CLOCK = "noServerClock";

  /**
   * Opens a connection to a server and closes it again, within seconds.
   *
   * @throws DatabaseException when it cannot be reached in the pinned way; the message is one line
   */
  static void preflight(Transport transport, String host, int port) throws DatabaseException {
    try {
      transport.preflight(host, port, Duration.ofSeconds(5));
    } catch (IOException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
  }

  /**
   * Lets the connections of this thread renegotiate, if they will do so later.
   *
   * @throws DatabaseException when the server refuses; the message is one line
   */
  static void tryRenegotiation(Transport transport) throws DatabaseException {
    try {
      transport.renegotiate();
    } catch (IOException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
  }

  /**
   * A new database client for one worker thread, its properties set, {@link DB#init()} not yet
   * called. The thread that uses it calls {@code init}, the operations and {@code cleanup}.
   */
  DB newClient();

  /**
   * A new client for one cycle of the connection-churn workload: between {@code init} and {@code
   * cleanup} it opens its own connections and closes them.
   *
   * @param scope what is made for each cycle
   * @param listener receives the events of this client's connections
   * @throws UnsupportedOperationException when driver or server cannot do this; the message says
   *     why
   */
  DB newChurnClient(ChurnScope scope, TransportListener listener);

  /**
   * Checks that no connection of this process goes another way than the transport says. Called at
   * the beginning and at the end of the measured window, while clients are connected and at rest.
   *
   * @param used whether there must have been a connection by now; some clients make the first one
   *     for the first operation
   * @throws DatabaseException when a connection is not as pinned; one line
   */
  default void requireAsPinned(boolean used) throws DatabaseException, InterruptedException {}

  /**
   * Checks the same of all bytes until now; quick. Called after each slice, and when all clients
   * are closed.
   *
   * @throws DatabaseException when a byte is not accounted for; one line
   */
  default void requireBalance() throws DatabaseException, InterruptedException {}

  /** The bytes of this process's connections until now; empty when they are not known. */
  default Optional<ByteBalance> byteBalance() {
    return Optional.empty();
  }

  /**
   * Why the first connection failed, or its handshake, in the words of the one who made it; empty
   * when none did, or it is not known. Drivers may try again, and say no more than that it took too
   * long.
   */
  default Optional<String> connectionFailure() {
    return Optional.empty();
  }

  /**
   * Asks the server itself for its CPU time; used when the properties name no process of it. The
   * caller closes it.
   *
   * @return empty when this server does not tell, or tells less than its clients cost ({@link
   *     #NO_SERVER_CLOCK})
   */
  default Optional<ServerClock> serverClock() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * Whether the server that {@link #serverClock} asks is on another machine, as its address says:
   * then its CPU time is none of this machine's.
   */
  default boolean isElsewhere() {
    return false;
  }

  /** Removes all records of the table; a missing table is not an error. */
  void clear(String table) throws DatabaseException;

  /**
   * What is known of server and driver, for the results, such as {@code server=MongoDB 7.0.14}; no
   * credentials. With {@link #NOT_FOR_PUBLICATION}, each report of its figures says so.
   */
  Map<String, String> description();

  @Override
  void close();
}
