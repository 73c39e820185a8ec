package site.ycsb.tls.comparison.page;

import java.util.List;

/** What the columns of a comparison's tables mean. */
public final class Legend {
  /** A line each. */
  public static final List<String> LINES =
      List.of(
          "throughput: operations per second that succeeded. mean, p50, p95, p99: latency of successes.",
          "CPU: user and system time of the process per operation, of client (load generator) and server, without their compilers and, where runs take turns, without what they use when idle.",
          "overhead: variant / baseline - 1; difference: variant - baseline; from pairs of runs of the same block, with the intervals that the report explains.",
          "verdict: overhead; gain; equivalent (less than --margin); inconclusive; indicative (too few or too short runs).",
          "*: secondary metric. Verdicts are Holm-corrected among the primary metrics, and among the secondary ones.",
          "noise: how much the baseline may differ from itself (--calibrate); a smaller overhead is inconclusive.");

  private Legend() {}
}
