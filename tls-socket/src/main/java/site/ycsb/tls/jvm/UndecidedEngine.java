package site.ycsb.tls.jvm;

import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.socket.stream.DelegatingEngine;

/**
 * A client's engine until {@code setUseClientMode(false)} says, before its handshake, that it is a
 * server's: then one of the JVM's own TLS takes its place. A context does not know what its engines
 * are for.
 */
final class UndecidedEngine extends DelegatingEngine {
  private final Supplier<SSLEngine> server;
  private volatile SSLEngine engine;

  /**
   * @param server makes what is used in server mode
   */
  UndecidedEngine(SSLEngine client, Supplier<SSLEngine> server) {
    super(client.getPeerHost(), client.getPeerPort());
    this.engine = client;
    this.server = server;
  }

  @Override
  protected SSLEngine engine() {
    return engine;
  }

  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode && engine.getUseClientMode()) {
      SSLEngine own = server.get();
      own.setUseClientMode(false);
      engine = own;
    } else {
      engine.setUseClientMode(mode);
    }
  }
}
