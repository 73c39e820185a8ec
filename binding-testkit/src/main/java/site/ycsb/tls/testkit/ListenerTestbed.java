package site.ycsb.tls.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;

/** A test server with several listeners in a process of its own, and clients of each of them. */
public final class ListenerTestbed implements AutoCloseable {
  private final Binding binding;
  private final TestbedServer server;
  private final Map<String, Map<String, String>> listeners;

  private ListenerTestbed(
      Binding binding, TestbedServer server, Map<String, Map<String, String>> listeners) {
    this.binding = binding;
    this.server = server;
    this.listeners = listeners;
  }

  /**
   * Starts the binding's test server.
   *
   * @param listeners the {@code tls.*} properties that each of them pins, by name
   */
  public static ListenerTestbed start(Binding binding, Map<String, Map<String, String>> listeners)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("testbed");
    Map<String, Optional<TlsOptions>> pins = new LinkedHashMap<>();
    listeners.forEach((name, tls) -> pins.put(name, TlsOptions.parse(tls)));
    TestbedServer server =
        Testbed.ofThisInstallation()
            .start(
                binding.testServer().orElseThrow(),
                Given.properties("testbed.heap=256m"),
                pins,
                directory);
    return new ListenerTestbed(binding, server, listeners);
  }

  public TestbedServer server() {
    return server;
  }

  /** Kills its processes. */
  public void kill() {
    kill(server);
  }

  /** Kills a server's processes. */
  public static void kill(TestbedServer server) {
    server
        .processIds()
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  /** A client of the listener, with its pin and these properties, which come last. */
  public OpenDatabase open(String listener, String... properties) throws DatabaseException {
    Properties all = new Properties();
    all.putAll(server.clientProperties(listener));
    all.putAll(listeners.get(listener));
    all.putAll(Given.properties(properties));
    return OpenDatabase.open(binding, all);
  }

  @Override
  public void close() {
    server.close();
  }
}
