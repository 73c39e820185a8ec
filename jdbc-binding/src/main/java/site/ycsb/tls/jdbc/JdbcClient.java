package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.tls.binding.BatchingClient;
import site.ycsb.tls.binding.ConnectionSupplier;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.OltpClient;
import site.ycsb.tls.jdbc.Statements.Operation;

/**
 * The operations of one thread, on one connection: YCSB's, and sysbench's queries. A record that
 * has none of the fields that are read is not found.
 *
 * <p>An operation that fails returns a status with the name {@code ERROR} and the reason as its
 * description. With batches or transactions of several writes, the write that sends or commits them
 * returns the error; those before it had returned {@code BATCHED_OK}.
 */
final class JdbcClient extends DB implements OltpClient, BatchingClient {
  /** A parked load generator keeps those of the transaction in which its turn ended. */
  private static final String LOCKS =
      "; transactions of several writes wait for each other's locks, in a comparison in slices also for those of a variant that is parked: give db.batchsize=1 (or compare --whole-runs with one thread)";

  private final ConnectionSupplier<Connection> source;
  private final JdbcOptions options;

  private Connection connection;
  private Statements statements;

  /** For what begins and ends sysbench's transactions; null until the first begins. */
  private Statement control;

  /** The statement with the batch, when inserts are batched; null when the batch is empty. */
  private PreparedStatement batch;

  /** Operations that were not sent or not committed yet. */
  private int pending;

  /** Those of them that are in the batch, if there is one. */
  private int inBatch;

  JdbcClient(ConnectionSupplier<Connection> source, JdbcOptions options) {
    this.source = source;
    this.options = options;
  }

  /** Connects. */
  @Override
  public void init() throws DBException {
    connection = source.openForClient();
    statements = new Statements(connection, options.layout(), options.fetchSize());
    control = null;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      PreparedStatement statement = statements.of(Operation.READ, table, fields);
      setKey(statement, 1, key);
      try (ResultSet rows = statement.executeQuery()) {
        if (rows.next()) {
          copy(rows, rows.getMetaData(), result);
        }
      }
      ended();
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (SQLException e) {
      return failed(e);
    }
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      PreparedStatement statement = statements.of(Operation.SCAN, table, fields);
      setKey(statement, 1, startkey);
      statement.setInt(2, recordcount);
      try (ResultSet rows = statement.executeQuery()) {
        ResultSetMetaData columns = rows.getMetaData();
        while (rows.next()) {
          HashMap<String, ByteIterator> values = new HashMap<>();
          copy(rows, columns, values);
          if (!values.isEmpty()) {
            result.add(values);
          }
        }
      }
      ended();
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (SQLException e) {
      return failed(e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    try {
      PreparedStatement statement = statements.of(Operation.UPDATE, table, values.keySet());
      setKey(statement, setFields(statement, 1, values), key);
      return written(statement);
    } catch (SQLException e) {
      return failed(e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    try {
      PreparedStatement statement = statements.of(Operation.INSERT, table, values.keySet());
      setKey(statement, 1, key);
      setFields(statement, 2, values);
      return options.batched() ? batched(statement) : written(statement);
    } catch (SQLException e) {
      return failed(e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    try {
      PreparedStatement statement = statements.of(Operation.DELETE, table, null);
      setKey(statement, 1, key);
      return written(statement);
    } catch (SQLException e) {
      return failed(e);
    }
  }

  /** Drivers send no such request themselves. */
  @Override
  public void begin() throws DatabaseException {
    control("BEGIN");
  }

  @Override
  public List<String> query(Query query, String table, long first, long last)
      throws DatabaseException {
    try {
      PreparedStatement statement = statements.of(query, table);
      statement.setLong(1, first);
      if (query != Query.POINT_SELECT) {
        statement.setLong(2, last);
      }
      try (ResultSet rows = statement.executeQuery()) {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
          values.add(rows.getString(1));
        }
        return values;
      }
    } catch (SQLException e) {
      throw new DatabaseException(JdbcFailure.reason(e), e);
    }
  }

  @Override
  public void commit() throws DatabaseException {
    control("COMMIT");
  }

  @Override
  public void rollback() throws DatabaseException {
    control("ROLLBACK");
  }

  private void control(String request) throws DatabaseException {
    try {
      if (control == null) {
        // From now on the connection's transactions are those that begin here.
        connection.setAutoCommit(true);
        control = connection.createStatement();
      }
      control.execute(request);
    } catch (SQLException e) {
      throw new DatabaseException(JdbcFailure.reason(e), e);
    }
  }

  /**
   * Sends and commits pending operations, and disconnects.
   *
   * @throws DBException when that failed
   */
  @Override
  public void cleanup() throws DBException {
    if (connection == null) {
      return;
    }
    int last = pending;
    try {
      flush();
    } catch (SQLException e) {
      throw new DBException(
          "the last " + last + " writes were not committed: " + JdbcFailure.reason(e), e);
    } finally {
      disconnect();
    }
  }

  private void disconnect() throws DBException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new DBException("the connection was not closed: " + JdbcFailure.reason(e), e);
    }
  }

  private void setKey(PreparedStatement statement, int parameter, String key) throws SQLException {
    options.layout().set(statement, parameter, options.layout().key(), key);
  }

  /** Sets a parameter for each field; returns the number of the one after the last. */
  private int setFields(PreparedStatement statement, int first, Map<String, ByteIterator> values)
      throws SQLException {
    int parameter = first;
    for (Map.Entry<String, ByteIterator> value : values.entrySet()) {
      options.layout().set(statement, parameter++, value.getKey(), value.getValue().toString());
    }
    return parameter;
  }

  private Status written(PreparedStatement statement) throws SQLException {
    int rows = statement.executeUpdate();
    boolean committed = ended();
    if (rows == 0) {
      return Status.NOT_FOUND;
    }
    return committed ? Status.OK : Status.BATCHED_OK;
  }

  /**
   * Ends the transaction when it is long enough. Reads count too: otherwise they would always see
   * the data of their transaction's beginning, and hold its locks.
   *
   * @return whether the operations are committed
   */
  private boolean ended() throws SQLException {
    if (options.autoCommit()) {
      return true;
    }
    if (++pending < options.batchSize()) {
      return false;
    }
    flush();
    return true;
  }

  /** An insert into another table or with other fields begins another batch. */
  private Status batched(PreparedStatement statement) throws SQLException {
    if (batch != null && batch != statement) {
      flush();
    }
    inBatch = batch == null ? 1 : inBatch + 1;
    batch = statement;
    statement.addBatch();
    if (++pending < options.batchSize()) {
      return Status.BATCHED_OK;
    }
    flush();
    return Status.OK;
  }

  @Override
  public int unsent() {
    return batch == null ? 0 : inBatch;
  }

  /** Nothing is pending afterwards, even if that failed. */
  private void flush() throws SQLException {
    if (pending == 0) {
      return;
    }
    pending = 0;
    PreparedStatement full = batch;
    batch = null;
    if (full != null) {
      full.executeBatch();
    }
    if (!options.autoCommit()) {
      connection.commit();
    }
  }

  private void copy(ResultSet row, ResultSetMetaData columns, Map<String, ByteIterator> to)
      throws SQLException {
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String name = columns.getColumnLabel(i);
      String value = row.getString(i);
      if (value != null && !name.equalsIgnoreCase(options.layout().key())) {
        to.put(name, new StringByteIterator(value));
      }
    }
  }

  /** Some databases refuse further statements in a transaction with a failed one: it ends here. */
  private Status failed(SQLException failure) {
    String reason = JdbcFailure.reason(failure);
    if (!options.autoCommit()) {
      reason += undo();
      reason += options.batchSize() > 1 && JdbcFailure.isOfLocks(failure) ? LOCKS : "";
    }
    return new Status(Status.ERROR.getName(), reason);
  }

  /** What the driver still has of a batch is thrown away, too: it would be sent with the next. */
  private String undo() {
    int undone = pending;
    pending = 0;
    PreparedStatement unsent = batch;
    batch = null;
    try {
      if (unsent != null) {
        unsent.clearBatch();
      }
      connection.rollback();
    } catch (SQLException e) {
      return "; and the transaction was not rolled back: " + JdbcFailure.reason(e);
    }
    return undone == 0 ? "" : "; " + undone + " earlier operations of the transaction are undone";
  }
}
