package site.ycsb.tls.testkit.example;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.socket.Transport;

/** The binding, and the recipe for its test server. */
public final class ExampleBinding implements Binding {
  private static final Property<String> ADDRESS =
      Property.optional(
          "example.address", ValueType.text("HOST:PORT"), "a test server", "address of the server");

  @Override
  public String name() {
    return "example";
  }

  @Override
  public String description() {
    return "the example of docs/writing-a-binding.md";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(ADDRESS);
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    return properties.containsKey(ADDRESS.name());
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(new Recipe());
  }

  @Override
  public DatabasePool open(Map<String, String> properties, Transport transport)
      throws DatabaseException {
    String[] address = new TypedProperties(properties).get(ADDRESS).split(":", 2);
    return ExamplePool.open(
        new ExampleConnector(address[0], Integer.parseInt(address[1])), transport);
  }

  private static final class Recipe implements TestServer {
    /** The jars of these tests; a real test server has a module of its own. */
    @Override
    public String module() {
      return "../binding-testkit";
    }

    @Override
    public String mainClass() {
      return ExampleServer.class.getName();
    }

    @Override
    public Map<String, String> clientProperties(
        String host, int port, Map<String, String> properties) {
      return Map.of(ADDRESS.name(), host + ":" + port);
    }
  }
}
