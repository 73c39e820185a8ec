package site.ycsb.tls.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.KeyStores;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;

/**
 * A server's TLS with one protocol version, one suite and one key, and nothing else.
 *
 * <p>An {@link SSLContext} alone cannot carry that, so take engines and sockets from here. Code
 * that must make them from the context gives them {@link #parameters()}. Thread-safe.
 *
 * <pre>{@code
 * var server = PinnedServerContext.of(TlsPin.of("TLS_AES_256_GCM_SHA384"), files.read());
 * SSLServerSocket socket = server.serverSocket(new InetSocketAddress("127.0.0.1", 0), 50);
 * }</pre>
 */
public final class PinnedServerContext {
  private final TlsPin pin;
  private final SSLContext context;
  private final CertificateWitness certificate;
  private final boolean clientCertificateRequired;
  private final List<String> schemes;

  private PinnedServerContext(TlsPin pin, CertifiedKey certified, List<X509Certificate> clientCa) {
    requireFit(pin, certified);
    this.pin = pin;
    Provider provider = JsseProviders.of(pin.provider());
    TlsPin served = pin.withServerKey(ServerKey.of(certified.certificate().getPublicKey()));
    this.schemes = JvmTls.signatureSchemes(served);
    requireSigns(schemes, served);
    JvmTls.prepareServer(served);
    this.certificate = new CertificateWitness(keyManager(certified, provider));
    this.context = context(provider, certificate, clientCa);
    this.clientCertificateRequired = !clientCa.isEmpty();
    requireOffered();
  }

  /**
   * A server that asks its clients for no certificate.
   *
   * @param pin protocol and suite; the server key, if it names one, must be that of the
   *     certificate; the group is ignored
   * @throws UsageException when the certificate's key cannot be used with the pin, or this JVM does
   *     not have the pin (enabled)
   */
  public static PinnedServerContext of(TlsPin pin, CertifiedKey certified) {
    return new PinnedServerContext(pin, certified, List.of());
  }

  /**
   * The context for a listener; it asks its clients for no certificate.
   *
   * @throws IOException when a file cannot be read or has the wrong content
   * @throws UsageException as {@link #of(TlsPin, CertifiedKey)}
   */
  public static PinnedServerContext of(ServerTls tls) throws IOException {
    // It may be the provider that knows the kind of key.
    JsseProviders.of(tls.pin().provider());
    return of(tls.pin(), CertifiedKey.read(tls.certificate(), tls.key()));
  }

  /**
   * A server that requires a certificate from every client (mutual TLS).
   *
   * @param clientCa the authorities whose client certificates are accepted; at least one
   * @throws UsageException as {@link #of(TlsPin, CertifiedKey)}
   */
  public static PinnedServerContext withClientCertificates(
      TlsPin pin, CertifiedKey certified, List<X509Certificate> clientCa) {
    if (clientCa.isEmpty()) {
      throw new IllegalArgumentException("client certificates need at least one authority");
    }
    return new PinnedServerContext(pin, certified, clientCa);
  }

  /**
   * The context; sockets and engines made from it accept anything until {@link #parameters()} are
   * set.
   */
  public SSLContext sslContext() {
    return context;
  }

  /** The parameters that pin an engine or a socket of the context. A new object at each call. */
  public SSLParameters parameters() {
    SSLParameters parameters =
        new SSLParameters(
            new String[] {pin.cipherSuite().jsseName()}, new String[] {pin.protocol().toString()});
    parameters.setNeedClientAuth(clientCertificateRequired);
    JvmTls.takeAllGroups(parameters);
    if (!schemes.isEmpty()) {
      JvmTls.setSignatureSchemes(parameters, schemes);
    }
    return parameters;
  }

  /** A new engine for one connection, in server mode, pinned. */
  public SSLEngine engine() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setSSLParameters(parameters());
    return engine;
  }

  /**
   * Whether the completed handshake of an engine of {@link #engine()} resumed a session: the server
   * did not show its certificate.
   */
  public boolean resumed(SSLEngine engine) {
    return !certificate.wasShownBy(engine);
  }

  /**
   * A pinned socket that listens at the address.
   *
   * @param backlog connections that may wait to be accepted
   */
  public SSLServerSocket serverSocket(InetSocketAddress address, int backlog) throws IOException {
    SSLServerSocket socket =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
    try {
      socket.setSSLParameters(parameters());
      socket.bind(address, backlog);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  private static void requireFit(TlsPin pin, CertifiedKey certified) {
    ServerKey key = ServerKey.of(certified.certificate().getPublicKey());
    if (!pin.cipherSuite().keyAlgorithms().contains(key.algorithm())) {
      throw new UsageException(
          "a server certificate with a key %s cannot be used with %s, which takes %s"
              .formatted(key, pin.cipherSuite(), pin.cipherSuite().keyAlgorithms()));
    }
    if (pin.serverKey().isPresent() && !pin.serverKey().get().equals(key)) {
      throw new UsageException(
          "the server certificate's key is %s, the pin asks for %s"
              .formatted(key, pin.serverKey().get()));
    }
  }

  /** Tried with 1.84: from Java 19 on its server finds no use for the key, whatever it is told. */
  private static void requireSigns(List<String> bouncyCastleSchemes, TlsPin served) {
    if (!bouncyCastleSchemes.isEmpty() && Runtime.version().feature() >= 19) {
      throw new UsageException(
          "a server with Bouncy Castle's TLS does not sign with %s in Java %s; start it with Java 17, or use a server on OpenSSL 3.5 or newer"
              .formatted(served.serverKey().orElseThrow(), Runtime.version()));
    }
  }

  /** JSSE accepts a disabled suite silently and then fails in each handshake: check beforehand. */
  private void requireOffered() {
    SSLParameters supported = context.getSupportedSSLParameters();
    if (!Arrays.asList(supported.getCipherSuites()).contains(pin.cipherSuite().jsseName())
        || !Arrays.asList(supported.getProtocols()).contains(pin.protocol().toString())) {
      throw new UsageException(
          "this JVM (%s) does not serve %s %s: unknown to it, or disabled by its security property"
                  .formatted(Runtime.version(), pin.protocol(), pin.cipherSuite())
              + " jdk.tls.disabledAlgorithms, which tls.legacy=true lifts");
    }
  }

  private static X509ExtendedKeyManager keyManager(CertifiedKey certified, Provider provider) {
    char[] password = "in memory".toCharArray();
    try {
      // Not the JDK's PKIX: with it each handshake repeats the key's PBKDF2 (4.7 ms instead of
      // 1.4). Bouncy Castle has names of its own for kinds of keys, which only its own knows.
      KeyManagerFactory keys =
          provider.getName().equals(JsseProviders.BCJSSE)
              ? KeyManagerFactory.getInstance("PKIX", provider)
              : KeyManagerFactory.getInstance("SunX509");
      keys.init(certified.toKeyStore(password), password);
      return (X509ExtendedKeyManager) keys.getKeyManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a server's key manager could not be created", e);
    }
  }

  private static SSLContext context(
      Provider provider, KeyManager keys, List<X509Certificate> clientCa) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(new KeyManager[] {keys}, trustManagers(clientCa), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a server's SSLContext could not be created", e);
    }
  }

  /** Without an authority, no client is trusted. */
  private static TrustManager[] trustManagers(List<X509Certificate> authorities)
      throws GeneralSecurityException {
    if (authorities.isEmpty()) {
      return new TrustManager[0];
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(KeyStores.trusting(authorities));
    return factory.getTrustManagers();
  }
}
