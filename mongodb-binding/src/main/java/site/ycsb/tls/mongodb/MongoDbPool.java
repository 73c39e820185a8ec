package site.ycsb.tls.mongodb;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.DriverVersion;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.mongodb.MongoDbConnector.Answer;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * The state that the threads of one run share: the options and, with mongodb.shared=true, a client.
 */
final class MongoDbPool implements DatabasePool {
  private static final Document BUILD_INFO = new Document("buildInfo", 1);

  /** A field that only our test server reports. */
  private static final String PRODUCT = "product";

  /** A field that only SecantusDB reports. */
  private static final String SECANTUS = "secantusVersion";

  /** Servers that alone do what another preference than the primary asks for. */
  private static final Set<ServerType> READ_AS_ASKED =
      Set.of(ServerType.SHARD_ROUTER, ServerType.REPLICA_SET_SECONDARY);

  private final MongoDbOptions options;
  private final MongoDbConnector connector;
  private final Map<String, String> description;
  private final Optional<MongoClient> shared;

  /**
   * Why a client needs more than one connection; empty when it does not, null when not yet tried.
   */
  private Optional<String> obstacle;

  private MongoDbPool(
      MongoDbOptions options,
      MongoDbConnector connector,
      Map<String, String> description,
      Optional<MongoClient> shared) {
    this.options = options;
    this.connector = connector;
    this.description = description;
    this.shared = shared;
  }

  /**
   * Checks that the servers can be reached, and that they are MongoDB.
   *
   * @throws DatabaseException when not, within seconds
   * @throws UsageException when they cannot do what is asked
   */
  static MongoDbPool open(MongoDbOptions options, MongoDbConnector connector)
      throws DatabaseException {
    for (ServerAddress address : options.hosts()) {
      DatabasePool.preflight(connector.transport(), address.getHost(), address.getPort());
    }
    Answer answer = connector.ask(BUILD_INFO);
    Document buildInfo = answer.document();
    WriteConcern writes = options.writes();
    requireWriteConcern(writes, buildInfo);
    requireReadPreference(options.reads(), answer.servers());
    Map<String, String> description = describe(buildInfo, writes, connector.compressor());
    Optional<MongoClient> shared =
        options.shared() ? Optional.of(connector.shared()) : Optional.empty();
    return new MongoDbPool(options, connector, description, shared);
  }

  /**
   * It closes the connection of an unacknowledged write, which the driver does not notice, and
   * looks at no other write concern.
   */
  private static void requireWriteConcern(WriteConcern asked, Document buildInfo) {
    boolean done = asked.isServerDefault() || asked.equals(WriteConcern.W1);
    if (!done && isTestServer(buildInfo)) {
      throw new UsageException(
          "the test server has no journal and no other members, and acknowledges every write: expected mongodb.writeConcern=acknowledged, w=1 alone in mongodb.url, or neither; or measure a MongoDB of your own");
    }
  }

  /**
   * From the one server of a URL the driver reads whatever the preference, unless it is a router,
   * to which it passes that on.
   */
  static void requireReadPreference(ReadPreference reads, ClusterDescription servers) {
    if (servers.getConnectionMode() == ClusterConnectionMode.SINGLE
        && !reads.equals(ReadPreference.primary())
        && servers.getServerDescriptions().stream()
            .map(ServerDescription::getType)
            .noneMatch(READ_AS_ASKED::contains)) {
      throw new UsageException(
          "the read preference %s has no effect: mongodb.url names one server, which is no secondary, and all is read from it; add replicaSet=NAME to the URL, or leave the preference out (mongodb.readPreference, or readPreference in the URL)"
              .formatted(reads.getName()));
    }
  }

  @Override
  public DB newClient() {
    return shared
        .map(client -> new MongoDbClient(() -> client, false, options))
        .orElseGet(() -> new MongoDbClient(connector::single, true, options));
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    if (scope == ChurnScope.CLIENT) {
      return new MongoDbClient(() -> connector.single(listener), true, options);
    }
    obstacle()
        .ifPresent(
            reason -> {
              throw new UnsupportedOperationException(
                  "exactly one connection per cycle is not possible here: "
                      + reason
                      + "; use churn.scope=client");
            });
    return new MongoDbClient(() -> connector.unmonitored(listener), true, options);
  }

  private synchronized Optional<String> obstacle() {
    if (obstacle == null) {
      obstacle = connector.obstacleToUnmonitored();
    }
    return obstacle;
  }

  @Override
  public Optional<ServerClock> serverClock() throws DatabaseException {
    return ServerStatus.of(
        connector.uncounted(),
        options.reads(),
        connector.transport().options().map(tls -> tls.pin().protocol()));
  }

  @Override
  public void clear(String table) throws DatabaseException {
    try (MongoClient client = connector.single()) {
      try {
        // Not drop(), which would also remove indexes and sharding.
        client.getDatabase(options.database()).getCollection(table).deleteMany(new Document());
      } catch (MongoException e) {
        throw new DatabaseException(
            "collection " + table + " cannot be emptied: " + MongoDbFailure.reason(client, e));
      }
    }
  }

  @Override
  public Map<String, String> description() {
    return description;
  }

  private static boolean isTestServer(Document buildInfo) {
    return buildInfo.containsKey(PRODUCT);
  }

  static Map<String, String> describe(
      Document buildInfo, WriteConcern writes, Optional<String> compressor) {
    Map<String, String> description = new LinkedHashMap<>();
    description.put(
        "server",
        isTestServer(buildInfo) ? buildInfo.getString(PRODUCT) : ServerProductName.of(buildInfo));
    description.put("driver", "mongodb-driver-sync " + DriverVersion.of(MongoClients.class));
    compressor.ifPresent(name -> description.put("compression", name));
    if (buildInfo.containsKey(SECANTUS)) {
      description.put(
          "newConnections",
          "secantusd-rs accepts them every 5 ms: their latency and their number per second are that wait, with TLS and without");
    }
    if (isTestServer(buildInfo)) {
      description.put(
          NOT_FOR_PUBLICATION,
          "the server is the test server, which speaks MongoDB's protocol in a JVM: its latency, throughput and CPU are not MongoDB's");
    } else if (!writes.isAcknowledged()) {
      description.put(
          NOT_FOR_PUBLICATION,
          "writes are not acknowledged: those that fail count as done, their latency is that of sending, and the server may still work on them when the run has ended");
    }
    return Collections.unmodifiableMap(description);
  }

  @Override
  public void close() {
    shared.ifPresent(MongoClient::close);
  }
}
