package site.ycsb.tls.socket;

import java.util.concurrent.atomic.LongAdder;

/** The counters of a transport. Many threads add to them without waiting for each other. */
final class Meter {
  final LongAdder opened = new LongAdder();
  final LongAdder closed = new LongAdder();
  final LongAdder fullHandshakes = new LongAdder();
  final LongAdder resumedHandshakes = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder wireOut = new LongAdder();
  final LongAdder wireIn = new LongAdder();
  final LongAdder payloadOut = new LongAdder();
  final LongAdder payloadIn = new LongAdder();
  final LongAdder recordsOut = new LongAdder();
  final LongAdder recordsIn = new LongAdder();

  /** Connections that are open and have completed a handshake. */
  final LongAdder openWithTls = new LongAdder();

  /** All counters, for connections whose payload is counted separately. */
  TransportCounts counts() {
    return counts(payloadOut.sum(), payloadIn.sum());
  }

  /** All counters, for connections where each byte on the wire is payload. */
  TransportCounts plainCounts() {
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
