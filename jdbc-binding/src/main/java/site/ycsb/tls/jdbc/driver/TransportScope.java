package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.socket.Transport;

/**
 * Passes a transport to a driver for the time of one call. JDBC drivers make their socket factories
 * from the name of a class, so an object cannot be passed to them; but they make and connect the
 * socket on the thread that opens the connection. Used by that thread only.
 *
 * <pre>{@code
 * try (TransportScope scope = TransportScope.open(transport)) {
 *   connection = driver.connect(url, options); // its factories call TransportScope.current()
 *   scope.requireUse();
 *   scope.keep();
 * }
 * }</pre>
 */
public final class TransportScope implements AutoCloseable {
  private static final ThreadLocal<TransportScope> OF_THREAD = new ThreadLocal<>();

  /**
   * The longest wait for a server's greeting, ms. No round number, which may be the time-out of a
   * URL: this one ends with the greeting, and that one stays.
   */
  private static final int SILENCE = 10_003;

  private final Transport transport;

  /** The last socket that the driver got. */
  private Socket carrier;

  /** The socket that TLS was put over. */
  private Socket secured;

  private boolean kept;

  private TransportScope(Transport transport) {
    this.transport = transport;
  }

  /** Begins a scope; there must be none on this thread. */
  public static TransportScope open(Transport transport) {
    if (OF_THREAD.get() != null) {
      throw new IllegalStateException("this thread is opening a connection already");
    }
    TransportScope scope = new TransportScope(transport);
    OF_THREAD.set(scope);
    return scope;
  }

  /**
   * The scope of this thread.
   *
   * @throws SocketException when there is none, for example when the driver reconnects by itself:
   *     such a connection would be neither pinned nor counted
   */
  public static TransportScope current() throws SocketException {
    TransportScope scope = OF_THREAD.get();
    if (scope == null) {
      throw new SocketException(
          "the driver makes a socket outside of the call that opens a connection; remove options"
              + " from db.url that let it reconnect, or connect on another thread");
    }
    return scope;
  }

  /** A plain socket that is not connected yet; these databases' protocols begin in clear text. */
  public Socket carrier() throws IOException {
    closeCarrier();
    carrier = transport.carrierFactory().createSocket();
    carrier.setSoTimeout(SILENCE);
    return carrier;
  }

  /** Puts the pinned TLS over a connected socket. */
  public SSLSocket secure(Socket connected) throws IOException {
    secured = connected;
    InetSocketAddress peer = (InetSocketAddress) connected.getRemoteSocketAddress();
    SSLSocketFactory tls = (SSLSocketFactory) transport.socketFactory();
    return (SSLSocket) tls.createSocket(connected, peer.getHostString(), peer.getPort(), true);
  }

  /**
   * Checks that the driver's connection is one of the transport's.
   *
   * @throws SocketException when it is not: nothing would be known about it
   */
  public void requireUse() throws IOException {
    boolean pinned = transport.options().isPresent();
    if (carrier == null || (secured == carrier) != pinned) {
      throw new SocketException(
          "the driver opened its connection without the "
              + (pinned ? "pinned TLS" : "transport")
              + "; is it a version that this binding does not know?");
    }
    // An operation may take longer, unless the URL sets a time-out.
    if (carrier.getSoTimeout() == SILENCE) {
      carrier.setSoTimeout(0);
    }
  }

  /** The connection is accepted: its socket stays open when the scope ends. */
  public void keep() {
    kept = true;
  }

  @Override
  public void close() throws IOException {
    OF_THREAD.remove();
    if (!kept) {
      closeCarrier();
    }
  }

  private void closeCarrier() throws IOException {
    if (carrier != null) {
      carrier.close();
    }
  }
}
