package site.ycsb.tls.observation;

import java.security.Provider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.tls.option.TlsOptions;

/**
 * Collects what is observed of each setting, handshake by handshake. A handshake takes some
 * microseconds. Thread-safe.
 */
public final class Account {
  private final TlsOptions asked;
  private final Provider provider;

  /** What was seen of each setting, in the order of the rows. */
  private final Map<Setting, Map<String, LongAdder>> seen = new LinkedHashMap<>();

  /** The last full one; null before the first. */
  private volatile Handshake last;

  /**
   * @param provider of the TLS in use
   * @param settings one for each row, in their order
   */
  public Account(TlsOptions asked, Provider provider, List<Setting> settings) {
    this.asked = asked;
    this.provider = provider;
    settings.forEach(setting -> seen.put(setting, new ConcurrentHashMap<>()));
  }

  /** A handshake was completed. */
  public void add(Handshake handshake) {
    seen.forEach(
        (setting, values) -> {
          String value = setting.value().apply(handshake);
          if (!value.isEmpty()) {
            values.computeIfAbsent(value, first -> new LongAdder()).increment();
          }
        });
    if (!handshake.flight().resumed()) {
      last = handshake;
    }
  }

  /** The rows until now. */
  public List<AccountRow> rows(ObservedTls.Totals totals) {
    List<AccountRow> rows = new ArrayList<>();
    seen.forEach(
        (setting, values) ->
            rows.add(
                setting
                    .row()
                    .apply(
                        new ObservedTls(
                            setting.name(), asked, provider, counted(values), totals, last))));
    return rows;
  }

  /** The most frequent first. */
  private static Map<String, Long> counted(Map<String, LongAdder> values) {
    Map<String, Long> counted = new LinkedHashMap<>();
    values.entrySet().stream()
        .sorted(
            Map.Entry.<String, LongAdder>comparingByValue((a, b) -> Long.compare(b.sum(), a.sum()))
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(e -> counted.put(e.getKey(), e.getValue().sum()));
    return Collections.unmodifiableMap(counted);
  }
}
