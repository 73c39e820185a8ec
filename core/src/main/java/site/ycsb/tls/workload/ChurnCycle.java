package site.ycsb.tls.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import site.ycsb.tls.socket.count.TransportListener;

/** The connections of one cycle, as reported by the transport on any thread. Thread-safe. */
final class ChurnCycle implements TransportListener {
  private final ChurnSource.Totals totals;
  private final List<Long> connects = new ArrayList<>();
  private final List<Long> handshakes = new ArrayList<>();
  private final List<Interval> busy = new ArrayList<>();
  private Throwable failure;

  /** When there was a connect or a handshake, as {@link System#nanoTime()}. */
  private record Interval(long begin, long end) {}

  ChurnCycle(ChurnSource.Totals totals) {
    this.totals = totals;
  }

  @Override
  public synchronized void connected(long nanos) {
    totals.connections.increment();
    connects.add(nanos);
    took(nanos);
  }

  @Override
  public void adopted() {
    totals.connections.increment();
  }

  @Override
  public synchronized void handshaken(long nanos, boolean resumed) {
    (resumed ? totals.resumedHandshakes : totals.fullHandshakes).increment();
    handshakes.add(nanos);
    took(nanos);
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

  /** Each is reported at its end. */
  private void took(long nanos) {
    long now = System.nanoTime();
    busy.add(new Interval(now - nanos, now));
  }

  /**
   * Time in which there was a connect or a handshake so far, ns; several at one time count once.
   */
  synchronized long nanos() {
    List<Interval> sorted =
        busy.stream().sorted(Comparator.comparingLong(Interval::begin)).toList();
    long sum = 0;
    long until = Long.MIN_VALUE;
    for (Interval each : sorted) {
      sum += Math.max(0, each.end() - Math.max(each.begin(), until));
      until = Math.max(until, each.end());
    }
    return sum;
  }

  /** The last failure; null when there was none. */
  synchronized Throwable failure() {
    return failure;
  }
}
