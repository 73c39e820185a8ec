package site.ycsb.tls.mongodb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;

/** How to start the server in {@code testbed/mongodb-server}, and how to reach it. */
final class MongoDbTestServer implements TestServer {
  private static final double MOST_EXTRA_MICROS = 1e6;

  private static final Property<Double> EXTRA_CPU =
      Property.of(
          "testbed.extracpu",
          ValueType.number(0, MOST_EXTRA_MICROS),
          "0",
          "to check this program: CPU time that the test server wastes in each command, us; variants"
              + " may differ, and have servers of their own then");

  static final List<Property<?>> PROPERTIES = List.of(EXTRA_CPU);

  @Override
  public Tls tls() {
    return Tls.JVM_OR_PROVIDER;
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.mongodb.MongoDbServer";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    double micros = new TypedProperties(properties).get(EXTRA_CPU);
    return micros == 0 ? List.of() : List.of(Double.toString(micros));
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(MongoDbOptions.URL.name(), "mongodb://" + host + ":" + port + "/");
  }
}
