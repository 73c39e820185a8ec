package site.ycsb.tls.cost.fit;

import org.apache.commons.statistics.distribution.TDistribution;
import site.ycsb.tls.statistics.Interval;

/**
 * An estimate with its standard error.
 *
 * @param value in the unit of what is estimated
 * @param standardError in the same unit
 * @param freedom degrees of freedom of the standard error
 */
public record Estimate(double value, double standardError, double freedom) {
  /** Exactly this. */
  public static Estimate exactly(double value) {
    return new Estimate(value, 0, 1);
  }

  /** Half of the width of the interval of 95 % (Student's t). */
  public double halfWidth() {
    return halfWidth(Interval.LEVEL);
  }

  /**
   * Half of the width of the interval.
   *
   * @param confidence between 0 and 1
   */
  public double halfWidth(double confidence) {
    return standardError == 0
        ? 0
        : standardError
            * TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
  }

  /** Lower end of the interval of 95 %. */
  public double lower() {
    return value - halfWidth();
  }

  /** Upper end of the interval of 95 %. */
  public double upper() {
    return value + halfWidth();
  }

  /** The sum of both, if they are independent; the degrees of freedom are the smaller ones. */
  public Estimate plus(Estimate other) {
    return new Estimate(
        value + other.value,
        Math.hypot(standardError, other.standardError),
        standardError == 0
            ? other.freedom
            : other.standardError == 0 ? freedom : Math.min(freedom, other.freedom));
  }

  /** The same on a machine of which it is known how fast it is. */
  public Estimate at(Speed speed) {
    return speed.variance() == 0
        ? this
        : new Estimate(
            value,
            Math.hypot(standardError, value * Math.sqrt(speed.variance())),
            standardError == 0 ? speed.freedom() : Math.min(freedom, speed.freedom()));
  }

  /** Multiplied by a known factor. */
  public Estimate times(double factor) {
    return new Estimate(value * factor, standardError * Math.abs(factor), freedom);
  }
}
