package site.ycsb.tls.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.servers.Testbed;
import site.ycsb.tls.servers.TestbedServer;

/**
 * A test server with its listeners in a process of its own, and clients of each of them. Its files
 * are removed when it is closed.
 */
public final class ListenerTestbed implements AutoCloseable {
  private final Binding binding;
  private final TestbedServer server;
  private final Map<String, Map<String, String>> listeners;
  private final TemporaryDirectory directory;
  private final TemporaryDirectory data;

  private ListenerTestbed(
      Binding binding,
      TestbedServer server,
      Map<String, Map<String, String>> listeners,
      TemporaryDirectory directory,
      TemporaryDirectory data) {
    this.binding = binding;
    this.server = server;
    this.listeners = listeners;
    this.directory = directory;
    this.data = data;
  }

  /** Starts the binding's test server with a heap that is enough for tests. */
  public static ListenerTestbed start(Binding binding, Map<String, Map<String, String>> listeners)
      throws IOException, InterruptedException {
    return start(binding, listeners, Given.properties("testbed.heap=256m"));
  }

  /**
   * Starts the binding's test server.
   *
   * @param listeners the {@code tls.*} properties that each of them pins, by name
   * @param properties {@code testbed.*}
   */
  public static ListenerTestbed start(
      Binding binding, Map<String, Map<String, String>> listeners, Map<String, String> properties)
      throws IOException, InterruptedException {
    Map<String, Optional<TlsOptions>> pins = new LinkedHashMap<>();
    listeners.forEach((name, tls) -> pins.put(name, TlsOptions.parse(tls)));
    TemporaryDirectory directory = TemporaryDirectory.create("testbed");
    TemporaryDirectory data = TemporaryDirectory.create("testbed-data");
    try {
      TestbedServer server =
          Testbed.ofThisInstallation()
              .start(
                  binding.testServer().orElseThrow(),
                  properties,
                  pins,
                  directory.path(),
                  data.path());
      return new ListenerTestbed(binding, server, listeners, directory, data);
    } catch (IOException | InterruptedException | RuntimeException e) {
      Path log = directory.path().resolve("server.log");
      Optional<Path> kept = Files.exists(log) ? Optional.of(keep(log, binding)) : Optional.empty();
      data.close();
      directory.close();
      if (e instanceof IOException && kept.isPresent()) {
        throw new IOException(
            e.getMessage().replace(log.toString(), kept.get().toAbsolutePath().toString()), e);
      }
      throw e;
    }
  }

  /** The log of a server that does not start, beside the reports of the module's tests. */
  private static Path keep(Path log, Binding binding) throws IOException {
    Path kept = Files.createDirectories(Path.of("target", "server-logs"));
    return Files.copy(
        log,
        kept.resolve(binding.name() + "-" + ProcessHandle.current().pid() + ".log"),
        StandardCopyOption.REPLACE_EXISTING);
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
    return OpenDatabase.open(binding, properties(listener, properties));
  }

  /** What makes that client. */
  public Map<String, String> properties(String listener, String... properties) {
    return TypedProperties.merged(
        server.clientProperties(listener), listeners.get(listener), Given.properties(properties));
  }

  @Override
  public void close() throws IOException {
    server.close();
    data.close();
    directory.close();
  }
}
