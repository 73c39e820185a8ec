package site.ycsb.tls.redis;

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
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.Transport;

/** The binding {@code redis}. */
public final class RedisBinding implements Binding {
  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String description() {
    return "Redis and Valkey, one server, by Jedis";
  }

  @Override
  public List<Property<?>> properties() {
    return Stream.concat(RedisOptions.PROPERTIES.stream(), RedisTestServer.PROPERTIES.stream())
        .toList();
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return values.has(RedisOptions.HOST) || values.has(RedisOptions.PORT);
  }

  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    RedisOptions options = RedisOptions.parse(properties);
    return List.of(InetSocketAddress.createUnresolved(options.host(), options.port()));
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(new RedisTestServer(InstalledPrograms.ofThisMachine()));
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    return RedisPool.open(new RedisConnector(RedisOptions.parse(properties), transport));
  }
}
