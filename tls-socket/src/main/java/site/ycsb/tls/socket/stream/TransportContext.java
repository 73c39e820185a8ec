package site.ycsb.tls.socket.stream;

import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** An {@link SSLContext} that makes only a transport's sockets and engines. */
public final class TransportContext extends SSLContext {

  public TransportContext(Provider provider, Source source) {
    super(new Spi(source), provider, "TLS");
  }

  /** Makes sockets, engines and their parameters. */
  public interface Source {
    SSLSocketFactory socketFactory();

    SSLEngine engine(String host, int port);

    SSLParameters parameters();

    SSLSessionContext sessions();
  }

  private static final class Spi extends SSLContextSpi {
    private final Source source;

    Spi(Source source) {
      this.source = source;
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw new IllegalStateException(
          "this context's keys and trust come from the tls.* properties and cannot be set again");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return source.socketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException("this context is for clients");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return source.engine(null, -1);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return source.engine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return source.sessions();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return source.sessions();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return source.parameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return source.parameters();
    }
  }
}
