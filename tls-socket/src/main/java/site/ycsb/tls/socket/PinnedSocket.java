package site.ycsb.tls.socket;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.stream.DelegatingSocket;
import site.ycsb.tls.socket.stream.MeteredInput;
import site.ycsb.tls.socket.stream.MeteredOutput;
import site.ycsb.tls.socket.stream.TransportSocketFactory;
import site.ycsb.tls.verify.Diagnosis;
import site.ycsb.tls.verify.GroupWatch;
import site.ycsb.tls.wire.ServerFlight;

/**
 * A socket with the pinned TLS. An unconnected one connects and completes the handshake in {@link
 * #connect}, unless it {@link PinnedTls#waitsWithHandshake waits}; one over a connected socket
 * completes it at {@link #startHandshake} or when a stream or the session is first asked for. A
 * driver's settings of protocols, suites and host name verification have no effect; its SNI and
 * ALPN are used.
 *
 * <p>TLS runs over a socket of our own, so that bytes on the wire and payload are both counted, and
 * the server's handshake messages can be read on the way.
 */
final class PinnedSocket extends DelegatingSocket {
  /** For drivers that set neither a connect nor a read timeout, ms. */
  private static final int HANDSHAKE_TIMEOUT = 30_000;

  private static final int LAST_WORDS_TIMEOUT = 200;
  private static final int AGREEMENT_TIMEOUT = 1000;

  private final PinnedTls tls;
  private final Connection connection;
  private final TlsCarrier below;
  private final boolean autoClose;
  private final Object handshaking = new Object();
  private String host;
  private int port;
  private SSLParameters wanted;
  private RecordStreams records;

  /** Null if the connection never renegotiates. */
  private final GroupWatch groups;

  private volatile SSLSocket inner;
  private Thread opener;
  private IOException failure;
  private InputStream input;
  private OutputStream output;

  /**
   * Whether the connection is established and as pinned; set after everything else that the
   * handshake sets.
   */
  private volatile boolean opened;

  private volatile boolean closed;

  /** As the driver has set it, ms; asking the carrier is slower. */
  private volatile int readTimeout;

  /** Not connected yet. */
  static PinnedSocket unconnected(PinnedTls tls, Connection connection) {
    ConnectingCarrier below = new ConnectingCarrier(connection, tls.options().sockets());
    return new PinnedSocket(tls, below, connection, null, 0, true);
  }

  /** Over a connected socket. */
  static PinnedSocket over(
      PinnedTls tls, Socket socket, Connection connection, String host, int port, boolean autoClose)
      throws IOException {
    LayeredCarrier below = new LayeredCarrier(socket, connection);
    PinnedSocket made = new PinnedSocket(tls, below, connection, host, port, autoClose);
    made.readTimeout = socket.getSoTimeout();
    return made;
  }

  Connection connection() {
    return connection;
  }

  private <C extends Socket & TlsCarrier> PinnedSocket(
      PinnedTls tls, C below, Connection connection, String host, int port, boolean autoClose) {
    super(below);
    this.tls = tls;
    this.below = below;
    this.connection = connection;
    this.host = host;
    this.port = port;
    this.autoClose = autoClose;
    this.groups = tls.renegotiates() ? new GroupWatch() : null;
  }

  @Override
  public void connect(SocketAddress address, int timeout) throws IOException {
    super.connect(address, timeout);
    InetSocketAddress peer = (InetSocketAddress) address;
    synchronized (handshaking) {
      host = peer.getHostString();
      port = peer.getPort();
    }
    if (!tls.waitsWithHandshake()) {
      handshake(timeout);
    }
  }

  @Override
  public void startHandshake() throws IOException {
    handshake(0);
  }

  /** Completes the handshake, if it is not complete yet, and closes the connection if it fails. */
  private void handshake(int timeout) throws IOException {
    if (opened) {
      return;
    }
    synchronized (handshaking) {
      if (failure != null) {
        throw new SocketException("closed: " + failure.getMessage());
      }
      if (opened) {
        return;
      }
      if (!isConnected()) {
        throw new SocketException("the socket is not connected");
      }
      try {
        records = below.records();
        inner = layer();
        long start = System.nanoTime();
        records.surviveWrites(tls.pin().protocol() == TlsProtocol.TLS_1_3);
        inHandshakeTimeout(timeout, inner::startHandshake);
        records.surviveWrites(false);
        if (records.failedWrite() != null) {
          throw lastWords(records.failedWrite());
        }
        long nanos = System.nanoTime() - start;
        tls.completed(records.completed(inner.getSession(), inner.getApplicationProtocol()));
        input =
            new MeteredInput(
                inner.getInputStream(), connection.meter().payloadIn, this, null, this::inUse);
        output =
            new MeteredOutput(
                inner.getOutputStream(), connection.meter().payloadOut, this, this::inUse);
        opener = Thread.currentThread();
        tls.opened(this);
        opened = true;
        connection.handshaken(nanos, flight().resumed());
      } catch (IOException e) {
        readPendingAlert(e);
        throw failed(Diagnosis.ofHandshake(e, flight(), tls.pin(), tls.clientKeys(), host, port));
      } catch (RuntimeException | LinkageError | AssertionError e) {
        // An error of the TLS library, of the driver's settings, or of a listener.
        throw failed(
            new SSLException(
                "the TLS handshake with %s:%d as %s failed: %s".formatted(host, port, tls.pin(), e),
                e));
      }
    }
  }

  private IOException failed(IOException reason) {
    connection.failed(reason);
    return ended(reason);
  }

  /** Closes the connection for good. */
  private IOException ended(IOException reason) {
    failure = reason;
    opened = false;
    TransportSocketFactory.closeAfter(reason, this);
    return reason;
  }

  /**
   * A server that refuses the client's certificate sends an alert and closes. The client may then
   * find its socket closed while it still writes: the alert is still there to be read.
   */
  private void readPendingAlert(IOException e) {
    if (e instanceof SocketException) {
      try {
        carrier().setSoTimeout(LAST_WORDS_TIMEOUT);
        // The flight reads the alert.
        while (!flight().done() && records.input().read() >= 0) {}
      } catch (IOException nothingMore) {
        e.addSuppressed(nothingMore);
      }
    }
  }

  /**
   * What the server said before it closed the connection, as the TLS library reads it.
   *
   * @param e why nothing could be written
   * @return the server's alert, or the given exception
   */
  private IOException lastWords(IOException e) {
    try {
      carrier().setSoTimeout(LAST_WORDS_TIMEOUT);
      inner.getInputStream().read();
    } catch (SSLException alert) {
      alert.addSuppressed(e);
      return alert;
    } catch (IOException nothingMore) {
      e.addSuppressed(nothingMore);
    }
    return e;
  }

  /** Why a read or a write failed: in TLS 1.3, a server may refuse the client only now. */
  private IOException inUse(IOException e) {
    if (tls.pin().protocol() != TlsProtocol.TLS_1_3 || closed) {
      return e;
    }
    return Diagnosis.ofRead(
        e instanceof SocketException ? lastWords(e) : e, tls.clientKeys(), host, port);
  }

  /**
   * In TLS 1.3 the client has completed the handshake before the server has checked the client's
   * certificate: waits for a moment whether it refuses.
   *
   * @throws IOException when it does
   */
  void requireServerAgrees() throws IOException {
    if (tls.pin().protocol() != TlsProtocol.TLS_1_3) {
      return;
    }
    try {
      carrier().setSoTimeout(Math.min(readTimeout, AGREEMENT_TIMEOUT));
      records.surviveWrites(true);
      // Bouncy Castle's half close has no close_notify, which OpenSSL 3 refuses: then only the time
      // says that the server keeps the connection.
      if (JsseProviders.isOfJdk(tls.provider())) {
        inner.shutdownOutput();
      }
      inner.getInputStream().read();
    } catch (SocketTimeoutException | SocketException | EOFException e) {
      // The server keeps the connection, or closes it without an alert: it did not refuse.
      return;
    } catch (IOException e) {
      throw Diagnosis.ofRead(e, tls.clientKeys(), host, port);
    }
  }

  private ServerFlight flight() {
    return records.flight();
  }

  /** Whether the calling thread completed the handshake. */
  boolean wasOpenedHere() {
    return opener == Thread.currentThread();
  }

  /**
   * Renegotiates or updates the keys, depending on the protocol version, and compares the result
   * with the pin; closes the connection if it fails. Only while no other thread reads or writes.
   *
   * @throws IOException when the server refuses, or the result is not as pinned; one line
   */
  void renegotiate() throws IOException {
    synchronized (handshaking) {
      try {
        inHandshakeTimeout(0, new Renegotiation(tls, inner, records, groups)::complete);
      } catch (IOException e) {
        throw ended(Diagnosis.ofRenegotiation(e, tls.pin(), host, port));
      } catch (RuntimeException e) {
        throw ended(Diagnosis.ofRenegotiation(new SSLException(e), tls.pin(), host, port));
      }
    }
  }

  private SSLSocket layer() throws IOException {
    SSLSocket made =
        (SSLSocket) tls.context().getSocketFactory().createSocket(carrier(), host, port, true);
    SSLParameters parameters = tls.parameters().forNew(wanted);
    if (groups != null) {
      parameters = tls.parameters().force(new SSLParameters(), wanted);
      parameters.setAlgorithmConstraints(groups);
    }
    made.setSSLParameters(parameters);
    return made;
  }

  private interface Step {
    void take() throws IOException;
  }

  /** If the driver has set no read timeout, the connect timeout applies, or a default. */
  private void inHandshakeTimeout(int timeout, Step step) throws IOException {
    if (readTimeout > 0) {
      step.take();
      return;
    }
    int millis = timeout > 0 ? timeout : HANDSHAKE_TIMEOUT;
    HandshakeDeadlines.Deadline deadline = tls.deadlines().within(millis, below);
    try (deadline) {
      step.take();
    } catch (IOException e) {
      throw deadline.missed() ? late(millis, e) : e;
    }
  }

  private static IOException late(int millis, IOException cause) {
    IOException late = new SocketTimeoutException("nothing within " + millis + " ms");
    late.initCause(cause);
    return late;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    handshake(0);
    return input;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    handshake(0);
    return output;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the carrier synchronizes
  public void setSoTimeout(int timeout) throws SocketException {
    super.setSoTimeout(timeout);
    readTimeout = timeout;
  }

  @Override
  public void shutdownInput() throws IOException {
    handshake(0);
    inner.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    handshake(0);
    inner.shutdownOutput();
  }

  @Override
  public boolean isInputShutdown() {
    return inner == null ? super.isInputShutdown() : inner.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return inner == null ? super.isOutputShutdown() : inner.isOutputShutdown();
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a reader must not block a closer
  public void close() throws IOException {
    closed = true;
    tls.closed(this);
    try {
      if (inAnotherThreadsHandshake() && autoClose) {
        below.hangUp();
      }
      if (inner != null) {
        inner.close();
      }
    } finally {
      if (autoClose) {
        below.hangUp();
      }
      connection.closed();
    }
  }

  /**
   * JSSE reads what has come before it closes. Where the thread of the handshake takes that first,
   * JSSE waits for the server, which may never send more.
   */
  private boolean inAnotherThreadsHandshake() {
    return !opened && failure == null;
  }

  @Override
  public boolean isClosed() {
    return closed || super.isClosed() || (inner != null && inner.isClosed());
  }

  /** The session; one of {@code SSL_NULL_WITH_NULL_NULL} when the handshake failed. */
  @Override
  public SSLSession getSession() {
    try {
      handshake(0);
      return inner.getSession();
    } catch (IOException e) {
      return tls.sharedContext().createSSLEngine().getSession();
    }
  }

  @Override
  public SSLSession getHandshakeSession() {
    return inner == null ? null : inner.getHandshakeSession();
  }

  @Override
  public SSLParameters getSSLParameters() {
    SSLParameters own =
        inner == null ? tls.sharedContext().getDefaultSSLParameters() : inner.getSSLParameters();
    return tls.parameters().force(own, wanted);
  }

  /** Takes over SNI and ALPN; everything else stays as pinned. */
  @Override
  public void setSSLParameters(SSLParameters parameters) {
    synchronized (handshaking) {
      wanted = parameters;
    }
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return tls.parameters().cipherSuites();
  }

  @Override
  public String[] getEnabledProtocols() {
    return tls.parameters().protocols();
  }

  /** Refuses server mode. */
  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode) {
      throw new IllegalArgumentException("a pinned socket is a client's");
    }
  }

  @Override
  public String getApplicationProtocol() {
    return inner == null ? null : inner.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return inner == null ? null : inner.getHandshakeApplicationProtocol();
  }
}
