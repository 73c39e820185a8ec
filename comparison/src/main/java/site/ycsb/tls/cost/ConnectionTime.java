package site.ycsb.tls.cost;

/**
 * How long a new connection takes, on the network that was measured.
 *
 * @param variant name of the variant
 * @param resumed whether sessions were resumed
 * @param connectMicros TCP's part, mean, µs
 * @param handshakeMicros the TLS handshake, mean, µs; 0 for plain
 * @param roundTrips round trips of TCP and TLS: each takes the network's time once more
 */
public record ConnectionTime(
    String variant, boolean resumed, double connectMicros, double handshakeMicros, int roundTrips) {

  /**
   * Round trips before the first byte of the application: one for TCP; TLS 1.2 needs two more (RFC
   * 5246 7.3), one with resumption; TLS 1.3 one (RFC 8446 2).
   *
   * @param protocol {@code TLSv1.2}, {@code TLSv1.3}; empty for plain
   */
  static int roundTrips(String protocol, boolean resumed) {
    return switch (protocol) {
      case "" -> 1;
      case "TLSv1.3" -> 2;
      default -> resumed ? 2 : 3;
    };
  }
}
