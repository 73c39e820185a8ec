package site.ycsb.tls.server;

import java.util.List;
import java.util.Map;

/**
 * Whether a test server that consists of several parts is whole, in its own view.
 *
 * @param unready why clients should not come now, one line each; empty when they may
 * @param incidents what befell the server since its start that makes figures of that moment void,
 *     one line each, to how often it did
 */
public record ServerHealth(List<String> unready, Map<String, Long> incidents) {

  /** Nothing is amiss, and nothing was. */
  public static final ServerHealth GOOD = new ServerHealth(List.of(), Map.of());

  public ServerHealth {
    unready = List.copyOf(unready);
    incidents = Map.copyOf(incidents);
  }
}
