package site.ycsb.tls.engine;

import java.util.function.Consumer;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * Reports the connections of a client that knows nothing of listeners to the churn cycle that it is
 * made for: the one that the connecting thread began. A connection that the client's own thread
 * makes is reported to the cycle that began last. With several cycles at once that may be another
 * one; sums and distributions over all cycles are right. Thread-safe.
 */
final class CycleListeners implements TransportListener {
  @SuppressWarnings("ThreadLocalUsage") // as many as pools: one
  private final ThreadLocal<TransportListener> own = new ThreadLocal<>();

  private volatile TransportListener last = new TransportListener() {};

  /** The calling thread begins a cycle. */
  void begin(TransportListener listener) {
    own.set(listener);
    last = listener;
  }

  private void report(Consumer<TransportListener> event) {
    TransportListener listener = own.get();
    event.accept(listener == null ? last : listener);
  }

  @Override
  public void connected(long nanos) {
    report(listener -> listener.connected(nanos));
  }

  @Override
  public void adopted() {
    report(TransportListener::adopted);
  }

  @Override
  public void handshaken(long nanos, boolean resumed) {
    report(listener -> listener.handshaken(nanos, resumed));
  }

  @Override
  public void closed() {
    report(TransportListener::closed);
  }

  @Override
  public void failed(Throwable cause) {
    report(listener -> listener.failed(cause));
  }
}
