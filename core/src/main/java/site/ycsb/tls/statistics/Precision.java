package site.ycsb.tls.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Decides when enough pairs have been made, and estimates their number.
 *
 * <p>Looking at an interval after every pair, and stopping when it is narrow, favours intervals
 * that are narrow by chance. So the interval that decides and is reported has a level of {@value
 * #LEVEL}: a simulation in the tests finds that it then covers the true value in at least 95 % of
 * comparisons.
 */
public final class Precision {
  /** Level of the deciding interval. Six pairs have at most 0.969, which is accepted. */
  public static final double LEVEL = 0.97;

  /** With fewer log ratios their standard deviation says nothing. */
  public static final int FEWEST = 3;

  /** The largest half-width of an answer: 10 points, see {@link #halfWidth}. */
  private static final double OF_AN_ANSWER = 0.1;

  private static final int MOST = 1 << 30;

  private Precision() {}

  /**
   * Whether the interval is narrow enough, with at least {@value SignedRank#PAIRS_FOR_95} pairs.
   *
   * @param interval of the log ratios, of {@link #LEVEL}
   * @param pairs number of them
   * @param wanted see {@link #halfWidth}
   */
  public static boolean isReached(Interval interval, int pairs, double wanted) {
    return pairs >= SignedRank.PAIRS_FOR_95
        && (Math.expm1(interval.upper()) - Math.expm1(interval.lower())) / 2
            <= halfWidth(Math.expm1(interval.estimate()), wanted);
  }

  /**
   * The largest half-width that is narrow enough: the wanted one, and twice that share of an
   * overhead above 50 %. Nobody needs +300 % to two points, and at the same scatter that would take
   * many times the pairs that +15 % takes.
   *
   * @param overhead as a share of the baseline: 0.15 = 15 % more
   * @param wanted as a share of the baseline: 0.02 = 2 points
   * @return a share of the baseline
   */
  public static double halfWidth(double overhead, double wanted) {
    return wanted * Math.max(1, 2 * overhead);
  }

  /**
   * Whether the estimate may be taken for an answer: it is known to 10 points, and not from one
   * value alone, whose interval has no width and no confidence. See {@link #halfWidth}.
   *
   * @param overhead as a share of the baseline
   */
  public static boolean isAnswer(Interval overhead) {
    return overhead.hasLevel()
        && overhead.halfWidth() <= halfWidth(overhead.estimate(), OF_AN_ANSWER);
  }

  /**
   * The expected number of pairs when {@link #isReached} is first true, if it is not yet: from
   * Student's t at their present standard deviation. More than the present number.
   *
   * @param logRatios of the pairs made so far, at least {@value #FEWEST}
   * @param wanted as above; more than 0
   */
  public static int pairsExpected(double[] logRatios, double wanted) {
    double mean = Arrays.stream(logRatios).average().orElseThrow();
    // (e^(mean+h) - e^(mean-h)) / 2 = e^mean sinh(h)
    double scaled = halfWidth(Math.expm1(mean), wanted) / Math.exp(mean);
    double halfWidth = Math.log(scaled + Math.sqrt(scaled * scaled + 1));
    int needed = pairsNeeded(deviation(logRatios), halfWidth, LEVEL);
    return Math.max(needed, Math.max(SignedRank.PAIRS_FOR_95, logRatios.length + 1));
  }

  /**
   * The least n with {@code t(n-1) s / sqrt(n) <= half-width}: pairs after which the t interval is
   * as narrow as that.
   *
   * @param deviation standard deviation s of one log ratio
   * @param halfWidth of a log ratio, more than 0
   * @param level 0–1, for example 0.95
   * @return 2 or more; 2^30 where it would be more
   */
  public static int pairsNeeded(double deviation, double halfWidth, double level) {
    if (!(halfWidth > 0)) {
      throw new IllegalArgumentException("needs a half-width above 0, given: " + halfWidth);
    }
    int tooFew = 1;
    int enough = MOST;
    while (enough - tooFew > 1) {
      int n = (tooFew + enough) >>> 1;
      double t = TDistribution.of(n - 1).inverseSurvivalProbability((1 - level) / 2);
      if (t * deviation / Math.sqrt(n) <= halfWidth) {
        enough = n;
      } else {
        tooFew = n;
      }
    }
    return enough;
  }

  /**
   * Standard deviation of log ratios.
   *
   * @param logRatios at least {@value #FEWEST}
   */
  public static double deviation(double[] logRatios) {
    if (logRatios.length < FEWEST) {
      throw new IllegalArgumentException(
          "wants at least " + FEWEST + " log ratios, given: " + logRatios.length);
    }
    return Math.sqrt(PairedT.variance(logRatios));
  }
}
