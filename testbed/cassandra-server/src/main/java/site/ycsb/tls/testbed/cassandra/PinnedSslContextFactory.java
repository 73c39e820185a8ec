package site.ycsb.tls.testbed.cassandra;

import io.netty.handler.ssl.CipherSuiteFilter;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.apache.cassandra.security.FileBasedSslContextFactory;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.WitnessCounter;

/**
 * Makes a Cassandra node's port speak exactly one protocol version and one cipher suite, with a key
 * of one size: the client port, the storage port (both its ends), or each its own.
 *
 * <p>Cassandra itself silently reduces lists of suites to those that its TLS library knows, and
 * with BoringSSL, which it prefers, a suite of TLS 1.3 cannot be chosen at all. This factory uses
 * the JDK's TLS, and a node with an impossible pin does not start. In {@code cassandra.yaml}, for
 * either of the two ports:
 *
 * <pre>{@code
 * server_encryption_options:
 *   internode_encryption: all
 *   optional: false
 *   keystore: conf/node.p12
 *   keystore_password: …
 *   truststore: conf/ca.p12
 *   truststore_password: …
 *   ssl_context_factory:
 *     class_name: site.ycsb.tls.testbed.cassandra.PinnedSslContextFactory
 *     parameters:
 *       pin_port: internode
 *       pin_cipher: TLS_DHE_RSA_WITH_AES_256_CBC_SHA
 *       pin_protocol: TLSv1.2
 *       pin_key: RSA-2048
 * }</pre>
 *
 * <p>{@code pin_port} is a name for the port, under which the handshakes are counted (see {@link
 * HandshakesMXBean}); {@code pin_protocol} may be left out (the newest that has the suite), {@code
 * pin_key} too (any key). Cassandra makes the objects of this class, and may make several for one
 * port. Thread-safe.
 */
public final class PinnedSslContextFactory extends FileBasedSslContextFactory {
  static final String PORT = "pin_port";
  static final String CIPHER = "pin_cipher";
  static final String PROTOCOL = "pin_protocol";
  static final String KEY = "pin_key";

  /** JSSE's names of the kinds of keys that a server can have. */
  private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

  private final TlsPin pin;
  private final WitnessCounter witness;

  /** Made by Cassandra with the settings of one of its {@code encryption_options}. */
  public PinnedSslContextFactory(Map<String, Object> parameters) {
    super(parameters);
    CipherSuite suite = CipherSuites.parse(required(CIPHER));
    String protocol = getString(PROTOCOL);
    this.pin =
        new TlsPin(
            protocol == null ? suite.newestProtocol() : TlsProtocol.parse(protocol),
            suite,
            Optional.ofNullable(getString(KEY)).map(ServerKey::parse),
            Optional.empty(),
            Optional.empty());
    this.witness = Handshakes.register(required(PORT));
  }

  private String required(String name) {
    String value = getString(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(
          "ssl_context_factory: PinnedSslContextFactory needs the parameter " + name);
    }
    return value;
  }

  @Override
  public List<String> getAcceptedProtocols() {
    return List.of(pin.protocol().toString());
  }

  @Override
  public List<String> getCipherSuites() {
    return List.of(pin.cipherSuite().jsseName());
  }

  @Override
  protected SslProvider getSslProvider() {
    return SslProvider.JDK;
  }

  @Override
  public SslContext createNettySslContext(
      boolean verifyPeerCertificate, SocketType socketType, CipherSuiteFilter cipherFilter)
      throws SSLException {
    return socketType == SocketType.SERVER ? server() : client(verifyPeerCertificate);
  }

  private SslContext server() throws SSLException {
    try {
      PinnedServerContext server =
          require_client_auth
              ? PinnedServerContext.withClientCertificates(pin, certifiedKey(), authorities())
              : PinnedServerContext.of(pin, certifiedKey());
      return new PinnedSslContext(server, witness);
    } catch (UsageException | IllegalArgumentException e) {
      throw new SSLException(e.getMessage(), e);
    }
  }

  /** The side that opens connections to other nodes. */
  private SslContext client(boolean verifyPeerCertificate) throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(getSslProvider())
            .protocols(getAcceptedProtocols())
            .ciphers(getCipherSuites(), IdentityCipherSuiteFilter.INSTANCE);
    if (hasOutboundKeystore()) {
      builder.keyManager(buildOutboundKeyManagerFactory());
    }
    if (verifyPeerCertificate) {
      builder.trustManager(buildTrustManagerFactory());
    }
    return builder.build();
  }

  private CertifiedKey certifiedKey() throws SSLException {
    X509KeyManager keys = (X509KeyManager) buildKeyManagerFactory().getKeyManagers()[0];
    String alias =
        KEY_TYPES.stream()
            .map(type -> keys.getServerAliases(type, null))
            .flatMap(Stream::ofNullable)
            .flatMap(Stream::of)
            .findFirst()
            .orElseThrow(() -> new SSLException("the keystore has no key for a server"));
    return new CertifiedKey(List.of(keys.getCertificateChain(alias)), keys.getPrivateKey(alias));
  }

  private List<X509Certificate> authorities() throws SSLException {
    return List.of(
        ((X509TrustManager) buildTrustManagerFactory().getTrustManagers()[0]).getAcceptedIssuers());
  }
}
