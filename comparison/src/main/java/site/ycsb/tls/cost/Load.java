package site.ycsb.tls.cost;

import site.ycsb.tls.cost.fit.Amounts;

/**
 * A load of the user's.
 *
 * @param operationsPerSecond all clients together
 * @param kilobytesPerOperation sent and received, KB of 1000 bytes
 * @param connectionsPerSecond new connections
 * @param resumedShare share of these that resume a TLS session, 0 to 1
 */
public record Load(
    double operationsPerSecond,
    double kilobytesPerOperation,
    double connectionsPerSecond,
    double resumedShare) {

  /** Whether there is none. */
  boolean isNone() {
    return operationsPerSecond == 0 && connectionsPerSecond == 0;
  }

  /** One second of it. */
  public Amounts amounts() {
    return Amounts.of(
        operationsPerSecond,
        operationsPerSecond * kilobytesPerOperation,
        connectionsPerSecond,
        connectionsPerSecond * (1 - resumedShare),
        connectionsPerSecond * resumedShare);
  }
}
