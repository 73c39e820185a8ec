package site.ycsb.tls.comparison.result;

import java.util.List;
import site.ycsb.tls.statistics.Interval;

/**
 * A variant relative to the baseline, in one metric at one point: {@code variant / baseline - 1},
 * from pairs of runs of the same block. Never without its interval.
 *
 * @param primary whether the metric is of the primary family: CPU of client and server, and the
 *     metric that answers the question ({@link PrimaryMetric}); its verdict is corrected within
 *     that family, all other verdicts among themselves
 * @param pairs number of blocks that have both
 * @param difference {@code variant - baseline} in the metric's unit; with moderated intervals from
 *     {@code change} and the geometric mean of the baseline, each with its scatter, else the
 *     Hodges-Lehmann estimate of the differences of the pairs
 * @param change the estimate, from the log ratios, as a share: 0.41 = 41 % more
 * @param lower lower end of its interval, see {@link Analysis}
 * @param upper upper end
 * @param confidence level of both intervals, 0–1: at least 0.95, or what so few pairs can have
 * @param tChange the same by paired t: a check; null below 3 pairs
 * @param tLower lower end of its 95 % interval
 * @param tUpper upper end
 * @param pDiffers p-value of "no difference" by paired t, Holm-corrected over its family; null
 *     below 3 pairs
 * @param pEquivalent p-value of "differs by the margin or more" by two one-sided t tests,
 *     Holm-corrected; null below 3 pairs
 * @param noiseFloor the largest plausible difference of the baseline from itself, as a share; null
 *     when it was not measured
 * @param verdict the verdict
 * @param spread how far the log ratios scatter; null below 3 pairs, and for secondary metrics
 * @param logRatios {@code ln(variant / baseline)} of each block, in the order of the blocks
 */
public record Overhead(
    boolean primary,
    int pairs,
    Interval difference,
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
    Spread spread,
    List<Double> logRatios) {

  public Overhead {
    logRatios = List.copyOf(logRatios);
  }

  /** {@link #change} with its interval. */
  public Interval interval() {
    return new Interval(change, lower, upper, confidence);
  }

  /** Whether the interval has a level: that of whole runs in a single block is a point. */
  public boolean hasInterval() {
    return interval().hasLevel();
  }

  /** The log ratios as an array, for the functions of statistics. */
  public double[] ratios() {
    return logRatios.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
