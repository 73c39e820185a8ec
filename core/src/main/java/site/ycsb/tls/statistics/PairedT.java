package site.ycsb.tls.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.TTest;

/**
 * Student's t for paired differences: a check in addition to {@link SignedRank}. Unlike that, its
 * p-values can be small enough with few pairs to survive a correction for many tests.
 */
public final class PairedT {
  /** Two pairs can be tested, but their interval spans orders of magnitude and is useless. */
  public static final int FEWEST = 3;

  private PairedT() {}

  /**
   * The mean with its interval.
   *
   * @param differences at least 2 finite numbers
   * @param level 0–1, for example 0.95
   */
  public static Interval interval(double[] differences, double level) {
    int n = atLeastTwo(differences);
    double mean = mean(differences);
    double quantile = TDistribution.of(n - 1).inverseSurvivalProbability((1 - level) / 2);
    double half = quantile * Math.sqrt(variance(differences) / n);
    return new Interval(mean, mean - half, mean + half, level);
  }

  /** Two-sided p-value of "the mean is 0". */
  public static double differs(double[] differences) {
    return p(differences, 0, AlternativeHypothesis.TWO_SIDED);
  }

  /**
   * p-value of "the mean lies outside (-margin, margin)": small when it is equivalent to 0 (two
   * one-sided tests, Schuirmann 1987).
   */
  public static double equivalent(double[] differences, double margin) {
    return inside(differences, -margin, margin);
  }

  /**
   * p-value of "the mean lies outside (lower, upper)": small when it lies inside. By two one-sided
   * tests, or by one where there is one end.
   *
   * @param lower may be negative infinity
   * @param upper may be infinity
   */
  public static double inside(double[] differences, double lower, double upper) {
    return Math.max(above(differences, lower), below(differences, upper));
  }

  /**
   * p-value of "the mean lies inside [lower, upper]": small when it lies outside. With two ends the
   * smaller of two one-sided p-values, doubled (Bonferroni).
   *
   * @param lower may be negative infinity
   * @param upper may be infinity
   */
  public static double outside(double[] differences, double lower, double upper) {
    double beyond =
        Math.min(
            lower == Double.NEGATIVE_INFINITY ? 1 : below(differences, lower),
            upper == Double.POSITIVE_INFINITY ? 1 : above(differences, upper));
    return Double.isInfinite(lower) || Double.isInfinite(upper) ? beyond : Math.min(1, 2 * beyond);
  }

  private static double above(double[] differences, double bound) {
    return bound == Double.NEGATIVE_INFINITY
        ? 0
        : p(differences, bound, AlternativeHypothesis.GREATER_THAN);
  }

  private static double below(double[] differences, double bound) {
    return bound == Double.POSITIVE_INFINITY
        ? 0
        : p(differences, bound, AlternativeHypothesis.LESS_THAN);
  }

  private static double p(double[] differences, double mu, AlternativeHypothesis alternative) {
    atLeastTwo(differences);
    if (variance(differences) == 0) {
      // All the same: the test statistic is infinite, or 0/0 when they equal mu.
      double mean = mean(differences);
      boolean agrees =
          switch (alternative) {
            case TWO_SIDED -> mean != mu;
            case GREATER_THAN -> mean > mu;
            case LESS_THAN -> mean < mu;
          };
      return agrees ? 0 : 1;
    }
    return TTest.withDefaults().with(alternative).withMu(mu).test(differences).getPValue();
  }

  private static int atLeastTwo(double[] differences) {
    if (differences.length < 2) {
      throw new IllegalArgumentException(
          "needs at least 2 differences, given: " + differences.length);
    }
    return differences.length;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Of at least 2 values; exactly 0 where they are all the same. */
  static double variance(double[] values) {
    if (Arrays.stream(values).allMatch(v -> v == values[0])) {
      return 0;
    }
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }
}
