package site.ycsb.tls.history;

import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Word;
import site.ycsb.tls.statistics.Interval;

/**
 * One metric of one variant at one point in two comparisons.
 *
 * @param point id of the point
 * @param variant id of the variant
 * @param metric key of the metric
 * @param first its overhead in the first comparison
 * @param second its overhead in the second one
 * @param change {@code (1 + second) / (1 + first) - 1}: by how much the factor of the second
 *     overhead is larger, as a share, see {@link ComparisonPair}
 * @param lower lower end of its interval
 * @param upper upper end
 * @param confidence level of that interval, 0–1: at least 0.95, or what so few blocks can have
 * @param pDiffers p-value of "no difference" by Welch's t test on the log ratios, Holm-corrected
 *     over its family ({@link Overhead#primary}); null below 3 blocks in either
 * @param verdict the verdict
 */
public record PairCell(
    String point,
    String variant,
    String metric,
    Overhead first,
    Overhead second,
    double change,
    double lower,
    double upper,
    double confidence,
    Double pDiffers,
    PairVerdict verdict) {

  /** {@link #change} with its interval. */
  public Interval interval() {
    return new Interval(change, lower, upper, confidence);
  }

  /**
   * How much {@link #change} may be made of what the two baselines differ from themselves; null
   * when neither was compared with itself.
   */
  Double noise() {
    return noise(first, second);
  }

  static Double noise(Overhead first, Overhead second) {
    return first.noiseFloor() == null && second.noiseFloor() == null
        ? null
        : Double.valueOf((1 + floor(first)) * (1 + floor(second)) - 1);
  }

  private static double floor(Overhead overhead) {
    return overhead.noiseFloor() == null ? 0 : overhead.noiseFloor();
  }

  /** The verdict on the second overhead, after correction for all verdicts of the pair. */
  public enum PairVerdict implements Word {
    /** The second is worse. */
    WORSE,
    /** The second is better. */
    BETTER,
    /** The runs do not decide it. */
    INCONCLUSIVE,
    /** One of the two overheads is no answer, see {@link ComparisonResult#doubt}. */
    UNKNOWN,
    /** Too few or too short runs for a verdict. */
    INDICATIVE
  }
}
