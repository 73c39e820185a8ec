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
  private final List<Setting> settings;
  private final List<Map<String, LongAdder>> values;

  /** The last full one; null before the first. */
  private volatile Handshake last;

  /**
   * @param provider of the TLS in use
   * @param settings one for each row, in their order
   */
  public Account(TlsOptions asked, Provider provider, List<Setting> settings) {
    this.asked = asked;
    this.provider = provider;
    this.settings = List.copyOf(settings);
    this.values =
        settings.stream().<Map<String, LongAdder>>map(s -> new ConcurrentHashMap<>()).toList();
  }

  /** A handshake was completed. */
  public void add(Handshake handshake) {
    for (int i = 0; i < settings.size(); i++) {
      String value = settings.get(i).in(handshake);
      if (!value.isEmpty()) {
        values.get(i).computeIfAbsent(value, first -> new LongAdder()).increment();
      }
    }
    if (!handshake.flight().resumed()) {
      last = handshake;
    }
  }

  /** The rows until now. */
  public List<AccountRow> rows(ObservedTls.Totals totals) {
    List<AccountRow> rows = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      rows.add(
          settings
              .get(i)
              .row(new ObservedTls(asked, provider, counted(values.get(i)), totals, last)));
    }
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
