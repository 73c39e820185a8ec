package site.ycsb.tls.option;

import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.pin.TlsPin;

/**
 * All that the {@code tls.*} properties say, as typed values.
 *
 * @param pin what is pinned
 */
public record TlsOptions(TlsPin pin) {

  /**
   * Parses the {@code tls.*} properties; others are passed over.
   *
   * @return empty when {@code tls.cipher} is absent: plain
   * @throws UsageException for an unknown {@code tls.*} property (with the nearest name), a value
   *     that cannot be understood, or a {@code tls.*} property that makes no sense without {@code
   *     tls.cipher}
   */
  public static Optional<TlsOptions> parse(Map<String, String> properties) {
    throw new UnsupportedOperationException("TODO");
  }
}
