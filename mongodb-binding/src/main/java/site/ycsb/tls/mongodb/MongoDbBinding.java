package site.ycsb.tls.mongodb;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.Transport;

/** The binding {@code mongodb}. */
public final class MongoDbBinding implements Binding {
  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public String description() {
    return "MongoDB 4.2 or newer, by its synchronous Java driver";
  }

  @Override
  public List<Property<?>> properties() {
    return Stream.concat(MongoDbOptions.PROPERTIES.stream(), MongoDbTestServer.PROPERTIES.stream())
        .toList();
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    return new TypedProperties(properties).has(MongoDbOptions.URL);
  }

  /** Not those of {@code mongodb+srv://}, whose names are in the DNS. */
  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    return options(properties).hosts().stream()
        .map(host -> InetSocketAddress.createUnresolved(host.getHost(), host.getPort()))
        .toList();
  }

  @Override
  public Optional<Property<Integer>> writeGroup(Map<String, String> properties, boolean inserts) {
    return MongoDbOptions.writeGroup(new TypedProperties(properties), inserts);
  }

  @Override
  public Optional<String> workLeft(Map<String, String> properties) {
    return options(properties).writes().isAcknowledged()
        ? Optional.empty()
        : Optional.of("writes are not acknowledged (mongodb.writeConcern, or w in mongodb.url)");
  }

  private static MongoDbOptions options(Map<String, String> properties) {
    return MongoDbOptions.parse(
        properties, new TypedProperties(properties).has(TlsProperties.CIPHER));
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(
        MongoDbTestServer.isSecantus(new TypedProperties(properties))
            ? new SecantusTestServer(InstalledPrograms.ofThisMachine())
            : new MongoDbTestServer());
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    MongoDbOptions options = MongoDbOptions.parse(properties, transport.options().isPresent());
    if (options.shared()) {
      TlsOptions.refuseRenegotiation(
          transport.options(), "with mongodb.shared=true connections belong to no thread");
    }
    return MongoDbPool.open(options, new MongoDbConnector(options, transport));
  }
}
