package site.ycsb.tls.testbed.cassandra;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.WitnessCounter;

/** A server's TLS as Netty takes it: pinned, and its handshakes are counted. Thread-safe. */
final class PinnedSslContext extends DelegatingSslContext {
  private final PinnedServerContext server;
  private final WitnessCounter witness;

  PinnedSslContext(PinnedServerContext server, WitnessCounter witness) {
    super(context(server.sslContext(), server.parameters()));
    this.server = server;
    this.witness = witness;
  }

  private static SslContext context(SSLContext context, SSLParameters pinned) {
    return new JdkSslContext(
        context,
        false,
        List.of(pinned.getCipherSuites()),
        IdentityCipherSuiteFilter.INSTANCE,
        ApplicationProtocolConfig.DISABLED,
        pinned.getNeedClientAuth() ? ClientAuth.REQUIRE : ClientAuth.NONE,
        pinned.getProtocols(),
        false);
  }

  @Override
  protected void initEngine(SSLEngine engine) {}

  @Override
  protected void initHandler(SslHandler handler) {
    witness.connected();
    handler
        .handshakeFuture()
        .addListener(end -> witness.handshakeEnded(server, handler.engine(), end.isSuccess()));
  }
}
