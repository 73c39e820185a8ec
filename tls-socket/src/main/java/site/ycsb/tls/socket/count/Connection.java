package site.ycsb.tls.socket.count;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The events of one connection: counted, and reported to the listeners, each event at most once.
 * Sockets and engines of this package report their events themselves. For a driver that makes its
 * TCP connections itself, as drivers on Netty do, take one from {@code Transport.connection()} for
 * each connection and report its events. Thread-safe.
 */
public final class Connection {
  private final Meter meter;
  private final TransportListener[] listeners;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

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
    if (opened.compareAndSet(false, true)) {
      meter.opened.increment();
      for (TransportListener listener : listeners) {
        listener.connected(nanos);
      }
    }
  }

  /** A TCP connection was made elsewhere; how long it took is not known. */
  public void adopted() {
    if (opened.compareAndSet(false, true)) {
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
    if (failed.compareAndSet(false, true)) {
      meter.failed.increment();
      for (TransportListener listener : listeners) {
        listener.failed(cause);
      }
    }
  }

  /** It was closed. */
  public void closed() {
    if (opened.get() && closed.compareAndSet(false, true)) {
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
