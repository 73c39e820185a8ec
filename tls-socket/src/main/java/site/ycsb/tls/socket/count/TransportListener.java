package site.ycsb.tls.socket.count;

/**
 * Receives the events of connections and handshakes, on the thread that made them: a worker's or a
 * driver's. Implementations are thread-safe, quick, and throw nothing.
 */
public interface TransportListener {

  /** A TCP connection was established; the time is in ns. */
  default void connected(long nanos) {}

  /** A TCP connection that a driver made itself was taken over; how long that took is not known. */
  default void adopted() {}

  /**
   * A TLS handshake was completed and matches the pin.
   *
   * @param nanos from the first message to the last, ns
   * @param resumed whether it resumed a session
   */
  default void handshaken(long nanos, boolean resumed) {}

  /** A connection was closed. */
  default void closed() {}

  /** A connection or a handshake failed; called once for each. */
  default void failed(Throwable cause) {}
}
