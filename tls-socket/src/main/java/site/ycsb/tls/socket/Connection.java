package site.ycsb.tls.socket;

/**
 * What happens to one connection: counted, and told to the listeners, each thing at most once.
 * Sockets and engines from here report by themselves. A driver that makes its TCP connections
 * itself, as those on Netty do, gets one from {@link Transport#connection()} for each, and whoever
 * sees what the driver does reports it. Thread-safe.
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
  Connection(Meter meter, TransportListener[] listeners) {
    this.meter = meter;
    this.listeners = listeners;
  }

  Meter meter() {
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

  /** A TCP connection was made elsewhere, nobody knows in which time. */
  void adopted() {
    if (opens()) {
      meter.opened.increment();
    }
  }

  void handshaken(long nanos, boolean resumed) {
    (resumed ? meter.resumedHandshakes : meter.fullHandshakes).increment();
    for (TransportListener listener : listeners) {
      listener.handshaken(nanos, resumed);
    }
  }

  /** It did not come to be, or its handshake did not. */
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

  /**
   * So many bytes were sent on the wire; not for a connection with an engine, which counts them.
   */
  public void sent(long bytes) {
    meter.wireOut.add(bytes);
  }

  /** So many bytes came from the wire; not for a connection with an engine, which counts them. */
  public void received(long bytes) {
    meter.wireIn.add(bytes);
  }
}
