package site.ycsb.tls.jvm;

import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.socket.stream.DelegatingEngine;

/**
 * A client's engine until {@code setUseClientMode(false)} says, before its handshake, that it is a
 * server's: then one of the JVM's own TLS takes its place. A context does not know what its engines
 * are for. Some servers, as Jetty, say before it whether they ask their clients for certificates.
 */
final class UndecidedEngine extends DelegatingEngine {
  private final Supplier<SSLEngine> server;
  private volatile SSLEngine engine;
  private Consumer<SSLEngine> clientAuthentication = anyEngine -> {};

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
      clientAuthentication.accept(own);
      engine = own;
    } else {
      engine.setUseClientMode(mode);
    }
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    super.setSSLParameters(parameters);
    if (parameters.getNeedClientAuth()) {
      setNeedClientAuth(true);
    } else {
      setWantClientAuth(parameters.getWantClientAuth());
    }
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    clientAuthentication = own -> own.setNeedClientAuth(need);
    clientAuthentication.accept(engine);
  }

  @Override
  public void setWantClientAuth(boolean want) {
    clientAuthentication = own -> own.setWantClientAuth(want);
    clientAuthentication.accept(engine);
  }
}
