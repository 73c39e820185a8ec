package site.ycsb.tls.observation;

import java.util.function.Function;

/**
 * A row of the account.
 *
 * @param name in results, in the manner of YCSB: {@code KeyShares}
 * @param value what a handshake shows of it; empty when nothing. Called for each handshake: quick
 * @param row the row, from all handshakes
 */
public record Setting(
    String name, Function<Handshake, String> value, Function<ObservedTls, AccountRow> row) {

  /** One of which a single handshake shows nothing. */
  public Setting(String name, Function<ObservedTls, AccountRow> row) {
    this(name, handshake -> "", row);
  }
}
