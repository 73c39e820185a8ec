package site.ycsb.tls.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntSupplier;

/** A test server in this process, on loopback, which counts what each of its listeners sees. */
public abstract class JvmServer implements RunningServer {
  /** Where it listens. */
  protected static final String LOOPBACK = "127.0.0.1";

  private final String product;
  private final Map<String, IntSupplier> ports = new LinkedHashMap<>();
  private final Map<String, WitnessCounter> counters = new LinkedHashMap<>();

  /**
   * A server without listeners. Its build has written name and version into {@code
   * server.properties} beside its class.
   *
   * @throws IOException when that file is missing or cannot be read
   */
  protected JvmServer() throws IOException {
    Properties build = new Properties();
    try (InputStream in = getClass().getResourceAsStream("server.properties")) {
      if (in == null) {
        throw new IOException("server.properties is missing beside " + getClass().getName());
      }
      build.load(in);
    }
    product = build.getProperty("name") + " " + build.getProperty("version");
  }

  /**
   * It has a further listener.
   *
   * @param port asked when the server runs
   * @param counter of what it sees
   */
  protected final void addListener(
      ListenerSpec listener, IntSupplier port, WitnessCounter counter) {
    ports.put(listener.name(), port);
    counters.put(listener.name(), counter);
  }

  @Override
  public final String product() {
    return product;
  }

  @Override
  public final Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    ports.forEach(
        (name, port) ->
            addresses.put(name, InetSocketAddress.createUnresolved(LOOPBACK, port.getAsInt())));
    return addresses;
  }

  @Override
  public final Map<String, ListenerWitness> witness() {
    Map<String, ListenerWitness> seen = new LinkedHashMap<>();
    counters.forEach((name, counter) -> seen.put(name, counter.witness()));
    return seen;
  }
}
