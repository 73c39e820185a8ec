package site.ycsb.tls.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;

/** The layout of the table: the name of the key's column, and which columns have whole numbers. */
enum TableLayout {
  /** Upstream's: a text key, and text fields. */
  YCSB("YCSB_KEY"),

  /** sysbench's {@code sbtest1}: a whole number as key, {@code k}, {@code c} and {@code pad}. */
  SYSBENCH("id");

  private final String key;

  TableLayout(String key) {
    this.key = key;
  }

  private boolean holdsNumbers(String column) {
    return this == SYSBENCH && (column.equals(key) || column.equals("k"));
  }

  /** The column of the key. */
  String key() {
    return key;
  }

  /**
   * Sets a parameter that is compared with a column, or written into it.
   *
   * @throws SQLException when the column has whole numbers, and the value is not one
   */
  void set(PreparedStatement statement, int parameter, String column, String value)
      throws SQLException {
    if (!holdsNumbers(column)) {
      statement.setString(parameter, value);
    } else if (value.matches("[0-9]{1,18}")) {
      statement.setLong(parameter, Long.parseLong(value));
    } else {
      throw new SQLDataException(
          "column %s of sysbench's table holds whole numbers, not \"%s\": jdbc.tablelayout=sysbench is for workloads/oltp_read_only"
              .formatted(column, value));
    }
  }
}
