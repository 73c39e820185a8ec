package site.ycsb.tls.socket;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What happens to one connection: counted, and told to the listeners, each thing at most once.
 * Sockets and engines from here report by themselves. A driver that makes its TCP connections
 * itself, as those on Netty do, gets one from {@link Transport#connection()} for each, and whoever
 * sees what the driver does reports it. Thread-safe.
 */
public final class Connection {
  private final Meter meter;
  private final List<TransportListener> listeners;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  Connection(Meter meter, List<TransportListener> listeners) {
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
    if (opened.compareAndSet(false, true)) {
      meter.opened.increment();
      listeners.forEach(l -> l.connected(nanos));
    }
  }

  /** A TCP connection was made elsewhere, nobody knows in which time. */
  void adopted() {
    if (opened.compareAndSet(false, true)) {
      meter.opened.increment();
    }
  }

  void handshaken(long nanos, boolean resumed) {
    (resumed ? meter.resumedHandshakes : meter.fullHandshakes).increment();
    listeners.forEach(l -> l.handshaken(nanos, resumed));
  }

  /** It did not come to be, or its handshake did not. */
  public void failed(Throwable cause) {
    if (failed.compareAndSet(false, true)) {
      meter.failed.increment();
      listeners.forEach(l -> l.failed(cause));
    }
  }

  /** It was closed. */
  public void closed() {
    if (opened.get() && closed.compareAndSet(false, true)) {
      meter.closed.increment();
      listeners.forEach(TransportListener::closed);
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
