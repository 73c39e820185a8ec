package site.ycsb.tls.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.servers.Testbed;
import site.ycsb.tls.servers.TestbedServer;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;

/**
 * Real nodes with the TLS that a test is about, and clients of them as the command line makes them:
 * from properties.
 */
final class Testbeds implements AutoCloseable {
  static final String LISTENER = "client";

  final TestbedServer server;
  private final Map<String, String> variant;

  private Testbeds(TestbedServer server, Map<String, String> variant) {
    this.server = server;
    this.variant = variant;
  }

  /**
   * Starts a ring.
   *
   * @param directory its data, which the next ring with the same directory finds again
   * @param variant {@code tls.*} and {@code internode.*} that it is to have, {@code testbed.*}
   */
  static Testbeds start(Path directory, String... variant)
      throws IOException, InterruptedException {
    Map<String, String> properties = Given.properties(variant);
    CassandraTestServer recipe = new CassandraTestServer();
    Map<String, Optional<TlsOptions>> listeners = new LinkedHashMap<>();
    // The nodes tell the first port, so clients of the other must know better.
    listeners.put("plain", Optional.empty());
    listeners.put(LISTENER, TlsOptions.parse(properties));
    recipe
        .furtherListeners(properties)
        .forEach((name, tls) -> listeners.put(name, Optional.of(tls)));
    return new Testbeds(
        Testbed.ofThisInstallation()
            .start(recipe, properties, listeners, directory, directory.resolve("data")),
        properties);
  }

  /** A client with what the ring pins and these properties, which come last. */
  OpenDatabase open(String... properties) throws DatabaseException {
    Map<String, String> all = new TreeMap<>();
    all.putAll(server.clientProperties(LISTENER));
    all.putAll(variant);
    all.putAll(Given.properties(properties));
    return OpenDatabase.open(new CassandraBinding(), all);
  }

  @Override
  public void close() {
    server.close();
  }
}
