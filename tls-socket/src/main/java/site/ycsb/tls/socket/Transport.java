package site.ycsb.tls.socket;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.option.SocketBuffers;
import site.ycsb.tls.option.TlsOptions;

/**
 * Where every connection of a driver comes from, plain or pinned; it counts and times them. One per
 * run. Thread-safe.
 *
 * <p>{@link PlainTransport} and {@link PinnedTransport} do the same work but for TLS, so that what
 * differs between two runs is TLS and nothing else.
 */
public sealed interface Transport permits PlainTransport, PinnedTransport {

  /**
   * The transport that the {@code tls.*} properties describe: pinned with {@code tls.cipher}, plain
   * without it, and the socket buffers alike; other properties are passed over.
   *
   * @throws site.ycsb.tls.option.UsageException when they cannot be understood, this JVM cannot
   *     offer the pin, or a file cannot be read
   */
  static Transport of(Map<String, String> properties) {
    Optional<TlsOptions> options = TlsOptions.parse(properties);
    return options.isPresent()
        ? new PinnedTransport(options.get())
        : new PlainTransport(SocketBuffers.parse(properties));
  }

  /** What is pinned; empty for plain. */
  Optional<TlsOptions> options();

  /** The buffers of its sockets; for drivers that make their TCP connections themselves. */
  SocketBuffers buffers();

  /**
   * For drivers that take an {@link SSLContext}. The plain transport's hands out sockets that pass
   * bytes through unchanged, for drivers that have no other place to put a socket factory.
   */
  SSLContext sslContext();

  /**
   * For drivers that take a {@link SocketFactory}; an {@link javax.net.ssl.SSLSocketFactory}
   * (layering included) when pinned.
   */
  SocketFactory socketFactory();

  /**
   * Plain sockets that are counted and timed as all are, for clients that make TCP connections
   * first and put TLS over them later, if at all, with {@link #socketFactory()}'s layered {@code
   * createSocket}: in the protocols of MySQL and PostgreSQL both ends speak in clear before that.
   */
  SocketFactory carrierFactory();

  /**
   * For drivers that take an {@link SSLEngine}. Client mode, host name verification as the options
   * say.
   *
   * @param host the name to verify and to send as SNI; never a reason to resume a session unless
   *     the options ask for it
   * @param port the port, for messages
   * @throws UnsupportedOperationException when this is a plain transport
   */
  SSLEngine engine(String host, int port);

  /**
   * The same for a driver that makes its TCP connections itself: handshake and bytes are reported
   * to the connection of {@link #connection()} that stands for this one.
   */
  SSLEngine engine(String host, int port, Connection connection);

  /**
   * For drivers that make their TCP connections themselves: where one of them is to be reported, so
   * that it counts.
   */
  Connection connection();

  /**
   * Opens one connection, completes the handshake where there is one, and closes it. Not part of
   * {@link #counts()} and not told to listeners.
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
   * afterwards. It is none of the handshakes that are counted. Only while no other thread uses
   * these connections; for drivers that have sockets of this transport, not engines.
   *
   * @return how many connections; 0 for plain
   * @throws IOException when a server refuses; the message is one line and says what to do
   */
  int renegotiate() throws IOException;

  /** What was counted since the transport was made. Cheap enough to be called once a second. */
  TransportCounts counts();

  /** What was negotiated so far; empty for plain. */
  Optional<TlsEvidence> evidence();

  /**
   * The same transport (options, counts and evidence are shared) whose connections are told to this
   * listener too, on the thread that makes them. So the connections of one client object can be
   * told from those of another.
   */
  Transport withListener(TransportListener listener);
}
