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
    int n = differences.length;
    if (n < 1) {
      throw new IllegalArgumentException("needs at least 1 difference, given: 0");
    }
    double mean = Arrays.stream(differences).average().orElseThrow();
    double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
    double freedom = prior.degreesOfFreedom + n - 1;
    double variance =
        (prior.degreesOfFreedom * prior.deviation * prior.deviation + squares) / freedom;
    double half =
        TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2)
            * Math.sqrt(variance / n);
    return new Interval(mean, mean - half, mean + half, level);
  }
}
