package site.ycsb.tls.mongodb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** How to start the server in {@code testbed/mongodb-server}, and how to reach it. */
final class MongoDbTestServer implements TestServer {
  private static final double MOST_EXTRA_MICROS = 1e6;
  private static final String SECANTUS = "secantus";

  static final Property<String> SERVER =
      Property.of(
          "testbed.server",
          ValueType.oneOf("java", SECANTUS),
          "java",
          "test server: java: mongo-java-server, which comes with the program; secantus: the"
              + " secantusd-rs on PATH, a native server with rustls (cargo install secantus-mdb)");

  static final Property<Double> EXTRA_CPU =
      Property.of(
          "testbed.extracpu",
          ValueType.number(0, MOST_EXTRA_MICROS),
          "0",
          "to check this program: CPU time that the test server wastes in each command, us; variants"
              + " may differ, and have servers of their own then");

  static final List<Property<?>> PROPERTIES =
      List.of(SERVER, EXTRA_CPU, SecantusTestServer.OPTIONS);

  /** Whether it is to be the {@code secantusd-rs} of this machine. */
  static boolean isSecantus(TypedProperties values) {
    return values.get(SERVER).equals(SECANTUS);
  }

  /**
   * Refuses a variant with another server than the command's.
   *
   * @param secantus whether that is {@code secantusd-rs}
   */
  static void requireSame(TypedProperties values, boolean secantus) {
    if (isSecantus(values) != secantus) {
      throw new UsageException(
          "%s=%s holds for all variants of a command: give it with -p, not for one of them"
              .formatted(SERVER, values.get(SERVER)));
    }
  }

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
    TypedProperties values = new TypedProperties(properties);
    requireSame(values, false);
    if (values.has(SecantusTestServer.OPTIONS)) {
      throw new UsageException(
          "%s are options of secantusd-rs, and the test server is one in a JVM; leave it out, or give %s=%s too"
              .formatted(SecantusTestServer.OPTIONS, SERVER, SECANTUS));
    }
    double micros = values.get(EXTRA_CPU);
    return micros == 0 ? List.of() : List.of(Double.toString(micros));
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(MongoDbOptions.URL.name(), "mongodb://" + host + ":" + port + "/");
  }
}
