package site.ycsb.tls.comparison.plan;

import static site.ycsb.tls.comparison.plan.Schedule.check;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How the runs of a block take turns.
 *
 * @param together variants that are alive side by side, the baseline among them; 2 or more. More
 *     variants than that are distributed over several blocks, each with the baseline
 * @param sliceSeconds length of a slice, s; 0 = 0.1 s, as long as {@value #OPERATIONS_OF_A_SLICE}
 *     operations of each thread take (with a target 1 s at most, or one operation), or as long as
 *     agents need so that they begin at most {@value #MOST_SKEW} of it apart, whichever is longest
 * @param leadSeconds length of an unmeasured slice just before each measured one, s; 0 = none
 * @param warmupOperations operations (cycles, with the connection-churn workload) that each variant
 *     does at least before its figures count
 * @param coldConnections connection-churn workload only: cycles at the start of each process that
 *     are reported apart, as cold: exactly so many of each variant, however long they take; 0 =
 *     none
 * @param renewalSeconds 0 = the servers live as long as the comparison; otherwise they are started
 *     again for each block, and each variant warms them up for at least so long, s
 * @param moderated whether intervals are those of a moderated t; comparisons before 27 November
 *     2026 have Wilcoxon's from six blocks on, and are still read with these
 */
@RecordBuilder
public record Slicing(
    int together,
    double sliceSeconds,
    double leadSeconds,
    long warmupOperations,
    long coldConnections,
    double renewalSeconds,
    boolean moderated)
    implements SlicingBuilder.With {

  /** The usual length of a slice, s. */
  public static final double USUAL_SECONDS = 0.1;

  /** The most by which agents may begin a slice apart, as a share of its length. */
  public static final double MOST_SKEW = 0.02;

  /** The longest slice that is made because of that, s. */
  public static final double LONGEST_FOR_AGENTS = 2;

  /** Fewer rounds than two mirrored pairs are no comparison. */
  public static final int LEAST_ROUNDS = 4;

  /** The least number of operations of each thread in a slice. */
  public static final int OPERATIONS_OF_A_SLICE = 50;

  /** Shorter slices would mostly measure their own beginning and end, s. */
  private static final double SHORTEST = 0.005;

  private static final double LONGEST = 60;

  private static final int LEAST_TOGETHER = 2;

  public Slicing {
    check(together >= LEAST_TOGETHER, "variants side by side", together, "2 or more");
    check(
        sliceSeconds == 0 || (sliceSeconds >= SHORTEST && sliceSeconds <= LONGEST),
        "--slice",
        1000 * sliceSeconds,
        "5 to 60000 ms");
    check(leadSeconds >= 0 && leadSeconds <= 1, "--lead", 1000 * leadSeconds, "0 to 1000 ms");
    check(warmupOperations >= 0, "operations of the warm-up", warmupOperations, "0 or more");
    check(coldConnections >= 0, "cold connections", coldConnections, "0 or more");
    check(renewalSeconds >= 0, "seconds of new servers", renewalSeconds, "0 or more");
  }

  /**
   * Slices of the usual length, without a lead, of servers that live as long as the comparison; of
   * two variants side by side, until it is known how many fit.
   */
  public static Slicing of() {
    return new Slicing(LEAST_TOGETHER, 0, 0, 0, 0, 0, true);
  }

  /**
   * Whether each block has new servers, so that its interval contains what differs between them.
   */
  public boolean renewsServers() {
    return renewalSeconds > 0;
  }
}
