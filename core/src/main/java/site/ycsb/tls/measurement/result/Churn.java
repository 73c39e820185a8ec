package site.ycsb.tls.measurement.result;

/**
 * Cycles of the connection-churn workload in the measured window, as the transport counted them.
 *
 * @param scope name of the {@code ChurnScope}, lower case
 * @param cycles cycles that succeeded or failed
 * @param readsPerCycle reads asked for in each
 * @param connections TCP connections that were opened by them
 * @param fullHandshakes full TLS handshakes in them
 * @param resumedHandshakes resumed TLS handshakes in them
 */
public record Churn(
    String scope,
    long cycles,
    long readsPerCycle,
    long connections,
    long fullHandshakes,
    long resumedHandshakes) {

  /** The cycles of both; of the same scope and number of reads. */
  public Churn plus(Churn other) {
    return new Churn(
        scope,
        cycles + other.cycles,
        readsPerCycle,
        connections + other.connections,
        fullHandshakes + other.fullHandshakes,
        resumedHandshakes + other.resumedHandshakes);
  }
}
