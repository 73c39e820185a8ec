package site.ycsb.tls.observation;

import java.security.Provider;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.option.TlsOptions;

/**
 * All that a setting's row is made from.
 *
 * @param asked the options
 * @param provider of the TLS in use
 * @param values what the handshakes showed of the setting, with their numbers; in order of the
 *     first occurrence
 * @param totals of all connections
 * @param last the last full handshake; null before the first
 */
public record ObservedTls(
    TlsOptions asked, Provider provider, Map<String, Long> values, Totals totals, Handshake last) {

  /**
   * Counters of all connections.
   *
   * @param full handshakes
   * @param resumed handshakes
   * @param renewals of keys in established connections
   * @param largestRecordSent its header included, bytes; 0 when none was
   */
  public record Totals(long full, long resumed, long renewals, int largestRecordSent) {
    /** All handshakes. */
    public long handshakes() {
      return full + resumed;
    }
  }

  /** The values in one line: the only one, or all with their numbers. */
  public String text() {
    return values.size() <= 1
        ? String.join("", values.keySet())
        : values.entrySet().stream()
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(", "));
  }

  /** In how many handshakes the value was seen. */
  public long count(String value) {
    return values.getOrDefault(value, 0L);
  }
}
