package example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import site.ycsb.DBException;

/**
 * PostgreSQL through PgJDBC with the properties of YCSB's own JDBC client, {@code db.url} and
 * {@code db.user}. A record is one row of {@code usertable (key text primary key, value text)}.
 */
public class PgJdbcClient extends ReadAndWrite {
  private Connection connection;

  @Override
  public void init() throws DBException {
    try {
      connection =
          DriverManager.getConnection(property("db.url", ""), property("db.user", "ycsb"), "");
    } catch (SQLException e) {
      throw cannotConnect(e);
    }
  }

  @Override
  void write(String key, Map<String, String> fields) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO usertable VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")) {
      insert.setString(1, key);
      insert.setString(2, String.join("", fields.values()));
      insert.executeUpdate();
    }
  }

  @Override
  Map<String, String> read(String key) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT value FROM usertable WHERE key = ?")) {
      select.setString(1, key);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? Map.of("value", rows.getString(1)) : Map.of();
      }
    }
  }

  @Override
  void remove(String key) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM usertable WHERE key = ?")) {
      delete.setString(1, key);
      delete.executeUpdate();
    }
  }

  @Override
  public void cleanup() throws DBException {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new DBException(e);
    }
  }
}
