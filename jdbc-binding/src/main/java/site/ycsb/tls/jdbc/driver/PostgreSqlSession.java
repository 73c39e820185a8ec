package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL 9.5 and newer. */
public final class PostgreSqlSession implements ServerSession {
  private static final String QUERY =
      "SELECT version, cipher FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()";

  @Override
  public Optional<String> negotiated(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      return row.next() ? Optional.of(row.getString(1) + " " + row.getString(2)) : Optional.empty();
    }
  }

  @Override
  public Map<String, String> settings(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW shared_buffers")) {
      return row.next()
          ? Map.of("serverMemory", row.getString(1) + " of shared buffers")
          : Map.of();
    }
  }
}
