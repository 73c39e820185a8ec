package site.ycsb.tls.testserver.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.testserver.ListenerSpec;

/**
 * Counts the connections that a program logs, by what it logs of each: that it has no TLS, or its
 * version and suite. Thread-safe.
 */
public final class LoggedConnections {
  private static final String PLAIN = "plain";

  /** By {@code PROTOCOL SUITE}; {@link #PLAIN} without TLS. */
  private final Map<String, Long> counts = new HashMap<>();

  /** Counts one without TLS. */
  public void addPlain() {
    add(PLAIN);
  }

  /**
   * Counts one with this TLS.
   *
   * @param protocol such as {@code TLSv1.3}
   * @param suite by any of its names
   */
  public void add(String protocol, String suite) {
    add(protocol + " " + CipherSuites.find(suite).map(CipherSuite::name).orElse(suite));
  }

  private synchronized void add(String kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  /**
   * The number of each listener's. Those that differ only on the client's side have the same
   * connections, and are left out.
   */
  public synchronized Map<ListenerSpec, Long> of(List<ListenerSpec> listeners) {
    Map<String, List<ListenerSpec>> byKind =
        listeners.stream().collect(Collectors.groupingBy(LoggedConnections::kind));
    return byKind.values().stream()
        .filter(alike -> alike.size() == 1)
        .map(alike -> alike.get(0))
        .collect(Collectors.toMap(Function.identity(), o -> counts.getOrDefault(kind(o), 0L)));
  }

  private static String kind(ListenerSpec listener) {
    return listener
        .tls()
        .map(tls -> tls.pin().protocol() + " " + tls.pin().cipherSuite().name())
        .orElse(PLAIN);
  }
}
