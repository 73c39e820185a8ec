package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.jdbc.driver.ServerSession;
import site.ycsb.tls.jdbc.driver.TransportScope;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** Opens the driver's connections, all of which come from the transport. Thread-safe. */
final class JdbcConnector {
  private static final Pattern MISSING_CLASS = Pattern.compile("NoClassDefFoundError: ([\\w/$]+)");

  /** The driver's class in MySQL Connector/J 5, where the one of later versions is missing. */
  private static final String CONNECTOR_J_5 = "com.mysql.jdbc.Driver";

  private static final String TOO_OLD =
      " is too old to take its connections from this program: expected MySQL Connector/J 8 or newer, with -cp and without db.driver";

  private final JdbcOptions options;
  private final Transport transport;
  private final Driver driver;

  /**
   * @throws UsageException when the driver is not on the class path, or does not know an option of
   *     the URL
   */
  JdbcConnector(JdbcOptions options, Transport transport) {
    this.options = options;
    this.transport = transport;
    this.driver = driver(options);
    requireKnownOptions(options, driver);
  }

  /**
   * Refuses options of the URL that the driver does not know, where this JVM has the driver: that
   * of a run may have it, and says so if not.
   *
   * @throws UsageException that names the nearest
   */
  static void requireKnownOptions(JdbcOptions options) {
    try {
      requireKnownOptions(options, load(options.driver()));
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      // Not here.
    }
  }

  private static void requireKnownOptions(JdbcOptions options, Driver driver) {
    options.product().requireKnown(options.url(), optionsOf(driver, options.url()));
  }

  /** The options that the driver tells; none if it cannot read the URL, which connecting tells. */
  private static List<String> optionsOf(Driver driver, String url) {
    try {
      return Arrays.stream(driver.getPropertyInfo(url, new Properties()))
          .map(option -> option.name)
          .toList();
    } catch (SQLException | RuntimeException | LinkageError e) {
      return List.of();
    }
  }

  /** Not {@code DriverManager}: it asks all drivers that it finds, and keeps them for the JVM. */
  private static Driver load(String className) throws ReflectiveOperationException {
    return Class.forName(className).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
  }

  private static Driver driver(JdbcOptions options) {
    try {
      return load(options.driver());
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      if (options.driver().startsWith("com.mysql.cj.") && isOnClassPath(CONNECTOR_J_5)) {
        throw new UsageException("the driver " + CONNECTOR_J_5 + TOO_OLD, e);
      }
      throw new UsageException(
          "the JDBC driver "
              + options.driver()
              + " cannot be used ("
              + e
              + "): check db.driver, and bring its jar with -cp",
          e);
    }
  }

  private static boolean isOnClassPath(String name) {
    return JdbcConnector.class.getResource("/" + name.replace('.', '/') + ".class") != null;
  }

  /**
   * Opens a connection that is kept, and asks the server what it negotiated with it.
   *
   * @throws DatabaseException when it cannot be opened, or not as pinned
   */
  Connection open() throws DatabaseException {
    Connection connection = open(transport);
    try {
      confirm(connection);
      return connection;
    } catch (SQLException e) {
      closeAfter(e, connection);
      throw new DatabaseException(JdbcFailure.reason(e), e);
    } catch (DatabaseException | RuntimeException e) {
      closeAfter(e, connection);
      throw e;
    }
  }

  /**
   * Opens a connection and tells the listener. It does not ask the server: the question would be
   * part of the connection's cost.
   */
  Connection open(TransportListener listener) throws DatabaseException {
    return open(transport.withListener(listener));
  }

  private Connection open(Transport from) throws DatabaseException {
    try (TransportScope scope = TransportScope.open(from)) {
      Connection connection = connect();
      try {
        scope.requireUse();
        options.product().connected(connection, options.url());
        connection.setAutoCommit(options.autoCommit());
        scope.keep();
        return connection;
      } catch (IOException | SQLException | RuntimeException e) {
        closeAfter(e, connection);
        throw e;
      }
    } catch (IOException e) {
      throw new DatabaseException("the new connection is not usable: " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new DatabaseException(
          options.product().explain(JdbcFailure.ofConnecting(e, transport.options().isPresent())),
          e);
    }
  }

  private Connection connect() throws SQLException {
    Connection connection;
    try {
      connection = driver.connect(options.url(), driverOptions());
    } catch (RuntimeException e) {
      // Drivers report a bad URL, or fail unexpectedly, in this way.
      throw new SQLException("the driver cannot open db.url: " + e, e);
    } catch (LinkageError e) {
      throw new SQLException(ofLinkage(e), e);
    } catch (SQLException e) {
      throw missingClass(e).map(missing -> new SQLException(ofLinkage(missing), e)).orElse(e);
    }
    if (connection == null) {
      throw new UsageException(
          "the driver " + options.driver() + " does not know URLs such as db.url's");
    }
    return connection;
  }

  /** Some drivers pass on only the text of such an error. */
  private static Optional<LinkageError> missingClass(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError missing) {
        return Optional.of(missing);
      }
      Matcher words = MISSING_CLASS.matcher(String.valueOf(cause.getMessage()));
      if (words.find()) {
        return Optional.of(new NoClassDefFoundError(words.group(1)));
      }
    }
    return Optional.empty();
  }

  private String ofLinkage(LinkageError e) {
    String driverIs =
        "the driver %s %d.%d"
            .formatted(options.driver(), driver.getMajorVersion(), driver.getMinorVersion());
    // The class that takes connections from the transport extends one of the driver's.
    return String.valueOf(e.getMessage()).startsWith("com/mysql/cj")
        ? driverIs + TOO_OLD
        : DatabaseException.ofLinkage(driverIs, e).getMessage();
  }

  private static void closeAfter(Exception failure, Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private Properties driverOptions() {
    Properties given = new Properties();
    options.product().setOptions(given, options.url(), transport.options().isPresent());
    options.user().ifPresent(user -> given.setProperty("user", user));
    options.password().ifPresent(password -> given.setProperty("password", password.value()));
    return given;
  }

  /**
   * Lets the connections of this thread renegotiate, if they will do so later.
   *
   * @throws DatabaseException when the server refuses
   */
  void tryRenegotiation() throws DatabaseException {
    DatabasePool.tryRenegotiation(transport);
  }

  /**
   * Asks the server what it negotiated with this connection, for the results.
   *
   * @return empty when it does not tell
   * @throws DatabaseException when it is not what is pinned
   */
  Optional<String> confirm(Connection connection) throws SQLException, DatabaseException {
    Optional<String> told = options.product().session().negotiated(connection);
    Optional<TlsPin> pin = transport.options().map(tls -> tls.pin());
    String pinned =
        pin.map(p -> p.protocol() + " " + p.cipherSuite().name()).orElse(ServerSession.NO_TLS);
    if (!told.map(JdbcConnector::withUsualName).orElse(pinned).equals(pinned)) {
      throw new DatabaseException(
          "the server says that it negotiated %s, but pinned is %s"
              .formatted(told.get(), pin.map(TlsPin::toString).orElse(ServerSession.NO_TLS)));
    }
    return told;
  }

  /** The server's protocol and suite; it may use OpenSSL's name of the suite, or IANA's. */
  private static String withUsualName(String seen) {
    String suite = seen.substring(seen.indexOf(' ') + 1);
    String usual = CipherSuites.find(suite).map(CipherSuite::name).orElse(suite);
    return seen.substring(0, seen.length() - suite.length()) + usual;
  }
}
