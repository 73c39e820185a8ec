package site.ycsb.tls.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import site.ycsb.tls.measurement.RunResult;

/** The server's own view of a run: it must agree with what the run says of itself. */
final class Witness {
  private Witness() {}

  /** The result with what the server saw; failed when the two disagree. */
  static RunResult confirm(RunResult result, Map<String, Long> before, Map<String, Long> after) {
    if (after.isEmpty()) {
      return result;
    }
    Map<String, Long> seen = new TreeMap<>();
    after.forEach(
        (what, count) -> {
          long more = count - before.getOrDefault(what, 0L);
          if (more > 0) {
            seen.put(what, more);
          }
        });
    String expected =
        result.tls() == null ? "plain" : result.tls().protocol() + " " + result.tls().cipherSuite();
    Map<String, String> server = new LinkedHashMap<>(result.server());
    server.put("witness", seen.toString());
    List<String> problems =
        seen.keySet().equals(java.util.Set.of(expected))
            ? List.of()
            : List.of(
                "the server negotiated "
                    + seen
                    + ", but the run was "
                    + expected
                    + ": its figures cannot be trusted");
    return result.confirmedBy(server, problems);
  }
}
