package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.jdbc.driver.JdbcProduct;
import site.ycsb.tls.jdbc.driver.ServerSession;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.count.TransportListener;

/** The state that the threads of one run share: the options. Each has its own connection. */
record JdbcPool(JdbcOptions options, JdbcConnector connector, Map<String, String> description)
    implements DatabasePool {
  /**
   * Checks with one connection that the server can be reached and confirms the pin; creates the
   * table if the options say so.
   *
   * @throws DatabaseException when not, within seconds
   * @throws UsageException when the server does not do what the URL asks for
   */
  static JdbcPool open(JdbcOptions options, JdbcConnector connector) throws DatabaseException {
    try (Connection connection = connector.open()) {
      Map<String, String> description = describe(options, connector, connection);
      connector.tryRenegotiation();
      if (options.createTable().isPresent()) {
        create(connection, options.createTable().get());
      }
      return new JdbcPool(options, connector, description);
    } catch (SQLException e) {
      throw new DatabaseException(JdbcFailure.reason(e), e);
    }
  }

  private static Map<String, String> describe(
      JdbcOptions options, JdbcConnector connector, Connection connection)
      throws SQLException, DatabaseException {
    Map<String, String> description = new LinkedHashMap<>();
    DatabaseMetaData server = connection.getMetaData();
    ServerSession session = options.product().session();
    description.put(
        "server",
        session.product(
            connection,
            server.getDatabaseProductName() + " " + server.getDatabaseProductVersion()));
    description.putAll(session.settings(connection));
    requireCompression(options, description);
    connector.confirm(connection).ifPresent(told -> description.put("serverNegotiated", told));
    description.put("driver", server.getDriverName() + " " + server.getDriverVersion());
    return Collections.unmodifiableMap(description);
  }

  /** If the server does not compress, the drivers go on without that. */
  static void requireCompression(JdbcOptions options, Map<String, String> server) {
    if (JdbcProduct.isOn(options.url(), "useCompression")
        && "OFF".equals(server.get(ServerSession.COMPRESSION))) {
      throw new UsageException(
          "db.url has useCompression=true, and the server did not agree: its connection is not compressed; switch it on there (MySQL: protocol_compression_algorithms), or leave it out");
    }
  }

  /**
   * Creates the table if it is missing. Of two load generators that create it at the same time,
   * PostgreSQL refuses the later one: the table is there then.
   */
  private static void create(Connection connection, RecordTable table) throws SQLException {
    try {
      execute(connection, table.definition());
    } catch (SQLException e) {
      if (!JdbcFailure.isTaken(e)) {
        throw e;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      execute(connection, table.definition());
    }
  }

  @Override
  public DB newClient() {
    return new JdbcClient(connector::open, options);
  }

  /** A client is a connection, so both scopes are the same. */
  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return new JdbcClient(() -> connector.open(listener), options);
  }

  @Override
  public void clear(String table) throws DatabaseException {
    RecordTable.requireIdentifier(table);
    try (Connection connection = connector.open()) {
      execute(connection, "TRUNCATE TABLE " + table);
    } catch (SQLException e) {
      if (!JdbcFailure.isMissingTable(e)) {
        throw new DatabaseException(
            "table " + table + " cannot be emptied: " + JdbcFailure.reason(e), e);
      }
    }
  }

  private static void execute(Connection connection, String statement) throws SQLException {
    try (Statement running = connection.createStatement()) {
      running.execute(statement);
    }
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  @Override
  public void close() {
    // Connections belong to the clients.
  }
}
