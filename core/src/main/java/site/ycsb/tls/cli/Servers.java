package site.ycsb.tls.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.compare.ServerSide;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;

/**
 * The servers of one command: a test server with a listener for each variant, or the user's own,
 * whose address is among the properties.
 */
final class Servers implements ServerSide, AutoCloseable {
  private static final String PLAIN = "plain";

  private final Optional<TestbedServer> server;
  private final Map<String, String> listenerOfVariant;

  private Servers(Optional<TestbedServer> server, Map<String, String> listenerOfVariant) {
    this.server = server;
    this.listenerOfVariant = listenerOfVariant;
  }

  /** Whether a test server would be started for these properties. */
  static boolean areOurs(Binding binding, Properties properties) {
    return !binding.namesServer(properties) && binding.testServer().isPresent();
  }

  /**
   * Starts the test server where the properties name none.
   *
   * @param variants all that will be asked for
   * @param directory for the server's files and log
   * @param err gets one line about what was started
   * @throws IOException when the server does not start
   */
  static Servers of(
      Binding binding,
      Properties properties,
      List<Variant> variants,
      Path directory,
      PrintWriter err)
      throws IOException, InterruptedException {
    if (!areOurs(binding, properties)) {
      return new Servers(Optional.empty(), Map.of());
    }
    Map<String, Optional<TlsOptions>> listeners = new LinkedHashMap<>();
    listeners.put(PLAIN, Optional.empty());
    Map<String, String> listenerOfVariant = new HashMap<>();
    for (Variant variant : variants) {
      Optional<TlsOptions> tls = TlsOptions.parse(variant.properties());
      String listener = tls.map(Servers::listener).orElse(PLAIN);
      listeners.putIfAbsent(listener, tls);
      listenerOfVariant.put(variant.name(), listener);
    }
    TestbedServer server =
        Testbed.ofThisInstallation()
            .start(binding.testServer().orElseThrow(), properties, listeners, directory);
    err.println(
        "No server given: started a test server for this command ("
            + server.description().get("testServer")
            + ").");
    err.flush();
    return new Servers(Optional.of(server), listenerOfVariant);
  }

  /** Variants that differ on the client's side only share a listener. */
  private static String listener(TlsOptions tls) {
    return (tls.pin().protocol()
            + "-"
            + tls.pin().cipherSuite()
            + tls.pin().serverKey().map(key -> "-" + key).orElse("")
            + (tls.resumption() ? "-resumption" : ""))
        .replace(' ', '-');
  }

  /** The test server; empty when the servers are the user's. */
  Optional<TestbedServer> testServer() {
    return server;
  }

  @Override
  public Address prepare(Variant variant) {
    return server.map(s -> address(s, listenerOfVariant.get(variant.name()))).orElse(USERS_OWN);
  }

  /** Where data can be loaded without TLS. */
  Address plain() {
    return server.map(s -> address(s, PLAIN)).orElse(USERS_OWN);
  }

  private static final Address USERS_OWN = new Address(Map.of(), List.of(), "the user's server");

  private static Address address(TestbedServer server, String listener) {
    return new Address(server.clientProperties(listener), server.processIds(), "test server");
  }

  @Override
  public Map<String, Long> witness() throws IOException {
    Map<String, Long> all = new HashMap<>();
    if (server.isPresent()) {
      try {
        server.get().witness().forEach((listener, seen) -> add(all, listener, seen));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while asking the test server what it negotiated", e);
      }
    }
    return all;
  }

  @Override
  public void close() {
    server.ifPresent(TestbedServer::close);
  }

  private static void add(Map<String, Long> all, String listener, ListenerWitness seen) {
    if (listener.equals(PLAIN)) {
      all.merge(PLAIN, seen.connections(), Long::sum);
    }
    seen.handshakes()
        .forEach((n, count) -> all.merge(n.protocol() + " " + n.cipherSuite(), count, Long::sum));
  }
}
