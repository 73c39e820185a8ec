package site.ycsb.tls.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import site.ycsb.tls.binding.ServerClock;

/**
 * CPU time as {@code serverStatus} tells it: {@code extra_info.user_time_us} and {@code
 * system_time_us}, of the process that answers (MongoDB on Linux, since 4.0.16). It has a
 * connection of its own, which is not counted.
 */
final class ServerStatus implements ServerClock {
  private static final String EXTRA_INFO = "extra_info";
  private static final String USER = "user_time_us";
  private static final String SYSTEM = "system_time_us";

  /** What is not needed: the answer would be twenty times as long. */
  private static final List<String> LEFT_OUT =
      List.of(
          "asserts",
          "connections",
          "electionMetrics",
          "flowControl",
          "globalLock",
          "locks",
          "logicalSessionRecordCache",
          "metrics",
          "mirroredReads",
          "network",
          "opcounters",
          "opcountersRepl",
          "oplogTruncation",
          "repl",
          "security",
          "storageEngine",
          "tcmalloc",
          "trafficRecording",
          "transactions",
          "transportSecurity",
          "twoPhaseCommitCoordinator",
          "wiredTiger");

  private static final Document COMMAND = command();

  private final MongoClient client;

  private ServerStatus(MongoClient client) {
    this.client = client;
  }

  private static Document command() {
    Document command = new Document("serverStatus", 1);
    LEFT_OUT.forEach(section -> command.append(section, 0));
    return command;
  }

  /**
   * Closes the client with it.
   *
   * @return empty when this server does not tell; the client is closed then
   */
  static Optional<ServerClock> of(MongoClient client) {
    try {
      Document extra = extraInfo(client);
      if (extra != null && extra.containsKey(USER) && extra.containsKey(SYSTEM)) {
        return Optional.of(new ServerStatus(client));
      }
    } catch (MongoException e) {
      // Not allowed, or not known: it does not tell.
      client.close();
      return Optional.empty();
    }
    client.close();
    return Optional.empty();
  }

  private static Document extraInfo(MongoClient client) {
    return client.getDatabase("admin").runCommand(COMMAND).get(EXTRA_INFO, Document.class);
  }

  @Override
  public long cpuNanos() throws IOException {
    try {
      Document extra = extraInfo(client);
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
    client.close();
  }
}
