package site.ycsb.tls.testbed.dynamodb;

import java.io.IOException;
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
import site.ycsb.tls.testserver.JvmServer;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;

/**
 * The test server: Jetty with connectors of ours, and behind them the handler that {@code
 * handler.xml} names. This class knows it only as a handler.
 */
public final class DynamoDbServer extends JvmServer {
  /** Churn opens thousands of connections per second; a short queue would make them wait. */
  private static final int BACKLOG = 1024;

  private static final long IDLE_MILLIS = 3_600_000;

  private final Server jetty = new Server();

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
    addListener(listener, connector::getLocalPort, ConnectionWitness.of(connector, tls));
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
  public void close() throws IOException {
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IOException("Jetty did not stop: " + e.getMessage(), e);
    }
  }
}
