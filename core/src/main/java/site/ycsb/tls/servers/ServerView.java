package site.ycsb.tls.servers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.testserver.ServerHealth;

/**
 * The server's own view of what happened since its start. The difference between two views belongs
 * to the run in between.
 *
 * @param connections {@code PROTOCOL SUITE} (as in {@code TLSv1.3 TLS_AES_256_GCM_SHA384}) or
 *     {@code plain}, to the number of connections; empty when the server cannot tell
 * @param health whether all of the server is and was alive
 * @param product name and version of a test server, and of its TLS library where that is its own;
 *     empty when it is not known
 */
public record ServerView(Map<String, Long> connections, ServerHealth health, String product) {
  /** Name of the product among what a result says of the server. */
  public static final String PRODUCT = "testServer";

  /** Name of the further arguments of a test server's JVM among the same. */
  public static final String ARGUMENTS = "testServerArguments";

  /** The view of a server that cannot tell. */
  public static final ServerView SILENT = new ServerView(Map.of(), ServerHealth.GOOD, "");

  public ServerView {
    connections = Collections.unmodifiableMap(new TreeMap<>(connections));
  }

  /** The connections that are new since the earlier view, by kind. */
  public Map<String, Long> connectionsSince(ServerView earlier) {
    return difference(earlier.connections, connections);
  }

  /**
   * What a result says of the server, with the product of a test server and the further arguments
   * of its JVM, credentials masked.
   */
  public Map<String, String> complete(Map<String, String> server) {
    return complete(server, System.getenv());
  }

  Map<String, String> complete(Map<String, String> server, Map<String, String> environment) {
    Map<String, String> all = new LinkedHashMap<>(server);
    if (!product.isEmpty()) {
      all.put(PRODUCT, product);
      String further = environment.getOrDefault(Testbed.FURTHER_ARGUMENTS, "").strip();
      if (!further.isEmpty()) {
        all.put(ARGUMENTS, Secrets.named(List.of()).mask(further));
      }
    }
    return all;
  }

  /**
   * Why the server's view does not allow a run between the earlier view and this one to count, in
   * one line; empty when it does.
   */
  public Optional<String> objection(RunResult result, ServerView earlier) {
    List<String> objections = new ArrayList<>();
    difference(earlier.health.incidents(), health.incidents())
        .forEach(
            (what, count) ->
                objections.add("during the run, " + what + (count > 1 ? " " + count + "x" : "")));
    health.unready().forEach(reason -> objections.add("after the run, " + reason));
    String negotiated =
        result.tls() == null ? "plain" : result.tls().protocol() + " " + result.tls().cipherSuite();
    Map<String, Long> seen = connectionsSince(earlier);
    if (!connections.isEmpty() && !seen.keySet().equals(Set.of(negotiated))) {
      objections.add("the client says \"" + negotiated + "\", but the server saw " + seen);
    }
    return objections.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", objections));
  }

  /** The increases, without zeros. */
  private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> more = new TreeMap<>();
    after.forEach(
        (what, count) -> {
          long added = count - before.getOrDefault(what, 0L);
          if (added > 0) {
            more.put(what, added);
          }
        });
    return more;
  }
}
