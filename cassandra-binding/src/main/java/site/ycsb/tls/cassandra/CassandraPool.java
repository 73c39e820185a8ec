package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.session.Session;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.cassandra.CassandraOptions.NewTable;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.count.TransportListener;

/** The state that the threads of one run share: a session, as the driver's authors recommend. */
record CassandraPool(
    CassandraOptions options,
    CassandraConnector connector,
    CqlSession session,
    Statements statements,
    DriverConfigLoader leanSettings,
    Map<String, String> description)
    implements DatabasePool {
  /** A node that truncates a table flushes it first, and waits for the others. */
  private static final Duration DEFINITION = Duration.ofSeconds(60);

  /** Another agent's table is looked for so often. */
  private static final long LOOK_MILLIS = 50;

  /** A connection that was lost is tried again after a second, then two, then four. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Connects, checks that the nodes see the connections as pinned, and creates a missing table if
   * the options say so, or waits for the first agent of the fleet to do it.
   *
   * @throws DatabaseException when the nodes cannot all be reached, or see something else
   */
  static CassandraPool open(CassandraOptions options, CassandraConnector connector)
      throws DatabaseException {
    CqlSession session = null;
    try {
      for (InetSocketAddress host : options.hosts()) {
        DatabasePool.preflight(connector.transport(), host.getHostString(), host.getPort());
      }
      UUID id = UUID.randomUUID();
      session = connector.session(id);
      NodesInUse.require(session, options.connections(), PATIENCE, connector::connectionFailure);
      ServerEvidence evidence = ServerEvidence.of(session, id);
      evidence.confirm(connector.transport().options().map(TlsOptions::pin), options.internode());
      if (options.table().isPresent()) {
        requireTable(session, options, options.table().get());
      }
      Map<String, String> replication = replication(session, options.keyspace());
      requireReplication(options, replication);
      return new CassandraPool(
          options,
          connector,
          session,
          new Statements(session, options),
          connector.leanSettings(session.getContext().getProtocolVersion()),
          describe(session, evidence, replication));
    } catch (DriverException | DatabaseException | InterruptedException | IllegalStateException e) {
      if (session != null) {
        session.close();
      }
      connector.close();
      throw ofOpening(e, connector.transport().options().isPresent());
    }
  }

  static DatabaseException ofOpening(Exception e, boolean pinned) {
    if (e instanceof DriverException failure) {
      return new DatabaseException(CassandraFailure.ofOpening(failure, pinned), failure);
    }
    if (e instanceof IllegalStateException failure) {
      return new DatabaseException(CassandraFailure.ofState(failure), failure);
    }
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new DatabaseException("interrupted while connecting to the nodes", e);
    }
    return (DatabaseException) e;
  }

  private static void requireTable(CqlSession session, CassandraOptions options, NewTable table)
      throws DatabaseException, InterruptedException {
    if (!options.createsTable()) {
      await(() -> exists(session, options, table.name()), table, DEFINITION);
    } else if (!exists(session, options, table.name())) {
      create(session, options, table);
    }
  }

  /**
   * Waits for a table that another agent of the fleet creates: nodes that are asked for the same
   * table at the same time may make two of it.
   *
   * @param patience how long at most
   * @throws DatabaseException when it is not there in the end
   */
  static void await(BooleanSupplier exists, NewTable table, Duration patience)
      throws DatabaseException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!exists.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new DatabaseException(
            "there is no table %s, and the first agent has not created it within %d s: load before you run, or give all agents the same hosts"
                .formatted(table.name(), patience.toSeconds()));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static void create(CqlSession session, CassandraOptions options, NewTable table)
      throws DatabaseException {
    define(
        session,
        "CREATE KEYSPACE IF NOT EXISTS "
            + Statements.name(options.keyspace())
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
            + options.replicationFactor().orElse(1)
            + "}");
    define(
        session,
        "CREATE TABLE IF NOT EXISTS "
            + Statements.qualified(options, table.name())
            + table.fields().stream()
                .map(field -> Statements.name(field) + " varchar")
                .collect(
                    Collectors.joining(
                        ", ", " (" + Statements.KEY + " varchar PRIMARY KEY, ", ")")));
  }

  /** The setting of a key space; empty when there is none. */
  private static Map<String, String> replication(CqlSession session, String keyspace) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                    Statements.identifier(keyspace).asInternal()))
            .one();
    return row == null
        ? Map.of()
        : new TreeMap<>(row.getMap("replication", String.class, String.class));
  }

  /** A key space that is there stays as it is, whatever one is created with. */
  static void requireReplication(CassandraOptions options, Map<String, String> replication)
      throws DatabaseException {
    List<String> factors =
        replication.entrySet().stream()
            .filter(setting -> !setting.getKey().equals("class"))
            .map(Map.Entry::getValue)
            .toList();
    Optional<Integer> asked = options.replicationFactor();
    if (asked.isPresent()
        && (factors.isEmpty() || !factors.stream().allMatch(asked.get().toString()::equals))) {
      throw new DatabaseException(
          "%s=%d, but the key space %s %s: give another cassandra.keyspace, which cassandra.createtable=true creates, or leave it out"
              .formatted(
                  CassandraOptions.REPLICATION_FACTOR,
                  asked.get(),
                  options.keyspace(),
                  replication.isEmpty() ? "is not there" : "is there with " + replication));
    }
  }

  /** The driver waits until all nodes know of it. */
  private static void define(CqlSession session, String cql) throws DatabaseException {
    if (!session
        .execute(SimpleStatement.newInstance(cql).setTimeout(DEFINITION))
        .getExecutionInfo()
        .isSchemaInAgreement()) {
      throw new DatabaseException("the nodes did not agree on the schema in time after: " + cql);
    }
  }

  @Override
  public DB newClient() {
    return new CassandraClient(() -> session, false, statements);
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    if (scope == ChurnScope.CONNECTION) {
      throw new UnsupportedOperationException(
          "the driver opens one connection for control and at least one per node: there is no"
              + " session with exactly one; use churn.scope=client");
    }
    return new CassandraClient(() -> connector.lean(leanSettings, listener), true, statements);
  }

  /** All nodes are used, too. */
  @Override
  public void requireAsPinned(boolean used) throws DatabaseException, InterruptedException {
    NodesInUse.require(session, options.connections(), PATIENCE, connector::connectionFailure);
  }

  @Override
  public Optional<String> connectionFailure() {
    return connector.connectionFailure();
  }

  @Override
  public void clear(String table) throws DatabaseException {
    try {
      if (exists(session, options, table)) {
        define(session, "TRUNCATE TABLE " + Statements.qualified(options, table));
      }
    } catch (DriverException e) {
      throw new DatabaseException(
          "table " + table + " cannot be emptied: " + CassandraFailure.reason(e), e);
    }
  }

  private static boolean exists(CqlSession session, CassandraOptions options, String table) {
    return session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                    Statements.identifier(options.keyspace()).asInternal(),
                    Statements.identifier(table).asInternal()))
            .one()
        != null;
  }

  private static Map<String, String> describe(
      CqlSession session, ServerEvidence evidence, Map<String, String> replication) {
    Map<String, String> description = new LinkedHashMap<>();
    var nodes = session.getMetadata().getNodes().values();
    description.put("server", NodeProduct.of(session).toString());
    description.put("nodes", Integer.toString(nodes.size()));
    if (!replication.isEmpty()) {
      description.put("replication", replication.toString());
    }
    description.put("nativeProtocol", session.getContext().getProtocolVersion().toString());
    description.put("driver", "java-driver-core " + Session.OSS_DRIVER_COORDINATES.getVersion());
    description.putAll(evidence.description());
    return Collections.unmodifiableMap(description);
  }

  @Override
  public void close() {
    session.close();
    connector.close();
  }
}
