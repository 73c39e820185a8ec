package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.stream.MeteredInput;
import site.ycsb.tls.socket.stream.MeteredOutput;
import site.ycsb.tls.socket.stream.TlsAlertWatch;
import site.ycsb.tls.verify.Diagnosis;

/**
 * A plain socket that measures its connect time, counts its bytes, and says in one line why it
 * could not connect. TCP_NODELAY is on before it connects.
 */
class MeteredSocket extends Socket {
  private final Connection connection;
  private final SocketSettings sockets;
  private final boolean watched;
  private TlsAlertWatch watch;
  private InputStream input;
  private OutputStream output;
  private volatile boolean closed;

  /**
   * @param watched whether the first bytes show if the other end speaks TLS
   */
  MeteredSocket(Connection connection, SocketSettings sockets, boolean watched) {
    super(sockets.proxy());
    this.connection = connection;
    this.sockets = sockets;
    this.watched = watched;
  }

  final Connection connection() {
    return connection;
  }

  @Override
  public void connect(SocketAddress address) throws IOException {
    connect(address, 0);
  }

  @Override
  public void connect(SocketAddress address, int timeout) throws IOException {
    long start = System.nanoTime();
    try {
      setTcpNoDelay(true);
      sockets.setBuffers(this);
      super.connect(address, timeout);
    } catch (IOException e) {
      IOException explained =
          address instanceof InetSocketAddress a
              ? throughProxy(Diagnosis.ofConnect(e, a.getHostString(), a.getPort()))
              : e;
      connection.failed(explained);
      throw explained;
    }
    connection.connected(System.nanoTime() - start);
    if (watched) {
      InetSocketAddress peer = (InetSocketAddress) address;
      watch = new TlsAlertWatch(peer.getHostString(), peer.getPort());
    }
  }

  /** Java's sockets do not say which of the two did not answer. */
  private IOException throughProxy(IOException e) {
    return sockets
        .socksProxy()
        .map(
            proxy ->
                new IOException(
                    "%s; it goes through %s=%s:%d, which must answer, too"
                        .formatted(
                            e.getMessage(),
                            SocketSettings.PROXY,
                            proxy.getHostString(),
                            proxy.getPort()),
                    e))
        .orElse(e);
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (input == null || isClosed()) {
      input = new MeteredInput(super.getInputStream(), connection.meter().wireIn, this, watch);
    }
    return input;
  }

  @Override
  public synchronized OutputStream getOutputStream() throws IOException {
    if (output == null || isClosed()) {
      output = new MeteredOutput(super.getOutputStream(), connection.meter().wireOut, this);
    }
    return output;
  }

  /** Streams for TLS, which begins with the next byte; they count bytes and records. */
  final RecordStreams recordStreams() throws IOException {
    return new RecordStreams(super.getInputStream(), super.getOutputStream(), connection.meter());
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a reader must not block a closer
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      super.close();
    } finally {
      connection.closed();
    }
  }
}
