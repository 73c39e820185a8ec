package site.ycsb.tls.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;

/**
 * Real nodes with the TLS that a test is about, and clients of them as the command line makes them:
 * from properties.
 */
final class Testbeds implements AutoCloseable {
  static final String LISTENER = "client";

  final TestbedServer server;
  private final Properties variant;

  private Testbeds(TestbedServer server, Properties variant) {
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
    Properties properties = properties(variant);
    CassandraTestServer recipe = new CassandraTestServer();
    Map<String, Optional<TlsOptions>> listeners = new LinkedHashMap<>();
    listeners.put(LISTENER, TlsOptions.parse(map(properties)));
    recipe
        .furtherListeners(map(properties))
        .forEach((name, tls) -> listeners.put(name, Optional.of(tls)));
    return new Testbeds(
        Testbed.ofThisInstallation().start(recipe, properties, listeners, directory), properties);
  }

  /** A client with what the ring pins and these properties, which come last. */
  Session open(String... properties) throws DatabaseException {
    Properties all = new Properties();
    all.putAll(server.clientProperties(LISTENER));
    all.putAll(variant);
    all.putAll(properties(properties));
    return Session.open(all);
  }

  static Properties properties(String... properties) {
    Properties all = new Properties();
    for (String property : properties) {
      int equals = property.indexOf('=');
      all.setProperty(property.substring(0, equals), property.substring(equals + 1));
    }
    return all;
  }

  private static Map<String, String> map(Properties properties) {
    Map<String, String> map = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
    return map;
  }

  /** An open pool and its transport. */
  record Session(CassandraPool pool, Transport transport) implements AutoCloseable {
    static Session open(Properties properties) throws DatabaseException {
      Optional<TlsOptions> tls = TlsOptions.parse(map(properties));
      tls.ifPresent(JvmTls::prepare);
      Transport transport = tls.isPresent() ? new PinnedTransport(tls.get()) : new PlainTransport();
      return new Session(
          (CassandraPool) new CassandraBinding().open(properties, transport), transport);
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
