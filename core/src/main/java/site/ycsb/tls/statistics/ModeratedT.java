package site.ycsb.tls.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t with a moderated variance, for a few paired differences: their own variance is
 * weighed against the one that earlier series of the same kind had (Smyth, Statistical Applications
 * in Genetics and Molecular Biology 3(1), 2004, section 3). Two differences that happen to lie
 * close to each other then do not give a narrow interval.
 */
public final class ModeratedT {
  private ModeratedT() {}

  /**
   * What is known of the variance before anything is measured.
   *
   * @param degreesOfFreedom how much it is worth, in degrees of freedom; more than 0
   * @param deviation the typical standard deviation of one difference; more than 0
   */
  public record Prior(double degreesOfFreedom, double deviation) {
    public Prior {
      if (!(degreesOfFreedom > 0) || !(deviation > 0)) {
        throw new IllegalArgumentException(
            "wants degrees of freedom and a deviation above 0, given: %s and %s"
                .formatted(degreesOfFreedom, deviation));
      }
    }
  }

  /**
   * The mean with its interval.
   *
   * @param differences at least 1 finite number
   * @param level 0–1, for example 0.95
   */
  public static Interval interval(double[] differences, Prior prior, double level) {
    Mean mean = Mean.of(differences, prior);
    return interval(mean.value, mean.variance(), mean.freedom, level);
  }

  /**
   * The mean of the second series less that of the first, with its interval; the two are
   * independent. Each has its own variance: where the series with fewer numbers scatters more, an
   * interval that takes both for alike is too narrow. The degrees of freedom are the fewer of the
   * two, with which an interval from two variances is rather too wide (Mickey, Brown, Annals of
   * Mathematical Statistics 37, 1966).
   *
   * @param first at least 1 finite number
   * @param second at least 1 finite number
   * @param prior of both
   * @param level 0–1, for example 0.95
   */
  public static Interval shift(double[] first, double[] second, Prior prior, double level) {
    Mean one = Mean.of(first, prior);
    Mean other = Mean.of(second, prior);
    return interval(
        other.value - one.value,
        one.variance() + other.variance(),
        Math.min(one.freedom, other.freedom),
        level);
  }

  /**
   * The variance of one value of a series, around the mean of the series.
   *
   * @param values at least 1 finite number
   */
  public static double variance(double[] values, Prior prior) {
    return Mean.of(values, prior).ofOne;
  }

  private static Interval interval(double estimate, double variance, double freedom, double level) {
    double half =
        TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2) * Math.sqrt(variance);
    return new Interval(estimate, estimate - half, estimate + half, level);
  }

  /**
   * The mean of a series.
   *
   * @param ofOne variance of one of its numbers, moderated
   * @param count of its numbers
   * @param freedom degrees of freedom of the variance
   */
  private record Mean(double value, double ofOne, int count, double freedom) {
    static Mean of(double[] differences, Prior prior) {
      int n = differences.length;
      if (n < 1) {
        throw new IllegalArgumentException("needs at least 1 difference, given: 0");
      }
      double mean = Arrays.stream(differences).average().orElseThrow();
      double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
      double freedom = prior.degreesOfFreedom + n - 1;
      double ofOne =
          (prior.degreesOfFreedom * prior.deviation * prior.deviation + squares) / freedom;
      return new Mean(mean, ofOne, n, freedom);
    }

    /** Of the mean. */
    double variance() {
      return ofOne / count;
    }
  }
}
