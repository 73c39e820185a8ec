package site.ycsb.tls.testbed.dynamodb;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import site.ycsb.tls.server.PinnedServerContext;

/**
 * Gives Jetty engines that are pinned, in place of those that it would make and then restrict by
 * lists of its own, which lack CBC suites and static RSA.
 */
final class PinnedContextFactory extends SslContextFactory.Server {
  private final PinnedServerContext tls;

  PinnedContextFactory(PinnedServerContext tls) {
    this.tls = tls;
    setSslContext(tls.sslContext());
  }

  @Override
  public SSLEngine newSSLEngine() {
    return tls.engine();
  }

  @Override
  public SSLEngine newSSLEngine(String host, int port) {
    return tls.engine();
  }

  @Override
  public SSLEngine newSSLEngine(InetSocketAddress client) {
    return tls.engine();
  }
}
