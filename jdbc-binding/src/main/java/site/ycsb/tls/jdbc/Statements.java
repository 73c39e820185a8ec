package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.OltpClient.Query;

/** The statements of one connection, each prepared at its first use. Not thread-safe. */
final class Statements {
  private final Connection connection;
  private final TableLayout layout;
  private final int fetchSize;
  private final Map<Shape, PreparedStatement> prepared = new HashMap<>();
  private final Map<OltpShape, PreparedStatement> ofSysbench = new HashMap<>();

  Statements(Connection connection, TableLayout layout, int fetchSize) {
    this.connection = connection;
    this.layout = layout;
    this.fetchSize = fetchSize;
  }

  /** The operations of YCSB. */
  enum Operation {
    READ,
    SCAN,
    UPDATE,
    INSERT,
    DELETE
  }

  /**
   * The parts of a statement.
   *
   * @param fields in the order of their parameters; empty in a read of all fields
   */
  record Shape(Operation operation, String table, List<String> fields) {
    private String sql(String key) {
      RecordTable.requireIdentifier(table);
      fields.forEach(RecordTable::requireIdentifier);
      String columns = fields.isEmpty() ? "*" : String.join(", ", fields);
      return switch (operation) {
        case READ -> "SELECT %s FROM %s WHERE %s = ?".formatted(columns, table, key);
        case SCAN ->
            "SELECT %s FROM %s WHERE %s >= ? ORDER BY %s LIMIT ?"
                .formatted(columns, table, key, key);
        case UPDATE -> "UPDATE %s SET %s WHERE %s = ?".formatted(table, assignments(), key);
        case INSERT ->
            "INSERT INTO %s (%s, %s) VALUES (?%s)"
                .formatted(table, key, columns, ", ?".repeat(fields.size()));
        case DELETE -> "DELETE FROM %s WHERE %s = ?".formatted(table, key);
      };
    }

    private String assignments() {
      return fields.stream().map(field -> field + " = ?").collect(Collectors.joining(", "));
    }
  }

  /** The parts of one of sysbench's, which has its texts (1.0, {@code oltp_common.lua}). */
  private record OltpShape(Query query, String table) {
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

  /** One of sysbench's: it takes the first id and, of a range, the last. */
  PreparedStatement of(Query query, String table) throws SQLException {
    OltpShape shape = new OltpShape(query, table);
    PreparedStatement statement = ofSysbench.get(shape);
    if (statement == null) {
      statement = connection.prepareStatement(shape.sql());
      ofSysbench.put(shape, statement);
    }
    return statement;
  }

  /**
   * A statement.
   *
   * @param fields null for all
   */
  PreparedStatement of(Operation operation, String table, Collection<String> fields)
      throws SQLException {
    Shape shape =
        new Shape(operation, table, fields == null ? Collections.emptyList() : List.copyOf(fields));
    PreparedStatement statement = prepared.get(shape);
    if (statement == null) {
      statement = connection.prepareStatement(shape.sql(layout.key()));
      // Set to 0, it would not be what the URL may say.
      if (operation == Operation.SCAN && fetchSize > 0) {
        statement.setFetchSize(fetchSize);
      }
      prepared.put(shape, statement);
    }
    return statement;
  }
}
