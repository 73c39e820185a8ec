package site.ycsb.tls.socket;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What happens to one connection: counted, and told to the listeners, each thing at most once.
 * Thread-safe.
 */
final class Connection {
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

  /** A TCP connection was made here. */
  void connected(long nanos) {
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

  void failed(Throwable cause) {
    if (failed.compareAndSet(false, true)) {
      meter.failed.increment();
      listeners.forEach(l -> l.failed(cause));
    }
  }

  void closed() {
    if (opened.get() && closed.compareAndSet(false, true)) {
      meter.closed.increment();
      listeners.forEach(TransportListener::closed);
    }
  }
}
