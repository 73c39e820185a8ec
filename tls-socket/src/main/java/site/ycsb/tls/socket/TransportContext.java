package site.ycsb.tls.socket;

import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;

/** An {@link SSLContext} that makes only a transport's sockets and engines. */
final class TransportContext extends SSLContext {
  TransportContext(Provider provider, Spi transports) {
    super(transports, provider, "TLS");
  }

  /** Makes sockets, engines and their parameters, for clients. */
  abstract static class Spi extends SSLContextSpi {
    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw new IllegalStateException(
          "this context's keys and trust come from the tls.* properties and cannot be set again");
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException("this context is for clients");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return engineCreateSSLEngine(null, -1);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return engineGetClientSessionContext();
    }

    @Override
    protected abstract SSLParameters engineGetDefaultSSLParameters();

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return engineGetDefaultSSLParameters();
    }
  }
}
