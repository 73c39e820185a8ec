package site.ycsb.tls.testbed.dynamodb;

import java.nio.channels.SelectableChannel;
import java.util.Optional;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.ServerConnector;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.WitnessCounter;

/** Counts accepted connections of a connector, and what the server's own sessions negotiated. */
final class ConnectionWitness implements SelectorManager.AcceptListener, SslHandshakeListener {
  private final Optional<PinnedServerContext> tls;
  private final WitnessCounter counter = new WitnessCounter();

  private ConnectionWitness(Optional<PinnedServerContext> tls) {
    this.tls = tls;
  }

  /** The result counts the connector's events from now on. */
  static WitnessCounter of(ServerConnector connector, Optional<PinnedServerContext> tls) {
    ConnectionWitness witness = new ConnectionWitness(tls);
    connector.addBean(witness);
    return witness.counter;
  }

  @Override
  public void onAccepted(SelectableChannel channel) {
    counter.connected();
  }

  @Override
  public void handshakeSucceeded(Event event) {
    counter.handshakeEnded(tls.orElseThrow(), event.getSSLEngine(), true);
  }

  @Override
  public void handshakeFailed(Event event, Throwable failure) {
    counter.failed();
  }
}
