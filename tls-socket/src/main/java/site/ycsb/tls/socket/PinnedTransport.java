package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.socket.stream.ConnectingSocketFactory;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/**
 * Connections with exactly the pinned TLS, or none. Thread-safe.
 *
 * <p>Three layers enforce the pin, because a driver may set other suites and protocols: sockets and
 * engines that offer the pin whatever is set, a trust manager that compares inside each full
 * handshake, and a comparison after each handshake, with the bytes on the wire too.
 *
 * <pre>{@code
 * TlsOptions options = TlsOptions.of(TlsPin.of("TLS_AES_256_GCM_SHA384"))
 *     .withTrust(Trust.ofCa(Path.of("ca.pem")));
 * PinnedTransport transport = new PinnedTransport(options);
 * try (Socket socket = transport.socketFactory().createSocket("localhost", 8443)) {
 *   …
 * }
 * }</pre>
 */
public final class PinnedTransport implements Transport {
  private final PinnedTls tls;
  private final Connections connections;

  /**
   * @throws site.ycsb.tls.property.UsageException when this JVM cannot offer the pin, or a file
   *     cannot be read
   */
  public PinnedTransport(TlsOptions options) {
    this(new PinnedTls(options), new Connections());
  }

  private PinnedTransport(PinnedTls tls, Connections connections) {
    this.tls = tls;
    this.connections = connections;
  }

  @Override
  public Optional<TlsOptions> options() {
    return Optional.of(tls.options());
  }

  @Override
  public SocketSettings sockets() {
    return tls.options().sockets();
  }

  @Override
  public SSLContext sslContext() {
    return new TransportContext(tls.provider(), new ContextSpi());
  }

  @Override
  public SSLSocketFactory socketFactory() {
    return new PinnedSocketFactory();
  }

  @Override
  public SocketFactory carrierFactory() {
    return new ConnectingSocketFactory() {
      @Override
      public Socket createSocket() {
        return new MeteredSocket(connection(), sockets(), /* watched= */ false);
      }
    };
  }

  @Override
  public SSLEngine engine(String host, int port, Connection connection) {
    TlsOptions.refuseWhatEnginesCannot(options());
    return new PinnedEngine(tls, connection, host, port);
  }

  @Override
  public Connection connection() {
    return connections.next();
  }

  @Override
  public void preflight(String host, int port, Duration timeout) throws IOException {
    PinnedTransport apart = apart();
    int millis = Math.toIntExact(timeout.toMillis());
    try (PinnedSocket socket = PinnedSocket.unconnected(apart.tls, apart.connection())) {
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(host, port), millis);
      apart.renegotiate();
      socket.requireServerAgrees();
    }
  }

  @Override
  public int renegotiate() throws IOException {
    return tls.renegotiate();
  }

  @Override
  public TransportCounts counts() {
    return connections.meter().counts();
  }

  @Override
  public Optional<TlsEvidence> evidence() {
    return tls.evidence(connections.meter());
  }

  @Override
  public Optional<String> clientCertificate() {
    return tls.clientKeys().inWords();
  }

  @Override
  public PinnedTransport apart() {
    return new PinnedTransport(tls.fresh(), new Connections());
  }

  @Override
  public PinnedTransport withListener(TransportListener listener) {
    return new PinnedTransport(tls, connections.with(listener));
  }

  /**
   * The same transport (counts, evidence and listeners are shared) with what a driver brings for
   * its connections.
   *
   * @param keys the driver's; used where the options name no certificate
   * @param trust the driver's: the first X.509 trust manager checks the server's certificate after
   *     all that the options demand
   */
  public PinnedTransport with(List<KeyManager> keys, List<TrustManager> trust) {
    X509TrustManager first =
        trust.stream()
            .filter(X509TrustManager.class::isInstance)
            .map(X509TrustManager.class::cast)
            .findFirst()
            .orElse(null);
    return new PinnedTransport(tls.with(keys.toArray(KeyManager[]::new), first), connections);
  }

  private final class PinnedSocketFactory extends TransportSocketFactory {
    @Override
    public Socket createSocket() {
      return PinnedSocket.unconnected(tls, connection());
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
        throws IOException {
      if (socket instanceof PinnedSocket outer && connections.isOurs(outer.connection())) {
        throw new SSLException(
            "TLS over TLS cannot be measured, as its bytes and handshakes would count twice: connect to %s:%d without a proxy that speaks TLS itself, or through one in clear text"
                .formatted(host, port));
      }
      socket.setTcpNoDelay(true);
      Connection connection = connections.of(socket);
      PinnedSocket made = PinnedSocket.over(tls, socket, connection, host, port, autoClose);
      connection.adopted();
      return made;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return tls.parameters().cipherSuites();
    }
  }

  private final class ContextSpi extends TransportContext.Spi {
    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new PinnedSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return engine(host, port);
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return tls.parameters().force(tls.sharedContext().getDefaultSSLParameters(), null);
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return tls.sharedContext().getClientSessionContext();
    }
  }
}
