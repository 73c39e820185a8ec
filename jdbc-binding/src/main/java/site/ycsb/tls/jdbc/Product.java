package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.option.UsageException;

/**
 * What differs between databases: the driver, how it is made to take its connections from the
 * transport, which of its options would go around that, and how the server is asked what it
 * negotiated.
 */
enum Product {
  /** MariaDB and MySQL, by MariaDB Connector/J. */
  MARIADB("jdbc:mariadb:", "org.mariadb.jdbc.Driver") {
    @Override
    Map<String, String> options(boolean pinned) {
      return pinned
          ? Map.of(
              "socketFactory",
              CarrierFactory.class.getName(),
              "tlsSocketType",
              PinnedTlsPlugin.TYPE,
              // TLS, and no verifying by the driver: the transport does that, as tls.verify says.
              "sslMode",
              "trust")
          : Map.of("socketFactory", CarrierFactory.class.getName(), "sslMode", "disable");
    }

    @Override
    Set<String> reserved() {
      return Set.of(
          "socketfactory",
          "tlssockettype",
          "pipe",
          "localsocket",
          "sslmode",
          "usessl",
          "trustservercertificate",
          "disablesslhostnameverification",
          "serversslcert",
          "enabledsslciphersuites",
          "enabledsslprotocolsuites");
    }

    @Override
    Optional<String> negotiated(Connection connection) throws SQLException {
      Map<String, String> status =
          pairs(
              connection,
              "SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_version', 'Ssl_cipher')");
      String suite = status.getOrDefault("Ssl_cipher", "");
      return suite.isEmpty()
          ? Optional.empty()
          : Optional.of(status.get("Ssl_version") + " " + suite);
    }

    @Override
    Optional<String> tlsLibrary(Connection connection) throws SQLException {
      return Optional.ofNullable(
          pairs(connection, "SHOW GLOBAL VARIABLES LIKE 'version_ssl_library'")
              .get("version_ssl_library"));
    }

    @Override
    Optional<String> atRest(Connection connection) throws SQLException {
      Map<String, String> set =
          pairs(
              connection,
              "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                  + " ('innodb_encrypt_tables', 'innodb_encrypt_log')");
      return Optional.ofNullable(set.get("innodb_encrypt_tables"))
          .map(tables -> "tables " + tables + ", log " + set.get("innodb_encrypt_log"));
    }
  };

  private final String prefix;
  private final String driver;

  Product(String prefix, String driver) {
    this.prefix = prefix;
    this.driver = driver;
  }

  /**
   * The one that the URL names.
   *
   * @throws UsageException when it names none of these
   */
  static Product of(String url) {
    return Arrays.stream(values())
        .filter(product -> url.startsWith(product.prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "db.url: expected a URL that begins with "
                        + String.join(", ", prefixes())
                        + "; connections of other drivers can be neither pinned nor counted"));
  }

  private static List<String> prefixes() {
    return Arrays.stream(values()).map(product -> product.prefix).toList();
  }

  /** The driver's class. */
  String driver() {
    return driver;
  }

  /**
   * The options by which the driver takes its connections from the transport.
   *
   * @param pinned whether with TLS
   */
  abstract Map<String, String> options(boolean pinned);

  /** Options that a URL must not set, as they would go around the transport; in lower case. */
  abstract Set<String> reserved();

  /** What the server says that this connection negotiated, as protocol and suite; empty: no TLS. */
  abstract Optional<String> negotiated(Connection connection) throws SQLException;

  /** Name and version of the server's TLS library, where it tells. */
  abstract Optional<String> tlsLibrary(Connection connection) throws SQLException;

  /** What the server says of encryption at rest, where it tells. */
  abstract Optional<String> atRest(Connection connection) throws SQLException;

  /**
   * Refuses a URL that goes around the transport.
   *
   * @throws UsageException with the option's name
   */
  void check(String url) {
    for (String option : url.replaceFirst("^[^?]*", "").split("[?&]", -1)) {
      String name = option.replaceFirst("=.*", "");
      if (reserved().contains(name.toLowerCase(Locale.ROOT))) {
        throw new UsageException(
            "db.url sets "
                + name
                + ", which is set by this program: TLS is what tls.* says (see bin/ycsb help tls);"
                + " remove it from the URL");
      }
    }
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
