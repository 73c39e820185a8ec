package site.ycsb.tls.jdbc;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.jdbc.driver.JdbcProduct;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.Transport;

/** The binding {@code jdbc}. */
public final class JdbcBinding implements Binding {
  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String description() {
    return "MariaDB and MySQL by MariaDB Connector/J; PostgreSQL by PgJDBC; MySQL Connector/J with -cp";
  }

  @Override
  public List<Property<?>> properties() {
    return JdbcOptions.PROPERTIES;
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    return properties.containsKey(JdbcOptions.URL.name());
  }

  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    JdbcOptions options = JdbcOptions.parse(properties);
    return List.of(options.product().server(options.url()));
  }

  /** Also the names of the driver's options in the URL, which only the driver tells. */
  @Override
  public void requireValues(Map<String, String> properties) {
    JdbcConnector.requireKnownOptions(JdbcOptions.parse(properties));
  }

  @Override
  public Optional<StartTls> startTls(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return Optional.of(
        values
            .given(JdbcOptions.URL)
            .map(url -> JdbcProduct.of(url).startTls())
            .orElse(JdbcTestServer.isPostgreSql(values) ? StartTls.POSTGRES : StartTls.MYSQL));
  }

  @Override
  public Optional<Property<Integer>> writeGroup(Map<String, String> properties, boolean inserts) {
    return JdbcOptions.writeGroup(new TypedProperties(properties), inserts);
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(
        JdbcTestServer.isPostgreSql(new TypedProperties(properties))
            ? PostgreSqlTestServer.ofThisMachine()
            : MariaDbTestServer.ofThisMachine());
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    JdbcOptions options = JdbcOptions.parse(properties);
    return JdbcPool.open(options, new JdbcConnector(options, transport));
  }
}
