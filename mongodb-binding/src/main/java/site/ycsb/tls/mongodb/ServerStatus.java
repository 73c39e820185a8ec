package site.ycsb.tls.mongodb;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.bson.Document;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * CPU time as {@code serverStatus} tells it: {@code extra_info.user_time_us} and {@code
 * system_time_us}, of the process that does the work of all operations (MongoDB on Linux, since
 * 4.0.16). It has a connection of its own, which is not counted.
 */
final class ServerStatus implements ServerClock {
  private static final String EXTRA_INFO = "extra_info";
  private static final String USER = "user_time_us";
  private static final String SYSTEM = "system_time_us";

  /** The connections with TLS since the server's start, by version (MongoDB since 4.0.2). */
  private static final String SECURITY = "transportSecurity";

  /** What is not needed: the answer would be twenty times as long. */
  private static final String LEFT_OUT =
      """
      asserts connections electionMetrics flowControl globalLock locks logicalSessionRecordCache
      metrics mirroredReads network opcounters opcountersRepl oplogTruncation repl security
      storageEngine tcmalloc trafficRecording transactions transportSecurity
      twoPhaseCommitCoordinator wiredTiger
      """;

  private static final Document COMMAND = command();

  /** The read preferences, by the driver's names, with which the primary does all. */
  private static final Set<String> FROM_PRIMARY = Set.of("primary", "primaryPreferred");

  private final UnaryOperator<Document> server;
  private final Runnable end;

  /** Host and number of the process that answered first. */
  private final List<String> process;

  /**
   * A clock of one process.
   *
   * @param server runs a command
   * @param end closes the connection to it
   * @param first its first answer
   */
  ServerStatus(UnaryOperator<Document> server, Runnable end, Document first) {
    this.server = server;
    this.end = end;
    this.process = process(first);
  }

  private static Document command() {
    Document command = new Document("serverStatus", 1);
    for (String section : LEFT_OUT.strip().split("\\s+", -1)) {
      command.append(section, 0);
    }
    return command;
  }

  /**
   * Closes the client with it.
   *
   * @param reads where the operations read
   * @param pinned version of the client's TLS; empty: none
   * @return empty when this server does not tell, not one process does the work, or a proxy ends
   *     TLS, so that its cost is not in what the server tells; the client is closed then
   */
  static Optional<ServerClock> of(
      MongoClient client, ReadPreference reads, Optional<TlsProtocol> pinned) {
    UnaryOperator<Document> server = command -> client.getDatabase("admin").runCommand(command);
    try {
      Document first = server.apply(new Document(COMMAND).append(SECURITY, 1));
      boolean endsTls = pinned.filter(version -> hasSeenNone(first, version)).isEmpty();
      if (tells(first) && endsTls && isOfOneProcess(client.getClusterDescription(), reads)) {
        return Optional.of(new ServerStatus(server, client::close, first));
      }
    } catch (MongoException e) {
      // Not allowed, or not known: it does not tell.
    }
    client.close();
    return Optional.empty();
  }

  /**
   * Whether one process does the work of all operations, and answers commands: not behind a router
   * of a sharded cluster, whose shards do it, and not with members that are read from and answer no
   * commands.
   */
  static boolean isOfOneProcess(ClusterDescription servers, ReadPreference reads) {
    return switch (servers.getType()) {
      case STANDALONE -> true;
      case REPLICA_SET ->
          servers.getConnectionMode() == ClusterConnectionMode.SINGLE
              || FROM_PRIMARY.contains(reads.getName());
      default -> false;
    };
  }

  /**
   * Whether the server counts the connections of this version, and has counted none: not the one
   * that asks, either.
   */
  static boolean hasSeenNone(Document status, TlsProtocol version) {
    Document seen = status.get(SECURITY, new Document());
    String name = version == TlsProtocol.TLS_1_0 ? "1.0" : version.toString().substring(4);
    return seen.get(name) instanceof Number connections && connections.longValue() == 0;
  }

  private static boolean tells(Document status) {
    Document extra = status.get(EXTRA_INFO, Document.class);
    return extra != null && extra.containsKey(USER) && extra.containsKey(SYSTEM);
  }

  private static List<String> process(Document status) {
    return List.of(String.valueOf(status.get("host")), String.valueOf(status.get("pid")));
  }

  @Override
  public long cpuNanos() throws IOException {
    try {
      Document status = server.apply(COMMAND);
      if (!process(status).equals(process)) {
        throw new IOException(
            "serverStatus came from the process %s first and now from %s: another member of the replica set is the primary, or the server was started again"
                .formatted(String.join(" ", process), String.join(" ", process(status))));
      }
      Document extra = status.get(EXTRA_INFO, Document.class);
      return 1000 * (number(extra, USER) + number(extra, SYSTEM));
    } catch (MongoException e) {
      throw new IOException("serverStatus, for the server's CPU time: " + e.getMessage(), e);
    }
  }

  private static long number(Document extra, String name) {
    return extra.get(name, Number.class).longValue();
  }

  @Override
  public void close() {
    end.run();
  }
}
