package site.ycsb.tls.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Set;

/** Whose table it is: the name of the key's column, and which columns hold whole numbers. */
enum TableLayout {
  /** Upstream's: a text key, and text fields. */
  YCSB("YCSB_KEY", Set.of()),

  /** sysbench's {@code sbtest1}: a whole number as key, {@code k}, {@code c} and {@code pad}. */
  SYSBENCH("id", Set.of("id", "k"));

  private final String key;
  private final Set<String> numbers;

  TableLayout(String key, Set<String> numbers) {
    this.key = key;
    this.numbers = numbers;
  }

  /** The column of the key. */
  String key() {
    return key;
  }

  /**
   * Sets a parameter that is compared with, or written into, a column.
   *
   * @throws SQLException when the column holds whole numbers, and the value is none
   */
  void set(PreparedStatement statement, int parameter, String column, String value)
      throws SQLException {
    if (!numbers.contains(column)) {
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
