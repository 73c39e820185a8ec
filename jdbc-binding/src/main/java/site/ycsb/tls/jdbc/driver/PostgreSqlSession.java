package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL 9.5 and newer, and what speaks its protocol. */
public final class PostgreSqlSession implements ServerSession {
  private static final String NEGOTIATED =
      "SELECT CASE WHEN ssl THEN version || ' ' || cipher ELSE '"
          + NO_TLS
          + "' END FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

  private static final String MEMORY =
      "SELECT current_setting(name) FROM pg_settings WHERE name = 'shared_buffers'";

  /** SQLSTATE of a column, function, object and table that does not exist. */
  private static final Set<String> UNKNOWN = Set.of("42703", "42883", "42704", "42P01");

  /** What follows name and version in the answer to {@code version()}: how it was built. */
  private static final Pattern BUILD =
      Pattern.compile("(?: on |,? compiled by | \\([^()]*\\bbuilt ).*");

  /** A product that is named after all this, as Redshift: {@code …, Redshift 1.0.12103}. */
  private static final Pattern NAMED_LAST =
      Pattern.compile("(?:, | \\()(\\p{Lu}\\w+ v?[0-9][\\w.-]*)\\)?$");

  @Override
  public String product(Connection connection, String imitated) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT version()")) {
      return row.next() ? product(row.getString(1), imitated) : imitated;
    }
  }

  /**
   * The product.
   *
   * @param version the server's answer to {@code version()}
   * @param imitated name and version by the driver
   */
  static String product(String version, String imitated) {
    Matcher last = NAMED_LAST.matcher(version);
    String name = BUILD.matcher(version).replaceFirst("");
    if (last.find() && last.start() >= name.length()) {
      name = last.group(1);
    }
    return name.startsWith("PostgreSQL ") ? name : name + " (as " + imitated + ")";
  }

  @Override
  public Optional<String> negotiated(Connection connection) throws SQLException {
    return ask(connection, NEGOTIATED);
  }

  @Override
  public Map<String, String> settings(Connection connection) throws SQLException {
    return ask(connection, MEMORY)
        .map(size -> Map.of("serverMemory", size + " of shared buffers"))
        .orElse(Map.of());
  }

  /** Other products lack tables of PostgreSQL's, or have them without rows: they do not tell. */
  private static Optional<String> ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    } catch (SQLException e) {
      if (!UNKNOWN.contains(String.valueOf(e.getSQLState()))) {
        throw e;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return Optional.empty();
    }
  }
}
