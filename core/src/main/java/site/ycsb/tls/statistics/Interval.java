package site.ycsb.tls.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate and its confidence interval.
 *
 * @param estimate the estimate
 * @param lower lower end
 * @param upper upper end
 * @param confidence achieved level of the interval, 0–1
 */
public record Interval(double estimate, double lower, double upper, double confidence) {
  /** The level of what this program says: 95 %. */
  public static final double LEVEL = 0.95;

  /** Of log ratios, that of the changes: {@code exp(x) - 1}. */
  public Interval asChange() {
    return map(Math::expm1);
  }

  /** With estimate and ends changed by an increasing function. */
  public Interval map(DoubleUnaryOperator function) {
    return new Interval(
        function.applyAsDouble(estimate),
        function.applyAsDouble(lower),
        function.applyAsDouble(upper),
        confidence);
  }

  /**
   * The product with a factor that was estimated, too, independently. The variance at each end is
   * recovered from the ends of the two (Zou, Donner, Statistics in Medicine 27, 2008). No end
   * crosses 0 where this interval does not: a factor changes no sign.
   *
   * @param factor above 0, ends included
   */
  public Interval times(Interval factor) {
    double product = estimate * factor.estimate;
    double below = estimate * ((estimate > 0 ? factor.lower : factor.upper) - factor.estimate);
    double above = estimate * ((estimate > 0 ? factor.upper : factor.lower) - factor.estimate);
    double least = product - Math.hypot(factor.estimate * (estimate - lower), below);
    double most = product + Math.hypot(factor.estimate * (upper - estimate), above);
    return new Interval(
        product,
        lower >= 0 ? Math.max(0, least) : least,
        upper <= 0 ? Math.min(0, most) : most,
        Math.min(confidence, factor.confidence));
  }

  /** Whether the value lies inside or on an end. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** Half of its width. */
  public double halfWidth() {
    return (upper - lower) / 2;
  }

  /** Whether it has any level: the exact one of a single value is a point. */
  public boolean hasLevel() {
    return confidence > 0;
  }

  /** Whether it has {@link #LEVEL}, apart from rounding. */
  public boolean reachesLevel() {
    return confidence >= LEVEL - 1e-9;
  }
}
