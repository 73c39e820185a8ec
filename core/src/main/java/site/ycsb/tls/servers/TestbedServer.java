package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerHealth;
import site.ycsb.tls.testserver.ServerProcess;

/**
 * A test server that runs as a separate process until it is closed or this JVM ends. Thread-safe.
 *
 * @param recipe of the server
 * @param given properties that it was started with
 * @param process of the server
 * @param listeners by name; empty = plain
 * @param ca certificate that the chains of its listeners with TLS lead to
 */
public record TestbedServer(
    TestServer recipe,
    Map<String, String> given,
    ServerProcess process,
    Map<String, Optional<TlsOptions>> listeners,
    Path ca)
    implements AutoCloseable {
  public TestbedServer {
    listeners = Map.copyOf(listeners);
  }

  /** The address of a listener; the host is not resolved. */
  public InetSocketAddress address(String listener) {
    return process.address(listener);
  }

  /**
   * The properties of a client of the listener: the binding's address and, with TLS, the CA's
   * certificate. The pin itself is not among them.
   */
  public Map<String, String> clientProperties(String listener) {
    InetSocketAddress address = address(listener);
    Map<String, String> properties =
        new LinkedHashMap<>(
            recipe.clientProperties(address.getHostString(), address.getPort(), given));
    if (listeners.get(listener).isPresent()) {
      properties.put(TlsProperties.CA.name(), ca.toString());
    }
    return properties;
  }

  /** Name and version of the server, and of its TLS library where that is its own. */
  public String product() {
    return process.server();
  }

  /** The server's processes; their CPU time is the server's. */
  public List<Long> processIds() {
    return process.processIds();
  }

  /**
   * The server's own account of what it accepted and negotiated since its start, by listener.
   *
   * @throws IOException when it has ended or does not answer; the message is one line
   */
  public Map<String, ListenerWitness> witness() throws IOException, InterruptedException {
    return process.witness();
  }

  /**
   * Whether all parts of the server are alive, in its own view.
   *
   * @throws IOException when it has ended or does not answer; the message is one line
   */
  public ServerHealth health() throws IOException, InterruptedException {
    return process.health();
  }

  /**
   * Stops the server and waits for its end.
   *
   * @return whether it ended in order; otherwise its data cannot be relied on
   */
  public boolean stop() {
    return process.stop();
  }

  /** The same. */
  @Override
  public void close() {
    stop();
  }
}
