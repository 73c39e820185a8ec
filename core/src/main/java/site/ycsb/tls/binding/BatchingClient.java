package site.ycsb.tls.binding;

/**
 * Writes that are collected and sent together. A binding's {@link site.ycsb.DB} may implement it in
 * addition. It is called by the client's thread.
 */
public interface BatchingClient {

  /**
   * Writes that have returned {@code BATCHED_OK} and were not sent since; 0 after {@code cleanup}.
   */
  int unsent();
}
