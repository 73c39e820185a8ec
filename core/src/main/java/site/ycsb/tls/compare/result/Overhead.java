package site.ycsb.tls.compare.result;

import java.util.List;

/**
 * A variant relative to the baseline, in one metric at one point: {@code variant / baseline - 1},
 * from pairs of runs of the same block. Never without its interval.
 *
 * @param pairs number of blocks
 * @param change Hodges-Lehmann estimate of the log ratios, as a share: 0.41 = 41 % more
 * @param lower lower end of the exact Wilcoxon interval
 * @param upper upper end
 * @param confidence level of that interval, 0–1: at least 0.95, or what so few pairs can have
 * @param tChange the same by paired t: a check; null below 3 pairs
 * @param tLower lower end of its 95 % interval
 * @param tUpper upper end
 * @param pDiffers p-value of "no difference" by paired t, Holm-corrected over the comparison; null
 *     below 3 pairs
 * @param pEquivalent p-value of "differs by the margin or more" by two one-sided t tests,
 *     Holm-corrected; null below 3 pairs
 * @param noiseFloor what the baseline against itself may differ by, as a share; null when it was
 *     not measured
 * @param verdict what follows
 * @param logRatios {@code ln(variant / baseline)} of each block, in the order of the blocks
 */
public record Overhead(
    int pairs,
    double change,
    double lower,
    double upper,
    double confidence,
    Double tChange,
    Double tLower,
    Double tUpper,
    Double pDiffers,
    Double pEquivalent,
    Double noiseFloor,
    Verdict verdict,
    List<Double> logRatios) {

  public Overhead {
    logRatios = List.copyOf(logRatios);
  }

  /** Half of the interval's width, as a share of the baseline. */
  public double halfWidth() {
    return (upper - lower) / 2;
  }
}
