package site.ycsb.tls.cost;

import java.util.Optional;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * How long a new connection takes, on the network that was measured.
 *
 * @param variant name of the variant
 * @param resumed whether sessions were resumed
 * @param connectMicros TCP's part, mean, µs
 * @param handshakeMicros the TLS handshake, mean, µs; 0 for plain
 * @param roundTrips before the first byte of the application: each takes the network's time once
 *     more
 */
public record ConnectionTime(
    String variant, boolean resumed, double connectMicros, double handshakeMicros, int roundTrips) {

  /**
   * Round trips before the first byte of the application: one for TCP; those of a protocol that
   * begins in clear text; TLS 1.2 needs two (RFC 5246 7.3), one with resumption; TLS 1.3 one (RFC
   * 8446 2), two if the server asks for another key share (RFC 8446 2.1).
   *
   * @param before what precedes TLS; empty when nothing does
   * @param tls empty for plain
   */
  static int roundTrips(Optional<StartTls> before, Optional<TlsEvidence> tls, boolean resumed) {
    return 1
        + before.map(start -> start.roundTrips(tls.isPresent())).orElse(0)
        + tls.map(evidence -> ofTls(evidence, resumed)).orElse(0);
  }

  private static int ofTls(TlsEvidence tls, boolean resumed) {
    boolean asksAgain =
        tls.account().stream().anyMatch(row -> row.observed().contains(AccountRow.SECOND_HELLO));
    return tls.protocol().equals("TLSv1.3") ? asksAgain ? 2 : 1 : resumed ? 1 : 2;
  }
}
