package site.ycsb.tls.cassandra;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.Transport;

/** The binding {@code cassandra}. */
public final class CassandraBinding implements Binding {
  @Override
  public String name() {
    return "cassandra";
  }

  /** Its name in upstream YCSB. */
  @Override
  public List<String> aliases() {
    return List.of("cassandra-cql");
  }

  @Override
  public String description() {
    return "Apache Cassandra 3.0 or newer, by CQL and the Apache Cassandra Java driver";
  }

  @Override
  public List<Property<?>> properties() {
    return Stream.concat(
            CassandraOptions.PROPERTIES.stream(), CassandraTestServer.PROPERTIES.stream())
        .toList();
  }

  /** A port alone is one of this machine. */
  @Override
  public boolean namesServer(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return values.has(CassandraOptions.HOSTS) || values.has(CassandraOptions.PORT);
  }

  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    return CassandraOptions.parse(
            properties, new TypedProperties(properties).has(TlsProperties.CIPHER))
        .hosts();
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(new CassandraTestServer());
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    CassandraOptions options = CassandraOptions.parse(properties, transport.options().isPresent());
    TlsOptions.refuseWhatEnginesCannot(transport.options());
    return CassandraPool.open(options, new CassandraConnector(options, transport));
  }
}
