package site.ycsb.tls.testserver;

import java.util.HashMap;
import java.util.Map;
import site.ycsb.tls.pin.TlsPin;

/**
 * What a listener saw since it was opened: the server's view.
 *
 * @param connections TCP connections that were accepted
 * @param failed handshakes that were not completed
 * @param handshakes completed handshakes, by what was negotiated
 */
public record ListenerWitness(long connections, long failed, Map<Negotiated, Long> handshakes) {
  public ListenerWitness {
    handshakes = Map.copyOf(handshakes);
  }

  /** A listener that saw nothing. */
  public static final ListenerWitness NOTHING = new ListenerWitness(0, 0, Map.of());

  /**
   * The server's own session at the end of the handshake.
   *
   * @param protocol for example {@code TLSv1.3}
   * @param cipherSuite IANA name
   * @param resumed whether a session was resumed
   */
  public record Negotiated(String protocol, String cipherSuite, boolean resumed) {}

  /**
   * What a listener saw whose server only counts. It accepts one protocol version and one suite, so
   * the counter of handshakes is for these; all are taken to be full.
   *
   * @param completed handshakes; not looked at without TLS
   */
  public static ListenerWitness counted(
      ListenerSpec listener, long connections, long failed, long completed) {
    if (listener.tls().isEmpty() || completed == 0) {
      return new ListenerWitness(connections, failed, Map.of());
    }
    TlsPin pin = listener.tls().get().pin();
    Negotiated negotiated =
        new Negotiated(pin.protocol().toString(), pin.cipherSuite().name(), false);
    return new ListenerWitness(connections, failed, Map.of(negotiated, completed));
  }

  /** What this listener and another saw together. */
  public ListenerWitness plus(ListenerWitness other) {
    Map<Negotiated, Long> sum = new HashMap<>(handshakes);
    other.handshakes.forEach((negotiated, count) -> sum.merge(negotiated, count, Long::sum));
    return new ListenerWitness(connections + other.connections, failed + other.failed, sum);
  }
}
