package site.ycsb.tls.workload;

import java.util.ArrayList;
import java.util.List;
import site.ycsb.tls.socket.count.TransportListener;

/** The connections of one cycle, as reported by the transport on any thread. Thread-safe. */
final class ChurnCycle implements TransportListener {
  private final ChurnSource.Totals totals;
  private final List<Long> connects = new ArrayList<>();
  private final List<Long> handshakes = new ArrayList<>();
  private Throwable failure;

  ChurnCycle(ChurnSource.Totals totals) {
    this.totals = totals;
  }

  @Override
  public synchronized void connected(long nanos) {
    totals.connections.increment();
    connects.add(nanos);
  }

  @Override
  public void adopted() {
    totals.connections.increment();
  }

  @Override
  public synchronized void handshaken(long nanos, boolean resumed) {
    (resumed ? totals.resumedHandshakes : totals.fullHandshakes).increment();
    handshakes.add(nanos);
  }

  @Override
  public synchronized void failed(Throwable cause) {
    failure = cause;
  }

  /** Durations of the TCP connects so far, ns. */
  synchronized List<Long> connects() {
    return List.copyOf(connects);
  }

  /** Durations of the handshakes so far, ns. */
  synchronized List<Long> handshakes() {
    return List.copyOf(handshakes);
  }

  /** Time spent in connects and handshakes so far, ns. */
  synchronized long nanos() {
    return connects.stream().mapToLong(Long::longValue).sum()
        + handshakes.stream().mapToLong(Long::longValue).sum();
  }

  /** The last failure; null when there was none. */
  synchronized Throwable failure() {
    return failure;
  }
}
