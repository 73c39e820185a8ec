package site.ycsb.tls.dynamodb;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.Transport;

/** The binding {@code dynamodb}. */
public final class DynamoDbBinding implements Binding {
  @Override
  public String name() {
    return "dynamodb";
  }

  @Override
  public String description() {
    return "Amazon DynamoDB, by the AWS SDK for Java 2";
  }

  @Override
  public List<Property<?>> properties() {
    return DynamoDbOptions.PROPERTIES;
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return values.has(DynamoDbOptions.ENDPOINT) || values.has(DynamoDbOptions.REGION);
  }

  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    DynamoDbOptions options =
        DynamoDbOptions.parse(
            properties, new TypedProperties(properties).has(TlsProperties.CIPHER));
    return List.of(InetSocketAddress.createUnresolved(options.host(), options.port()));
  }

  @Override
  public Optional<String> withoutBuffers() {
    return Optional.of("the HTTP client of the SDK makes its sockets itself");
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(DynamoDbTestServer.ofThisMachine());
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    DynamoDbOptions options = DynamoDbOptions.parse(properties, transport.options().isPresent());
    if (options.shared()) {
      TlsOptions.refuseRenegotiation(
          transport.options(), "with dynamodb.shared=true connections belong to no thread");
    }
    return DynamoDbPool.open(options, new DynamoDbConnector(options, transport));
  }
}
