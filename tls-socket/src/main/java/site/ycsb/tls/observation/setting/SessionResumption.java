package site.ycsb.tls.observation.setting;

import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.ObservedTls.Totals;
import site.ycsb.tls.option.Resumption;

/** The share of handshakes that resumed a session. */
final class SessionResumption {
  /** The first handshakes of connections that are opened together are full ones. */
  private static final long ENOUGH = 10;

  /** From here on the share itself is compared. */
  private static final long ENOUGH_FOR_A_SHARE = 100;

  /** The largest difference of a share, percent points. */
  private static final double TOLERANCE = 10;

  /** Java uses a ticket of TLS 1.3 once, as RFC 8446, C.4 recommends. */
  private static final String WHY_FEWER =
      ": Java uses a ticket of TLS 1.3 once, and the server gives fewer than there are connections, such as none after a resumed handshake";

  private SessionResumption() {}

  static AccountRow row(ObservedTls observed) {
    Resumption asked = observed.asked().resumption();
    String word = asked.toString();
    Totals totals = observed.totals();
    String text = totals.resumed() + " of " + totals.handshakes() + " handshakes";
    if (asked.isOff()) {
      return totals.resumed() == 0
          ? observed.same(word, text)
          : observed.different(
              word,
              text,
              "tls.resumption=off: %s resumed a session; this is a bug, please report it"
                  .formatted(text));
    }
    if (totals.handshakes() < ENOUGH) {
      return new AccountRow(observed.setting(), word, text, Agreement.LEFT_OPEN, "");
    }
    if (totals.resumed() == 0) {
      return observed.different(
          word,
          text,
          "tls.resumption=%s: none of %d handshakes resumed a session: the server gives no tickets that this client takes, or the client has a new context for each connection; set tls.resumption=off"
              .formatted(asked, totals.handshakes()));
    }
    double percent = 100.0 * totals.resumed() / totals.handshakes();
    return totals.handshakes() >= ENOUGH_FOR_A_SHARE
            && Math.abs(percent - asked.percent()) > TOLERANCE
        ? observed.remarked(
            word,
            text,
            "tls.resumption=%s: %s resumed a session%s"
                .formatted(asked, text, percent < asked.percent() ? WHY_FEWER : ""))
        : observed.same(word, text);
  }
}
