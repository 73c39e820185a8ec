package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.binding.DatabasePool;

/** MySQL and MariaDB, and what speaks their protocol. */
public final class MySqlSession implements ServerSession {
  /** From the server's statistics, which are updated with a delay; and the memory for them. */
  private static final String DATA =
      "SELECT 'serverData', CONCAT(COALESCE(SUM(data_length + index_length), 0), ' bytes in tables')"
          + " FROM information_schema.tables WHERE table_schema = DATABASE()";

  /** Of this connection: ON or OFF. */
  private static final String COMPRESSED = "SHOW SESSION STATUS LIKE 'Compression'";

  /**
   * A product at the beginning of {@code version_comment}, which of MySQL and MariaDB has an
   * edition or who built it. Others, as TiDB, name themselves in their version.
   */
  private static final Pattern OTHER_PRODUCT =
      Pattern.compile("^(?!MySQL|MariaDB)\\w+(?:DB| Server| \\w+ Cluster)\\b");

  @Override
  public String product(Connection connection, String imitated) throws SQLException {
    String comment =
        pairs(connection, "SHOW GLOBAL VARIABLES WHERE Variable_name = 'version_comment'")
            .getOrDefault("version_comment", "");
    return product(comment, imitated);
  }

  /**
   * The product.
   *
   * @param comment the server's {@code version_comment}; empty when it has none
   * @param imitated name and version by the driver
   */
  static String product(String comment, String imitated) {
    Matcher other = OTHER_PRODUCT.matcher(comment);
    return other.find() ? other.group() + " (as " + imitated + ")" : imitated;
  }

  @Override
  public Optional<String> negotiated(Connection connection) throws SQLException {
    Map<String, String> status =
        pairs(
            connection, "SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_version', 'Ssl_cipher')");
    return Optional.ofNullable(status.get("Ssl_cipher"))
        .map(
            suite ->
                suite.isEmpty()
                    ? NO_TLS
                    : status.get("Ssl_version") + " " + WolfSsl.usualName(suite));
  }

  @Override
  public Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings =
        told(
            pairs(
                connection,
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version_ssl_library', 'innodb_encrypt_tables', 'innodb_encrypt_log',"
                    + " 'innodb_buffer_pool_size', 'innodb_flush_method')"));
    settings.putAll(pairs(connection, DATA));
    pairs(connection, COMPRESSED)
        .values()
        .forEach(is -> settings.put(ServerSession.COMPRESSION, is));
    return settings;
  }

  /**
   * What the server's variables tell. MariaDB reports its TLS library and encryption; MySQL does
   * not, and other products may have none of these.
   */
  static Map<String, String> told(Map<String, String> set) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (set.containsKey("version_ssl_library")) {
      String library = set.get("version_ssl_library");
      settings.put("serverTlsLibrary", library);
      if (library.toLowerCase(Locale.ROOT).contains(WolfSsl.NAME)) {
        settings.put(
            DatabasePool.NOT_FOR_PUBLICATION,
            "the server's TLS library is "
                + library
                + ", which takes several times the CPU of the OpenSSL that servers are run with");
      }
    }
    if (set.containsKey("innodb_encrypt_tables")) {
      settings.put(
          "serverAtRest",
          "tables " + set.get("innodb_encrypt_tables") + ", log " + set.get("innodb_encrypt_log"));
    }
    if (set.containsKey("innodb_buffer_pool_size")) {
      settings.put(
          "serverMemory",
          set.get("innodb_buffer_pool_size")
              + " bytes of buffer pool, "
              + set.getOrDefault("innodb_flush_method", "no flush method told"));
    }
    return settings;
  }

  private static Map<String, String> pairs(Connection connection, String query)
      throws SQLException {
    Map<String, String> pairs = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
    }
    return pairs;
  }
}
