package site.ycsb.tls.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerMonitoringMode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.bson.Document;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * Makes the driver's clients, whose connections all come from the transport. Thread-safe.
 *
 * <p>The driver's switch for TLS is on even for plain: only then does it take its sockets from an
 * {@link SSLContext}, and the plain transport's context makes sockets that pass bytes through. So a
 * plain run and a pinned one differ in TLS only.
 */
record MongoDbConnector(MongoDbOptions options, Transport transport) {
  /** A monitor that checks no more often than this sends nothing during a run. */
  private static final int HEARTBEAT_HOURS = 1;

  /**
   * How long an operation waits for a server that is gone, unless the URL says: short, so that a
   * run with a dead server ends soon.
   */
  private static final int SELECTION_SECONDS = 2;

  /** The longest wait for a server's first answer, unless the URL allows more, ms. */
  private static final int SILENCE_MILLIS = 5_000;

  /** The longest wait for {@code serverStatus}, s. */
  private static final int SERVER_STATUS_SECONDS = 10;

  /** Connecting and reading give up earlier than the choice of a server, which hides why. */
  private static final int EARLIER_MILLIS = 1_000;

  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PROBE = Duration.ofSeconds(2);

  /** A server that speaks TLS answers the offer of these, at least with an alert. */
  private static final List<String> USUAL_SUITES =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

  private static final Document PING = new Document("ping", 1);

  /** {@code hello}, by the name that all versions know. */
  private static final Document HELLO = new Document("isMaster", 1);

  /**
   * An answer of the servers.
   *
   * @param servers those that the driver found meanwhile
   */
  record Answer(Document document, ClusterDescription servers) {}

  /**
   * Asks the servers once, in MongoDB's protocol.
   *
   * @throws DatabaseException when they do not answer, within seconds; the message says if they
   *     answer TLS instead
   */
  Answer ask(Document command) throws DatabaseException {
    try (MongoClient client = MongoClients.create(impatient(single(transport)).build())) {
      return new Answer(command(client, command), client.getClusterDescription());
    } catch (DatabaseException e) {
      Optional<String> other = otherReplicaSet();
      if (other.isPresent()) {
        throw new DatabaseException(other.get());
      }
      Optional<String> tls = transport.options().isEmpty() ? speaksTls() : Optional.empty();
      throw tls.isEmpty()
          ? e
          : new DatabaseException(
              tls.get()
                  + " speaks TLS, but no suite is pinned; set tls.cipher ('bin/ycsb suites "
                  + tls.get()
                  + "' lists what it accepts)");
    }
  }

  /**
   * The compressor that the servers take, of those that the URL asks for; empty: it asks for none.
   * The driver goes on without one.
   *
   * @throws UsageException when they take none of them
   */
  Optional<String> compressor() throws DatabaseException {
    List<String> asked =
        options.url().getCompressorList().stream().map(MongoCompressor::getName).toList();
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    List<String> taken =
        ask(new Document(HELLO).append("compression", asked))
            .document()
            .getList("compression", String.class, List.of());
    if (taken.isEmpty()) {
      throw new UsageException(
          "mongodb.url asks for compressors=%s, and the server supports none of them: enable one there (net.compression.compressors of mongod), or leave the option out"
              .formatted(String.join(",", asked)));
    }
    return Optional.of(taken.get(0));
  }

  /**
   * Whether the first server answers, and belongs to another replica set than the URL says: the
   * driver then takes it out of its list, and waits for nobody.
   */
  private Optional<String> otherReplicaSet() {
    String wanted = options.url().getRequiredReplicaSetName();
    if (wanted == null || options.hosts().isEmpty()) {
      return Optional.empty();
    }
    ServerAddress first = options.hosts().get(0);
    MongoClientSettings.Builder direct =
        impatient(single(transport.apart()))
            .applyToClusterSettings(
                cluster ->
                    cluster
                        .mode(ClusterConnectionMode.SINGLE)
                        .requiredClusterType(ClusterType.UNKNOWN)
                        .requiredReplicaSetName(null)
                        .hosts(List.of(first)));
    try (MongoClient client = MongoClients.create(direct.build())) {
      Object set = command(client, HELLO).get("setName");
      return wanted.equals(set)
          ? Optional.empty()
          : Optional.of(
              "%s answers and is %s, but mongodb.url says replicaSet=%s; correct that, or leave it out"
                  .formatted(
                      first,
                      set == null
                          ? "a member of no replica set"
                          : "a member of the replica set " + set,
                      wanted));
    } catch (DatabaseException e) {
      return Optional.empty(); // Then that is not the reason.
    }
  }

  /** The first of the servers that answers TLS: a port for TLS may answer nothing to plain. */
  private Optional<String> speaksTls() {
    JvmSuites suites = JvmSuites.ofDefaultProvider();
    List<SuiteAvailability> usual =
        USUAL_SUITES.stream()
            .map(CipherSuites::parse)
            .map(suite -> suites.of(suite.newestProtocol(), suite))
            .toList();
    for (ServerAddress address : options.hosts()) {
      try {
        new ServerProbe(address.getHost(), address.getPort(), PROBE).ask(usual, answer -> {});
        return Optional.of(address.getHost() + ":" + address.getPort());
      } catch (IOException e) {
        // It does not answer TLS: there is another reason why it did not answer.
      }
    }
    return Optional.empty();
  }

  /**
   * The same, with a connection that is not counted and whose reads time out: a run also asks on it
   * when its server hangs.
   */
  MongoClient uncounted() throws DatabaseException {
    return connected(
        single(transport.apart())
            .applyToSocketSettings(
                socket -> socket.readTimeout(SERVER_STATUS_SECONDS, TimeUnit.SECONDS)));
  }

  /** A client for one thread, connected: one connection for operations, and one that monitors. */
  MongoClient single() throws DatabaseException {
    return connected(single(transport));
  }

  /** The same, with its connections reported to the listener. */
  MongoClient single(TransportListener listener) throws DatabaseException {
    return connected(single(transport.withListener(listener)));
  }

  /** A client for all threads, connected: a pool of connections, and one that monitors. */
  MongoClient shared() throws DatabaseException {
    MongoClientSettings.Builder settings = settings(transport);
    options
        .maxConnections()
        .ifPresent(size -> settings.applyToConnectionPoolSettings(pool -> pool.maxSize(size)));
    return connected(settings);
  }

  /**
   * A client, connected, with exactly one connection and none that monitors; its connection is
   * reported to the listener. Only if {@link #obstacleToUnmonitored} finds no reason against it.
   */
  MongoClient unmonitored(TransportListener listener) throws DatabaseException {
    return connected(unmonitored(transport.withListener(listener)));
  }

  /**
   * Why {@link #unmonitored} is not possible: the driver does without a monitor only in its mode
   * {@code LOAD_BALANCED}, for one address whose answer to {@code hello} has a {@code serviceId}.
   */
  Optional<String> obstacleToUnmonitored() {
    if (options.hosts().size() != 1 || options.url().getRequiredReplicaSetName() != null) {
      return Optional.of("mongodb.url names more than one server, and the driver monitors each");
    }
    try (MongoClient client = MongoClients.create(impatient(unmonitored(transport)).build())) {
      command(client, PING);
      return Optional.empty();
    } catch (DatabaseException e) {
      return Optional.of(
          "the server does not support the driver's mode LOAD_BALANCED, the only one without a monitor connection ("
              + e.getMessage()
              + ")");
    }
  }

  /**
   * Runs a command on the database {@code admin}.
   *
   * @throws DatabaseException with the reason in one line
   */
  private static Document command(MongoClient client, Document command) throws DatabaseException {
    try {
      return client.getDatabase("admin").runCommand(command);
    } catch (MongoException e) {
      throw new DatabaseException(MongoDbFailure.reason(client, e));
    }
  }

  private MongoClient connected(MongoClientSettings.Builder settings) throws DatabaseException {
    MongoClient client = MongoClients.create(settings.build());
    try {
      awaitAnswer(client);
      return client;
    } catch (DatabaseException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /**
   * Waits for a server that is busy with the handshakes of many threads, but not for one that is
   * known to be gone.
   */
  private static void awaitAnswer(MongoClient client) throws DatabaseException {
    long deadline = System.nanoTime() + CONNECT_PATIENCE.toNanos();
    while (true) {
      try {
        client.getDatabase("admin").runCommand(PING);
        return;
      } catch (MongoTimeoutException e) {
        if (MongoDbFailure.lastOfServers(client).isPresent() || System.nanoTime() > deadline) {
          throw new DatabaseException(MongoDbFailure.reason(client, e));
        }
      } catch (MongoException e) {
        throw new DatabaseException(MongoDbFailure.reason(client, e));
      }
    }
  }

  /** Does not wait long for a silent server. */
  private MongoClientSettings.Builder impatient(MongoClientSettings.Builder settings) {
    Integer given = options.url().getServerSelectionTimeout();
    int millis = given == null ? SILENCE_MILLIS : Math.max(SILENCE_MILLIS, given);
    return settings
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(millis, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(millis - EARLIER_MILLIS, TimeUnit.MILLISECONDS)
                    .readTimeout(millis - EARLIER_MILLIS, TimeUnit.MILLISECONDS));
  }

  private MongoClientSettings.Builder unmonitored(Transport transport) {
    return single(transport)
        .applyToClusterSettings(
            cluster -> cluster.mode(ClusterConnectionMode.LOAD_BALANCED).hosts(options.hosts()));
  }

  private MongoClientSettings.Builder single(Transport transport) {
    return settings(transport).applyToConnectionPoolSettings(pool -> pool.maxSize(1).minSize(0));
  }

  private MongoClientSettings.Builder settings(Transport transport) {
    ConnectionString url = options.url();
    SSLContext context = transport.sslContext();
    boolean verifiesHostName =
        transport
            .options()
            .filter(tls -> tls.trust().verification() == Verification.FULL)
            .isPresent();
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            .applyConnectionString(url)
            .applyToSslSettings(
                ssl -> ssl.enabled(true).context(context).invalidHostNameAllowed(!verifiesHostName))
            // A retried operation would count as one slow success.
            .retryReads(Boolean.TRUE.equals(url.getRetryReads()))
            .retryWrites(Boolean.TRUE.equals(url.getRetryWritesValue()))
            .applyToServerSettings(
                server -> server.serverMonitoringMode(ServerMonitoringMode.POLL));
    if (url.getHeartbeatFrequency() == null) {
      settings.applyToServerSettings(
          server -> server.heartbeatFrequency(HEARTBEAT_HOURS, TimeUnit.HOURS));
    }
    if (url.getServerSelectionTimeout() == null) {
      settings.applyToClusterSettings(
          cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS));
    }
    options.writeConcern().ifPresent(settings::writeConcern);
    options.readPreference().ifPresent(settings::readPreference);
    return settings;
  }
}
