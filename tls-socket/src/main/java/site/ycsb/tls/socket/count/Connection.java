package site.ycsb.tls.socket.count;

/**
 * The events of one connection: counted, and reported to the listeners, each event at most once.
 * Sockets and engines of this package report their events themselves. For a driver that makes its
 * TCP connections itself, as drivers on Netty do, take one from {@code Transport.connection()} for
 * each connection and report its events. Thread-safe.
 */
public final class Connection {
  private final Meter meter;
  private final TransportListener[] listeners;
  private boolean opened;
  private boolean failed;
  private volatile boolean closed;

  /**
   * @param listeners not to be changed
   */
  public Connection(Meter meter, TransportListener[] listeners) {
    this.meter = meter;
    this.listeners = listeners;
  }

  public Meter meter() {
    return meter;
  }

  /**
   * The TCP connection was made.
   *
   * @param nanos how long it took, ns
   */
  public void connected(long nanos) {
    if (opens()) {
      meter.opened.increment();
      for (TransportListener listener : listeners) {
        listener.connected(nanos);
      }
    }
  }

  private synchronized boolean opens() {
    boolean first = !opened;
    opened = true;
    return first;
  }

  private synchronized boolean fails() {
    boolean first = !failed;
    failed = true;
    return first;
  }

  private synchronized boolean closes() {
    boolean first = opened && !closed;
    closed |= opened;
    return first;
  }

  /** A TCP connection was made elsewhere; how long it took is not known. */
  public void adopted() {
    if (opens()) {
      meter.opened.increment();
      for (TransportListener listener : listeners) {
        listener.adopted();
      }
    }
  }

  public void handshaken(long nanos, boolean resumed) {
    (resumed ? meter.resumedHandshakes : meter.fullHandshakes).increment();
    for (TransportListener listener : listeners) {
      listener.handshaken(nanos, resumed);
    }
  }

  /** The connection or its handshake failed. */
  public void failed(Throwable cause) {
    if (fails()) {
      meter.failed.increment();
      for (TransportListener listener : listeners) {
        listener.failed(cause);
      }
    }
  }

  /** It was closed. */
  public void closed() {
    if (!closed && closes()) {
      meter.closed.increment();
      for (TransportListener listener : listeners) {
        listener.closed();
      }
    }
  }

  /** Bytes were sent on the wire; not for a connection with an engine, which counts them itself. */
  public void sent(long bytes) {
    meter.wireOut.add(bytes);
  }

  /**
   * Bytes were received from the wire; not for a connection with an engine, which counts them
   * itself.
   */
  public void received(long bytes) {
    meter.wireIn.add(bytes);
  }
}
