package site.ycsb.tls.socket.count;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a transport. Many threads add to them without waiting for each other. */
public final class Meter {
  public final LongAdder opened = new LongAdder();
  public final LongAdder closed = new LongAdder();
  public final LongAdder fullHandshakes = new LongAdder();
  public final LongAdder resumedHandshakes = new LongAdder();
  public final LongAdder failed = new LongAdder();
  public final LongAdder wireOut = new LongAdder();
  public final LongAdder wireIn = new LongAdder();
  public final LongAdder payloadOut = new LongAdder();
  public final LongAdder payloadIn = new LongAdder();
  public final LongAdder recordsOut = new LongAdder();
  public final LongAdder recordsIn = new LongAdder();

  /** Length of the largest record that was sent, its header included, bytes. */
  public final LongAccumulator largestRecordOut = new LongAccumulator(Math::max, 0);

  /** All counters, for connections whose payload is counted separately. */
  public TransportCounts counts() {
    return counts(payloadOut.sum(), payloadIn.sum());
  }

  /** All counters, for connections where each byte on the wire is payload. */
  public TransportCounts plainCounts() {
    return counts(wireOut.sum(), wireIn.sum());
  }

  private TransportCounts counts(long payloadBytesOut, long payloadBytesIn) {
    return new TransportCounts(
        opened.sum(),
        closed.sum(),
        fullHandshakes.sum(),
        resumedHandshakes.sum(),
        failed.sum(),
        wireOut.sum(),
        wireIn.sum(),
        payloadBytesOut,
        payloadBytesIn,
        recordsOut.sum(),
        recordsIn.sum());
  }
}
