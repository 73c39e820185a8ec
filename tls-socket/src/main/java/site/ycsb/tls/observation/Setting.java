package site.ycsb.tls.observation;

/** A row of the account. Implementations have no state. */
public interface Setting {
  /** The name in results, in the manner of YCSB: {@code KeyShares}. */
  String name();

  /** What a handshake shows of it; empty when nothing. Called for each handshake: quick. */
  default String in(Handshake handshake) {
    return "";
  }

  /** The row. */
  AccountRow row(ObservedTls observed);
}
