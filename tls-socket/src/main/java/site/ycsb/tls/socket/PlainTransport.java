package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.socket.stream.ConnectingSocketFactory;
import site.ycsb.tls.socket.stream.PassThroughSocket;
import site.ycsb.tls.socket.stream.TlsAlertWatch;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/**
 * Connections without TLS, counted and timed as pinned ones are. Thread-safe.
 *
 * <p>If the server answers the first bytes with a TLS alert, or closes silently, the first read
 * says so: the port that was given speaks TLS.
 */
public final class PlainTransport implements Transport {
  private final SocketSettings sockets;
  private final Connections connections;

  /** With the system's socket settings. */
  public PlainTransport() {
    this(SocketSettings.ofSystem());
  }

  public PlainTransport(SocketSettings sockets) {
    this(sockets, new Connections());
  }

  private PlainTransport(SocketSettings sockets, Connections connections) {
    this.sockets = sockets;
    this.connections = connections;
  }

  @Override
  public Optional<TlsOptions> options() {
    return Optional.empty();
  }

  @Override
  public SocketSettings sockets() {
    return sockets;
  }

  @Override
  public SSLContext sslContext() {
    return new TransportContext(null, new ContextSpi());
  }

  @Override
  public SocketFactory socketFactory() {
    return new ConnectingSocketFactory() {
      @Override
      public Socket createSocket() {
        return PlainTransport.this.socket();
      }
    };
  }

  @Override
  public SocketFactory carrierFactory() {
    return socketFactory();
  }

  @Override
  public SSLEngine engine(String host, int port, Connection connection) {
    throw new UnsupportedOperationException("a plain transport has no SSLEngine");
  }

  @Override
  public Connection connection() {
    return connections.next();
  }

  /**
   * Opens and closes a TCP connection. It cannot check whether the server speaks TLS: in many
   * protocols the client speaks first.
   */
  @Override
  public void preflight(String host, int port, Duration timeout) throws IOException {
    PlainTransport apart = apart();
    try (Socket socket = apart.socket()) {
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
    }
  }

  @Override
  public int renegotiate() {
    return 0;
  }

  @Override
  public TransportCounts counts() {
    return connections.meter().plainCounts();
  }

  @Override
  public Optional<TlsEvidence> evidence() {
    return Optional.empty();
  }

  @Override
  public PlainTransport apart() {
    return new PlainTransport(sockets);
  }

  @Override
  public PlainTransport withListener(TransportListener listener) {
    return new PlainTransport(sockets, connections.with(listener));
  }

  private MeteredSocket socket() {
    return new MeteredSocket(connection(), sockets, /* watched= */ true);
  }

  private final class PassThroughFactory extends TransportSocketFactory {
    @Override
    public Socket createSocket() {
      MeteredSocket carrier = PlainTransport.this.socket();
      return new PassThroughSocket(carrier, carrier.connection(), /* watch= */ null);
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) {
      Connection connection = connections.of(socket);
      boolean counted =
          socket instanceof MeteredSocket metered && metered.connection() == connection;
      return new PassThroughSocket(
          socket, connection, counted ? null : new TlsAlertWatch(host, port));
    }
  }

  private final class ContextSpi extends TransportContext.Spi {
    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new PassThroughFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return engine(host, port);
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return new SSLParameters(new String[0], new String[0]);
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return null;
    }
  }
}
