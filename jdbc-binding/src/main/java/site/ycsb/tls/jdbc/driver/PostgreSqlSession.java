package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL 9.5 and newer, and what speaks its protocol. */
public final class PostgreSqlSession implements ServerSession {
  private static final String QUERY =
      "SELECT version, cipher FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()";

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
