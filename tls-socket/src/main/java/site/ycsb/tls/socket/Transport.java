package site.ycsb.tls.socket;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * Makes every connection of a driver, plain or pinned; it counts and times them. One per run.
 * Thread-safe.
 *
 * <p>{@link PlainTransport} and {@link PinnedTransport} do the same work except for TLS, so that
 * two runs differ in TLS only.
 */
public sealed interface Transport permits PlainTransport, PinnedTransport {

  /**
   * The transport that the {@code tls.*} properties describe: pinned with {@code tls.cipher}, plain
   * without it, and the socket settings for both; other properties are ignored.
   *
   * @throws site.ycsb.tls.property.UsageException when they cannot be understood, this JVM cannot
   *     offer the pin, or a file cannot be read
   */
  static Transport of(Map<String, String> properties) {
    return of(TlsOptions.parse(properties), SocketSettings.parse(properties));
  }

  /**
   * The transport with these options.
   *
   * @param sockets of plain connections; those of pinned ones are in their options
   * @throws site.ycsb.tls.property.UsageException when this JVM cannot offer the pin, or a file
   *     cannot be read
   */
  static Transport of(Optional<TlsOptions> options, SocketSettings sockets) {
    return options.isPresent() ? new PinnedTransport(options.get()) : new PlainTransport(sockets);
  }

  /** What is pinned; empty for plain. */
  Optional<TlsOptions> options();

  /** The settings of its sockets; for drivers that make their TCP connections themselves. */
  SocketSettings sockets();

  /**
   * For drivers that take an {@link SSLContext}. The plain transport's context makes sockets that
   * pass bytes through unchanged, for drivers that take sockets in no other way.
   */
  SSLContext sslContext();

  /**
   * For drivers that take a {@link SocketFactory}; an {@link javax.net.ssl.SSLSocketFactory}
   * (layering included) when pinned.
   */
  SocketFactory socketFactory();

  /**
   * Plain sockets, counted and timed like all others, for clients that make TCP connections first
   * and may put TLS over them later with {@link #socketFactory()}'s layered {@code createSocket}:
   * the protocols of MySQL and PostgreSQL begin in clear text.
   */
  SocketFactory carrierFactory();

  /**
   * For drivers that take an {@link SSLEngine}. Client mode, host name verification as the options
   * say.
   *
   * @param host the name to verify and to send as SNI; it does not make the engine resume a
   *     session, unless the options ask for it
   * @param port the port, for messages
   * @throws UnsupportedOperationException when this is a plain transport
   */
  default SSLEngine engine(String host, int port) {
    return engine(host, port, connection());
  }

  /**
   * The same for a driver that makes its TCP connections itself: handshake and bytes are reported
   * to the given connection, which comes from {@link #connection()}.
   */
  SSLEngine engine(String host, int port, Connection connection);

  /**
   * For drivers that make their TCP connections themselves: a connection to which the events of one
   * of them are reported, so that it is counted.
   */
  Connection connection();

  /**
   * Opens one connection, completes the handshake if it is pinned, and closes it. Not part of
   * {@link #counts()} and not reported to listeners.
   *
   * @throws IOException with a message of one line that says what was pinned, what was found and
   *     what to do: nothing listens there, the other end does not speak TLS (or only TLS), does not
   *     answer, offers no such suite, has another key, a certificate that is expired, untrusted or
   *     of another host
   */
  void preflight(String host, int port, Duration timeout) throws IOException;

  /**
   * Gives new keys to the connections that the calling thread opened and that are still open, if
   * {@link TlsOptions#renegotiation} is set: up to TLS 1.2 by renegotiation, full, or abbreviated
   * when sessions may be resumed; in TLS 1.3 by a key update. Each is compared with the pin
   * afterwards. It is not counted as a handshake. Only while no other thread uses these
   * connections; for drivers that have sockets of this transport, not engines.
   *
   * @return how many connections; 0 for plain
   * @throws IOException when a server refuses; the message is one line and says what to do
   */
  int renegotiate() throws IOException;

  /** The counts since the transport was made. Cheap enough to call once a second. */
  TransportCounts counts();

  /** What was negotiated; empty for plain and before the first handshake. */
  Optional<TlsEvidence> evidence();

  /**
   * What became of the client's certificate that the options name: sent, or not asked for by any
   * server so far. Empty when they name none.
   */
  default Optional<String> clientCertificate() {
    return Optional.empty();
  }

  /** The same settings, with counts and evidence of its own, and without listeners. */
  Transport apart();

  /**
   * The same transport (options, counts and evidence are shared) whose connections are reported to
   * this listener too, on the thread that makes them. So the connections of different client
   * objects can be distinguished.
   */
  Transport withListener(TransportListener listener);
}
