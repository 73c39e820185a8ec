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
  private volatile Initialised initialised;

  /**
   * What comes of {@code init}.
   *
   * @param server made when a server socket is asked for
   */
  private record Initialised(SSLContext client, Supplier<SSLContext> server) {}

  JvmContext(PinningProvider.Maker maker) {
    this.maker = maker;
  }

  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    initialised =
        new Initialised(
            maker.make(listOf(keys), listOf(trust)), () -> ownContext(keys, trust, random));
  }

  private static <T> List<T> listOf(T[] given) {
    return given == null ? List.of() : Arrays.stream(given).toList();
  }

  private SSLContext client() {
    return requireInitialised().client();
  }

  private Initialised requireInitialised() {
    Initialised made = initialised;
    if (made == null) {
      throw new IllegalStateException("SSLContext is not initialized");
    }
    return made;
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return client().getSocketFactory();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return requireInitialised().server().get().getServerSocketFactory();
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
    return undecided(client().createSSLEngine());
  }

  /** Most engines of most processes are clients'. */
  private SSLEngine undecided(SSLEngine client) {
    return new UndecidedEngine(client, () -> requireInitialised().server().get().createSSLEngine());
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return undecided(client().createSSLEngine(host, port));
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return client().getServerSessionContext();
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
