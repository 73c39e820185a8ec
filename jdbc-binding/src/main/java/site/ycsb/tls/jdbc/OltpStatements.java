package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.OltpClient;

/**
 * sysbench's queries on one connection, with its texts (1.0, {@code oltp_common.lua}). Not
 * thread-safe.
 */
final class OltpStatements implements OltpClient {
  private final Connection connection;
  private final Statement control;
  private final Map<StatementKey, PreparedStatement> prepared = new HashMap<>();

  /** The parts of a statement. */
  private record StatementKey(Query query, String table) {
    private String sql() {
      RecordTable.requireIdentifier(table);
      String key = TableLayout.SYSBENCH.key();
      String range = " FROM %s WHERE %s BETWEEN ? AND ?".formatted(table, key);
      return switch (query) {
        case POINT_SELECT -> "SELECT c FROM %s WHERE %s = ?".formatted(table, key);
        case SIMPLE_RANGE -> "SELECT c" + range;
        case SUM_RANGE -> "SELECT SUM(k)" + range;
        case ORDER_RANGE -> "SELECT c" + range + " ORDER BY c";
        case DISTINCT_RANGE -> "SELECT DISTINCT c" + range + " ORDER BY c";
      };
    }
  }

  /** From now on the connection's transactions are those that begin here. */
  OltpStatements(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(true);
    this.control = connection.createStatement();
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
      PreparedStatement statement = of(new StatementKey(query, table));
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
      throw failure(e);
    }
  }

  private PreparedStatement of(StatementKey asked) throws SQLException {
    PreparedStatement statement = prepared.get(asked);
    if (statement == null) {
      statement = connection.prepareStatement(asked.sql());
      prepared.put(asked, statement);
    }
    return statement;
  }

  @Override
  public void commit() throws DatabaseException {
    control("COMMIT");
  }

  @Override
  public void rollback() throws DatabaseException {
    control("ROLLBACK");
  }

  private void control(String statement) throws DatabaseException {
    try {
      control.execute(statement);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  static DatabaseException failure(SQLException e) {
    return new DatabaseException(JdbcFailure.reason(e), e);
  }
}
