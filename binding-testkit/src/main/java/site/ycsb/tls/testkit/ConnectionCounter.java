package site.ycsb.tls.testkit;

import site.ycsb.tls.socket.count.TransportListener;

/** Counts the reported events. Thread-safe. */
public final class ConnectionCounter implements TransportListener {
  private int connections;
  private int fullHandshakes;
  private int resumedHandshakes;
  private int closings;
  private int failures;
  private long connectNanos;

  @Override
  public synchronized void connected(long nanos) {
    connections++;
    connectNanos += nanos;
  }

  @Override
  public synchronized void handshaken(long nanos, boolean resumed) {
    if (resumed) {
      resumedHandshakes++;
    } else {
      fullHandshakes++;
    }
  }

  @Override
  public synchronized void closed() {
    closings++;
  }

  @Override
  public synchronized void failed(Throwable cause) {
    failures++;
  }

  public synchronized int connections() {
    return connections;
  }

  public synchronized int fullHandshakes() {
    return fullHandshakes;
  }

  public synchronized int resumedHandshakes() {
    return resumedHandshakes;
  }

  public synchronized int closings() {
    return closings;
  }

  public synchronized int failures() {
    return failures;
  }

  /** Time of all connects, ns. */
  public synchronized long connectNanos() {
    return connectNanos;
  }
}
