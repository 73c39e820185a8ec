package site.ycsb.tls.statistics;

/**
 * An estimate and its confidence interval.
 *
 * @param estimate the estimate
 * @param lower lower end
 * @param upper upper end
 * @param confidence achieved level of the interval, 0–1
 */
public record Interval(double estimate, double lower, double upper, double confidence) {

  /** Whether the value lies inside or on an end. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** Half of its width. */
  public double halfWidth() {
    return (upper - lower) / 2;
  }

  /** Whether it has the level, apart from rounding. */
  public boolean reaches(double level) {
    return confidence >= level - 1e-9;
  }
}
