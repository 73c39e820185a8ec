package site.ycsb.tls.testserver;

import java.util.List;
import java.util.Map;

/**
 * Whether all parts of a test server are alive, in its own view.
 *
 * @param unready why clients should not connect now, one line each; empty when they may
 * @param incidents events since the server's start that make figures of that moment invalid, one
 *     line each, to how often they happened
 */
public record ServerHealth(List<String> unready, Map<String, Long> incidents) {

  /** Ready, and no incidents. */
  public static final ServerHealth GOOD = new ServerHealth(List.of(), Map.of());

  public ServerHealth {
    unready = List.copyOf(unready);
    incidents = Map.copyOf(incidents);
  }
}
