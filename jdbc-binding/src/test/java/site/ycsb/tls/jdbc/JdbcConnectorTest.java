package site.ycsb.tls.jdbc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Refusal.failed;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.jdbc.driver.CarrierFactory;
import site.ycsb.tls.jdbc.driver.TransportScope;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.testkit.ConnectionCounter;
import site.ycsb.tls.testkit.Given;

/** With drivers that do what they should not, at a port that accepts connections. */
@Timeout(60)
class JdbcConnectorTest {
  private static final Transport PINNED =
      Transport.of(Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.verify", "none"));

  private ServerSocket server;

  @BeforeEach
  void listen() throws Exception {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "ThrowsNoSqlException, cannot be opened at all",
    "RefusesAutoCommit, no autocommit here",
    "DoesNotUseTls, without the pinned TLS"
  })
  void closesWhatItHasOpenedWhenItFails(String driver, String reason) throws Exception {
    ConnectionCounter counter = new ConnectionCounter();
    int closed = Stray.CLOSED.get();
    failed(() -> connector(driver).open(counter))
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");

    assertThat(counter.closings()).isEqualTo(1);
    assertThat(Stray.CLOSED.get() - closed).isEqualTo(driver.startsWith("Throws") ? 0 : 1);
    try (Socket other = server.accept()) {
      assertThat(other.getInputStream().read()).as("end of stream").isNegative();
    }
  }

  @ParameterizedTest
  @CsvSource({"LacksAClass", "SaysThatItLacksAClass"})
  void driverThatIsTooOldIsRefusedInWords(String driver) {
    failed(() -> connector(driver).open(new ConnectionCounter()))
        .hasMessageContaining(
            driver
                + " 1.0 is too old to take its connections from this program: expected MySQL Connector/J 8 or newer")
        .hasMessageNotContaining("NoClassDefFoundError");
  }

  /** The real drivers, which would leave them out. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d?useCompresion=true, useCompresion, useCompression",
    "jdbc:mariadb://h/d?user=me&useServerPrepStmt=true, useServerPrepStmt, useServerPrepStmts",
    "jdbc:mysql://h/d?useCursorFetsh=true, useCursorFetsh, useCursorFetch",
    "jdbc:postgresql://h/d?applicationName=a, applicationName, ApplicationName",
    "jdbc:postgresql://h/d?reWriteBatchedInsert=true, reWriteBatchedInsert, reWriteBatchedInserts"
  })
  void refusesOptionsThatTheDriverDoesNotKnow(String url, String name, String nearest) {
    refused(() -> connectorOf(url))
        .hasMessage(
            "db.url has the option %s, which its driver does not know: did you mean %s? Correct it, or remove it",
            name, nearest);
    // Before anything runs, where this JVM has the driver.
    refused(() -> requireValues(url)).hasMessageStartingWith("db.url has the option %s, ", name);
    assertThatCode(() -> requireValues(url, "db.driver=org.example.NotHere"))
        .doesNotThrowAnyException();
  }

  private static void requireValues(String url, String... others) {
    Map<String, String> properties = Given.properties(others);
    properties.put("db.url", url);
    new JdbcBinding().requireValues(properties);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h/d?useserverprepstmts=true&user=me&password=s3cret&enableSkipMeta=false",
        "jdbc:mariadb://h/d?nullCatalogMeansCurrent=true&connectTimeout=5&permitRedirect=false",
        "jdbc:mariadb://h/d?permitRedirect=0",
        "jdbc:mysql://me:s3cret@h/d?serverTimezone=UTC&useCompression=true&rewriteBatchedStatements=true",
        "jdbc:mysql://h/d?user=me&ha.loadBalanceStrategy=random&allowPublicKeyRetrieval=true&",
        "jdbc:postgresql://h/d?user=me&password=s3cret&ApplicationName=a&prepareThreshold=0&options=-c%20x=y",
        "jdbc:postgresql:///d"
      })
  void takesOptionsThatTheDriverKnows(String url) {
    assertThatCode(() -> connectorOf(url)).doesNotThrowAnyException();
  }

  private static JdbcConnector connectorOf(String url) {
    return new JdbcConnector(JdbcOptions.parse(Given.properties("db.url=" + url)), PINNED);
  }

  private JdbcConnector connector(String driver) {
    return new JdbcConnector(
        JdbcOptions.parse(
            Given.properties(
                "db.url=jdbc:mariadb://127.0.0.1:" + server.getLocalPort() + "/ycsb",
                "db.driver=" + JdbcConnectorTest.class.getName() + "$" + driver)),
        PINNED);
  }

  @Test
  void tlsOfOneSocketSaysNothingOfTheNext() throws Exception {
    try (TransportScope scope = TransportScope.open(PINNED)) {
      Socket first = scope.carrier();
      first.connect(server.getLocalSocketAddress());
      scope.secure(first);
      scope.requireUse();

      Socket second = scope.carrier();
      assertThat(first.isClosed()).isTrue();
      second.connect(server.getLocalSocketAddress());
      assertThatThrownBy(scope::requireUse)
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("without the pinned TLS");
    }
  }

  /** The driver has set it while it connected; a server that hangs later is told by it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10_000, 30_000})
  void theTimeOutOfTheUrlStaysWhenTheConnectionIsAccepted(int millis) throws Exception {
    try (TransportScope scope = TransportScope.open(PINNED)) {
      Socket socket = scope.carrier();
      socket.connect(server.getLocalSocketAddress());
      scope.secure(socket);
      socket.setSoTimeout(millis);
      scope.requireUse();
      assertThat(socket.getSoTimeout()).isEqualTo(millis);
    }
  }

  @Test
  void withoutATimeOutOfTheUrlAnOperationMayTakeLong() throws Exception {
    try (TransportScope scope = TransportScope.open(PINNED)) {
      Socket socket = scope.carrier();
      socket.connect(server.getLocalSocketAddress());
      scope.secure(socket);
      assertThat(socket.getSoTimeout()).isPositive();
      scope.requireUse();
      assertThat(socket.getSoTimeout()).isZero();
    }
  }

  /** As MariaDB greets whoever connects. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereAnotherDatabaseAnswersTheUrlIsAskedFor(boolean pinned) {
    Thread greeter = new Thread(this::greet);
    greeter.setDaemon(true);
    greeter.start();
    JdbcConnector connector =
        new JdbcConnector(
            JdbcOptions.parse(
                Given.properties(
                    "db.url=jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/ycsb",
                    "db.user=ycsb")),
            pinned ? PINNED : Transport.of(Map.of()));

    failed(() -> connector.open(new ConnectionCounter()))
        .hasMessageContaining("not answer in the protocol of the driver")
        .hasMessageEndingWith("is it the database that db.url says?");
  }

  private void greet() {
    try {
      while (true) {
        try (Socket client = server.accept()) {
          client.getOutputStream().write("J\0\0\0\n10.11.0-MariaDB\0".getBytes(US_ASCII));
          client.getInputStream().readAllBytes();
        }
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  @Test
  void aDriverThatConnectsAgainByItselfGetsNoSocket() {
    assertThatThrownBy(() -> new CarrierFactory().createSocket())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("db.url");
  }

  /** Connects a socket of the transport. */
  abstract static class Stray implements Driver {
    /** Its connections. */
    static final AtomicInteger CLOSED = new AtomicInteger();

    /** What it does when the socket is connected. */
    abstract Connection connected(Socket socket) throws SQLException;

    @Override
    public final Connection connect(String url, Properties info) throws SQLException {
      try {
        Socket socket = new CarrierFactory().createSocket();
        socket.connect(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"))));
        return connected(socket);
      } catch (IOException e) {
        throw new SQLException(e);
      }
    }

    static Connection connection(String failing) {
      return (Connection)
          Proxy.newProxyInstance(
              Stray.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals(failing)) {
                  throw new SQLException("no autocommit here");
                }
                if (method.getName().equals("close")) {
                  CLOSED.incrementAndGet();
                }
                return null;
              });
    }

    @Override
    public boolean acceptsURL(String url) {
      return true;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }

  /** As some do with URLs that they do not like. */
  static final class ThrowsNoSqlException extends Stray {
    @Override
    Connection connected(Socket socket) {
      throw new IllegalArgumentException("this URL cannot be opened at all");
    }
  }

  static final class RefusesAutoCommit extends Stray {
    @Override
    Connection connected(Socket socket) throws SQLException {
      try {
        TransportScope.current().secure(socket);
      } catch (IOException e) {
        throw new SQLException(e);
      }
      return connection("setAutoCommit");
    }
  }

  static final class DoesNotUseTls extends Stray {
    @Override
    Connection connected(Socket socket) {
      return connection("nothing");
    }
  }

  /** As Connector/J 5.1, whose socket factories are others. */
  static final class LacksAClass extends Stray {
    @Override
    Connection connected(Socket socket) {
      throw new NoClassDefFoundError("com/mysql/cj/protocol/StandardSocketFactory");
    }
  }

  static final class SaysThatItLacksAClass extends Stray {
    @Override
    Connection connected(Socket socket) throws SQLException {
      throw new SQLException(
          "java.lang.NoClassDefFoundError: com/mysql/cj/protocol/StandardSocketFactory");
    }
  }
}
