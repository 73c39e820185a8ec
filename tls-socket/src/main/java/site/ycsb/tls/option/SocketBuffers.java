package site.ycsb.tls.option;

import java.util.Map;
import java.util.OptionalInt;

/**
 * The buffers of each socket, plain or with TLS.
 *
 * @param send bytes; empty: the system's default
 * @param receive bytes; empty: the system's default
 */
public record SocketBuffers(OptionalInt send, OptionalInt receive) {

  /** The system's defaults. */
  public static SocketBuffers ofSystem() {
    return new SocketBuffers(OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * Reads {@code tls.sndbuf} and {@code tls.rcvbuf}; others are ignored.
   *
   * @throws UsageException when one is not a number of bytes
   */
  public static SocketBuffers parse(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return new SocketBuffers(
        values.wholeIfGiven(TlsProperty.SNDBUF.key(), 1, Integer.MAX_VALUE),
        values.wholeIfGiven(TlsProperty.RCVBUF.key(), 1, Integer.MAX_VALUE));
  }
}
