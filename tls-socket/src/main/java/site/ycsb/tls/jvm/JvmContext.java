package site.ycsb.tls.jvm;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.option.JsseProviders;

/**
 * What a client gets as its {@code SSLContext}: for clients the installed transport's, for server
 * sockets and engines in server mode the JVM's own.
 */
final class JvmContext extends SSLContextSpi {
  private final PinningProvider.Maker maker;
  private volatile SSLContext client;

  /** Under this object's lock, as the next. */
  private Supplier<SSLContext> serverMaker;

  /** Null until somebody is a server: most processes are clients. */
  private SSLContext server;

  JvmContext(PinningProvider.Maker maker) {
    this.maker = maker;
  }

  @Override
  protected synchronized void engineInit(
      KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    client = maker.make(listOf(keys), listOf(trust));
    serverMaker = () -> ownContext(keys, trust, random);
    server = null;
  }

  private static <T> List<T> listOf(T[] given) {
    return given == null ? List.of() : Arrays.stream(given).toList();
  }

  private SSLContext client() {
    SSLContext made = client;
    if (made == null) {
      throw new IllegalStateException("SSLContext is not initialized");
    }
    return made;
  }

  /** The same for all sockets and engines of servers, which share its sessions. */
  private synchronized SSLContext server() {
    client(); // Initialised, so that there is a maker.
    server = server == null ? serverMaker.get() : server;
    return server;
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return client().getSocketFactory();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return server().getServerSocketFactory();
  }

  /** A context of the JVM's own TLS. */
  static SSLContext ownContext(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    try {
      SSLContext own = SSLContext.getInstance("TLS", JsseProviders.of(Optional.empty()));
      own.init(keys, trust, random);
      return own;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("an SSLContext of this JVM's own TLS cannot be created", e);
    }
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return new UndecidedEngine(client().createSSLEngine(), () -> server().createSSLEngine());
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return new UndecidedEngine(
        client().createSSLEngine(host, port), () -> server().createSSLEngine());
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return server().getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return client().getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return client().getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return client().getSupportedSSLParameters();
  }
}
