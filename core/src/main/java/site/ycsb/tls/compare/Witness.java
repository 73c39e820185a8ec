package site.ycsb.tls.compare;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import site.ycsb.tls.measurement.RunResult;

/** The server's own view of a run, held against the run's. */
public final class Witness {
  private Witness() {}

  /** What the server saw between two moments, without zeros. */
  public static Map<String, Long> between(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> seen = new TreeMap<>();
    after.forEach(
        (what, count) -> {
          long more = count - before.getOrDefault(what, 0L);
          if (more > 0) {
            seen.put(what, more);
          }
        });
    return seen;
  }

  /**
   * What the server saw and should not have seen, in one line; empty when both ends agree, or the
   * server cannot tell.
   */
  public static Optional<String> disagreement(
      RunResult result, Map<String, Long> before, Map<String, Long> after) {
    String negotiated =
        result.tls() == null ? "plain" : result.tls().protocol() + " " + result.tls().cipherSuite();
    Map<String, Long> seen = between(before, after);
    return after.isEmpty() || seen.keySet().equals(Set.of(negotiated))
        ? Optional.empty()
        : Optional.of("the client says \"" + negotiated + "\", but the server saw " + seen);
  }
}
