package site.ycsb.tls.cassandra.driver;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.addresstranslation.AddressTranslator;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import com.datastax.oss.driver.internal.core.ssl.SslHandlerFactory;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.Connection;

/**
 * Builds sessions whose connections are the transport's: with TLS its engines, and always its count
 * of connections.
 */
public final class TransportSession extends CqlSessionBuilder {
  private final Transport transport;
  private final EventLoops loops;
  private final OptionalInt port;

  /**
   * A builder.
   *
   * @param port of the nodes that the driver discovers, where another port than the one that they
   *     tell has the TLS; empty: the one that they tell
   */
  public TransportSession(Transport transport, EventLoops loops, OptionalInt port) {
    this.transport = transport;
    this.loops = loops;
    this.port = port;
  }

  @Override
  protected DriverContext buildContext(
      DriverConfigLoader configuration, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(configuration, arguments) {
      @Override
      protected NettyOptions buildNettyOptions() {
        return loops.reportingTo(transport);
      }

      @Override
      protected Optional<SslHandlerFactory> buildSslHandlerFactory() {
        return transport.options().map(tls -> new Engines(transport));
      }

      @Override
      protected AddressTranslator buildAddressTranslator() {
        return port.isPresent() ? new SamePort(port.getAsInt()) : super.buildAddressTranslator();
      }

      /** A retried operation would count as one slow success. */
      @Override
      protected Map<String, RetryPolicy> buildRetryPolicies() {
        return Map.of(DriverExecutionProfile.DEFAULT_NAME, new NoRetry());
      }
    };
  }

  private record SamePort(int port) implements AddressTranslator {
    @Override
    public InetSocketAddress translate(InetSocketAddress node) {
      return new InetSocketAddress(node.getAddress(), port);
    }

    @Override
    public void close() {}
  }

  /** Puts the transport's engines into the driver's connections. */
  private record Engines(Transport transport) implements SslHandlerFactory {
    @Override
    public SslHandler newSslHandler(Channel channel, EndPoint node) {
      Connection connection = ConnectionWatch.of(channel, transport);
      InetSocketAddress address = (InetSocketAddress) node.resolve();
      // Not the address's canonical name: the name that the user gave, or the node reports, is
      // verified.
      return new SslHandler(
          transport.engine(address.getHostString(), address.getPort(), connection));
    }

    @Override
    public void close() {}
  }
}
