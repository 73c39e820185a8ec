package site.ycsb.tls.comparison.result;

import java.util.List;
import java.util.Optional;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;

/**
 * Any two variants of a comparison, in one metric at one point: {@code of / to - 1}, from pairs of
 * runs of the same block. Unlike {@link Overhead} it does not belong to the family of cells whose
 * verdicts are corrected together: code that asks for several contrasts must correct for their
 * number.
 *
 * @param change estimate as a share, with its interval (see {@link Analysis}) and the level that it
 *     has
 * @param logRatios {@code ln(of / to)} of each block, in the order of the blocks
 * @param doubt why it is no answer, whatever the interval is; usually empty
 */
public record Contrast(Interval change, List<Double> logRatios, Optional<Doubt> doubt) {
  public Contrast {
    logRatios = List.copyOf(logRatios);
  }

  /** Whether there are too few blocks for a verdict, whatever the interval is. */
  public boolean isIndicative() {
    return logRatios.size() < SignedRank.PAIRS_FOR_95 || !change.reachesLevel();
  }

  /** The log ratios as an array, for the functions of statistics. */
  public double[] ratios() {
    return logRatios.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
