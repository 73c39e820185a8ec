package site.ycsb.tls.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** How to start the ring in {@code testbed/cassandra-server}, and how to reach it. */
final class CassandraTestServer implements TestServer {
  private static final Property<Long> NODES =
      Property.optional(
          "testbed.nodes",
          ValueType.whole(1, 9),
          "1; 3 with internode.cipher",
          "test server: number of nodes, on 127.0.0.1 and the addresses after it");

  private static final Property<String> DATA =
      Property.optional(
          "testbed.data",
          ValueType.text("path"),
          "a temporary one, which is removed",
          "test server: directory for its data, which stay there");

  /** The server's name for the listener for other nodes. */
  private static final String INTERNODE = "internode";

  static final List<Property<?>> PROPERTIES =
      Stream.<Property<?>>concat(Stream.of(NODES, DATA), InternodeTls.ALL.stream()).toList();

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.cassandra.CassandraServer";
  }

  /** The nodes take over the arguments of the launcher's JVM. */
  @Override
  public Tls tls() {
    return Tls.JVM;
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  /** A node goes on compiling for long, and works in the background. */
  @Override
  public Duration warmUp() {
    return Duration.ofSeconds(45);
  }

  @Override
  public Map<String, TlsOptions> furtherListeners(Map<String, String> variant) {
    return InternodeTls.parse(variant).map(tls -> Map.of(INTERNODE, tls)).orElse(Map.of());
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    long nodes = nodes(properties);
    if (wantsInternode(properties) && nodes == 1) {
      throw new UsageException(
          "internode.cipher with testbed.nodes=1: one node has no other to connect to; leave testbed.nodes out, or give at least 2");
    }
    return List.of(
        new TypedProperties(properties).get(DATA, data.toString()), Long.toString(nodes));
  }

  @Override
  public Optional<String> dataOfTheUser(Map<String, String> properties) {
    return new TypedProperties(properties).given(DATA).map(given -> DATA + "=" + given);
  }

  private static long nodes(Map<String, String> properties) {
    return new TypedProperties(properties).get(NODES, wantsInternode(properties) ? 3L : 1L);
  }

  private static boolean wantsInternode(Map<String, String> properties) {
    return properties.containsKey(InternodeTls.NAMES.get(0));
  }

  /** The heap of each node. */
  @Override
  public String heap() {
    return "512m";
  }

  /** A node takes about half a gigabyte in addition to its heap. */
  @Override
  public long memoryBytes(Map<String, String> properties) {
    return nodes(properties) * TestServer.super.memoryBytes(properties);
  }

  @Override
  public Duration patience() {
    return Duration.ofMinutes(10);
  }

  /** Cassandra 5.0 runs on this version of Java only. */
  @Override
  public Path javaHome() {
    return Java17.home(System.getenv().getOrDefault(Java17.OWN_VARIABLE, ""));
  }

  /**
   * To measure TLS between nodes, requests go to any node, for all variants: if they went to a node
   * that has the key, most would never travel between nodes.
   */
  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>();
    all.put(CassandraOptions.HOSTS.name(), host);
    all.put(CassandraOptions.PORT.name(), Integer.toString(port));
    all.put(CassandraOptions.CREATE_TABLE.name(), "true");
    if (wantsInternode(properties)
        && !properties.containsKey(CassandraOptions.TOKEN_AWARE.name())) {
      all.put(CassandraOptions.TOKEN_AWARE.name(), "false");
    }
    return all;
  }
}
