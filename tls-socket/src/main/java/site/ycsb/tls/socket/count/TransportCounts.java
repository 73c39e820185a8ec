package site.ycsb.tls.socket.count;

/**
 * A transport's counts since it was made; they never decrease.
 *
 * @param opened TCP connections that were established (engines: handshakes begun)
 * @param closed connections that were closed
 * @param fullHandshakes handshakes with key exchange and certificate
 * @param resumedHandshakes handshakes that resumed a session
 * @param failed connections or handshakes that failed
 * @param wireBytesOut bytes sent, TLS records included
 * @param wireBytesIn bytes received, TLS records included
 * @param payloadBytesOut bytes that the driver wrote
 * @param payloadBytesIn bytes that the driver read
 * @param recordsOut TLS records sent; 0 for plain
 * @param recordsIn TLS records received; 0 for plain
 */
public record TransportCounts(
    long opened,
    long closed,
    long fullHandshakes,
    long resumedHandshakes,
    long failed,
    long wireBytesOut,
    long wireBytesIn,
    long payloadBytesOut,
    long payloadBytesIn,
    long recordsOut,
    long recordsIn) {

  /** Nothing counted. */
  public static final TransportCounts NONE = new TransportCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The counts between the earlier counts and these. */
  public TransportCounts minus(TransportCounts earlier) {
    return new TransportCounts(
        opened - earlier.opened,
        closed - earlier.closed,
        fullHandshakes - earlier.fullHandshakes,
        resumedHandshakes - earlier.resumedHandshakes,
        failed - earlier.failed,
        wireBytesOut - earlier.wireBytesOut,
        wireBytesIn - earlier.wireBytesIn,
        payloadBytesOut - earlier.payloadBytesOut,
        payloadBytesIn - earlier.payloadBytesIn,
        recordsOut - earlier.recordsOut,
        recordsIn - earlier.recordsIn);
  }

  /** The sum of both. */
  public TransportCounts plus(TransportCounts other) {
    return minus(NONE.minus(other));
  }
}
