package site.ycsb.tls.testbed.dynamodb;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerProduct;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.WitnessCounter;

/**
 * The test server: Jetty with connectors of ours, and behind them the handler that {@code
 * handler.xml} names. This class knows it only as a handler.
 */
public final class DynamoDbServer implements RunningServer {
  private static final String LOOPBACK = "127.0.0.1";

  /** Churn opens thousands of connections per second; a short queue would make them wait. */
  private static final int BACKLOG = 1024;

  private static final long IDLE_MILLIS = 3_600_000;

  private final String product = ServerProduct.of(DynamoDbServer.class);
  private final Server jetty = new Server();
  private final Map<String, ServerConnector> connectors = new LinkedHashMap<>();
  private final Map<String, WitnessCounter> counters = new LinkedHashMap<>();

  private DynamoDbServer() throws IOException {}

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, (spec, arguments) -> start(spec)));
  }

  private static DynamoDbServer start(ServerSpec spec) throws Exception {
    DynamoDbServer server = new DynamoDbServer();
    for (ListenerSpec listener : spec.listeners()) {
      server.add(listener);
    }
    server.jetty.setHandler(handler());
    server.jetty.start();
    return server;
  }

  private static Handler handler() throws Exception {
    try (ResourceFactory.Closeable resources = ResourceFactory.closeable()) {
      Resource xml = resources.newResource(DynamoDbServer.class.getResource("handler.xml"));
      return (Handler) new XmlConfiguration(xml).configure();
    }
  }

  private void add(ListenerSpec listener) throws IOException {
    Optional<PinnedServerContext> tls = listener.context();
    ServerConnector connector = connector(tls);
    connector.setHost(LOOPBACK);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(IDLE_MILLIS);
    connectors.put(listener.name(), connector);
    counters.put(listener.name(), ConnectionWitness.of(connector, tls));
    jetty.addConnector(connector);
  }

  private ServerConnector connector(Optional<PinnedServerContext> tls) {
    HttpConnectionFactory http = new HttpConnectionFactory();
    if (tls.isEmpty()) {
      return new ServerConnector(jetty, http);
    }
    SslConnectionFactory ssl =
        new SslConnectionFactory(new PinnedContextFactory(tls.get()), http.getProtocol());
    // The client checks whether the certificate is that of the host.
    ssl.setEnsureSecureRequestCustomizer(false);
    return new ServerConnector(jetty, ssl, http);
  }

  @Override
  public String product() {
    return product;
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    connectors.forEach(
        (name, connector) ->
            addresses.put(
                name, InetSocketAddress.createUnresolved(LOOPBACK, connector.getLocalPort())));
    return addresses;
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    Map<String, ListenerWitness> seen = new LinkedHashMap<>();
    counters.forEach((name, counter) -> seen.put(name, counter.witness()));
    return seen;
  }

  @Override
  public void close() throws IOException {
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IOException("Jetty did not stop: " + e.getMessage(), e);
    }
  }
}
