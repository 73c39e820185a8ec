package site.ycsb.tls.observation;

import java.security.Provider;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.option.TlsOptions;

/**
 * All that a setting's row is made from, and the row.
 *
 * @param setting its name
 * @param asked the options
 * @param provider of the TLS in use
 * @param values what the handshakes showed of the setting, with their numbers; the most frequent
 *     first
 * @param totals of all connections
 * @param last the last full handshake; null before the first
 */
public record ObservedTls(
    String setting,
    TlsOptions asked,
    Provider provider,
    Map<String, Long> values,
    Totals totals,
    Handshake last) {

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

  /** The row when nothing was asked. */
  public AccountRow open(String seen) {
    return AccountRow.open(setting, seen);
  }

  /** The row when what was asked was seen. */
  public AccountRow same(String wanted, String seen) {
    return AccountRow.same(setting, wanted, seen);
  }

  /** The row when it was not seen. */
  public AccountRow different(String wanted, String seen, String remark) {
    return AccountRow.different(setting, wanted, seen, remark);
  }

  /** The row when it was seen in part, or when what was seen is worth a warning. */
  public AccountRow remarked(String wanted, String seen, String remark) {
    return new AccountRow(setting, wanted, seen, Agreement.IN_PART, remark);
  }

  /** The row when the same must be seen, if something was asked. */
  public AccountRow compare(Optional<String> wanted, String seen, String remark) {
    return wanted
        .map(word -> word.equals(seen) ? same(word, seen) : different(word, seen, remark))
        .orElseGet(() -> open(seen));
  }
}
