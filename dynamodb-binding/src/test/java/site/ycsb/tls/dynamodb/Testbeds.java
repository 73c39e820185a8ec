package site.ycsb.tls.dynamodb;

import java.io.IOException;
import java.nio.file.Files;
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
 * DynamoDB Local in a process of its own, with the listeners that the tests are about, and clients
 * of it as the command line makes them: from properties.
 */
final class Testbeds implements AutoCloseable {
  static final String TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";

  /** A suite that Jetty's own lists leave out. */
  static final String CBC = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA";

  /** What each listener pins. */
  static final Map<String, Map<String, String>> LISTENERS = listeners();

  final TestbedServer server;

  private Testbeds(TestbedServer server) {
    this.server = server;
  }

  static Testbeds start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("testbed");
    Map<String, Optional<TlsOptions>> listeners = new LinkedHashMap<>();
    LISTENERS.forEach((name, tls) -> listeners.put(name, TlsOptions.parse(tls)));
    return new Testbeds(
        Testbed.ofThisInstallation()
            .start(
                new DynamoDbBinding().testServer().orElseThrow(),
                properties("testbed.heap=256m"),
                listeners,
                directory));
  }

  private static Map<String, Map<String, String>> listeners() {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    listeners.put("plain", Map.of());
    for (String suite : new String[] {TLS_1_2, TLS_1_3, CBC}) {
      listeners.put(suite, Map.of("tls.cipher", suite, "tls.keysize", "2048"));
    }
    return listeners;
  }

  /** A client of the listener, with what it pins and these properties, which come last. */
  Session open(String listener, String... properties) throws DatabaseException {
    Properties all = new Properties();
    all.putAll(server.clientProperties(listener));
    all.putAll(LISTENERS.get(listener));
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

  /** An open pool and its transport. */
  record Session(DynamoDbPool pool, Transport transport) implements AutoCloseable {
    static Session open(Properties properties) throws DatabaseException {
      Map<String, String> map = new LinkedHashMap<>();
      properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
      Optional<TlsOptions> tls = TlsOptions.parse(map);
      tls.ifPresent(JvmTls::prepare);
      Transport transport = tls.isPresent() ? new PinnedTransport(tls.get()) : new PlainTransport();
      return new Session(
          (DynamoDbPool) new DynamoDbBinding().open(properties, transport), transport);
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
