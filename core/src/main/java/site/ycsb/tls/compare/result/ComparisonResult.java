package site.ycsb.tls.compare.result;

import java.util.List;
import site.ycsb.tls.compare.plan.ComparisonPlan;

/**
 * All that a comparison found so far; what {@code comparison.json} holds.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param command the command line to repeat the comparison, credentials masked
 * @param plan what was to be done, secrets masked
 * @param complete whether all of the plan was done
 * @param warnings what to be wary of; one line each
 */
public record ComparisonResult(
    int format, String command, ComparisonPlan plan, boolean complete, List<String> warnings) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;
}
