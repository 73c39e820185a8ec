package site.ycsb.tls.cost.fit;

import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.ModeratedT.Prior;

/**
 * How well it is known how fast the machine is, which is another one in each block, and the same
 * for all that a block measures.
 *
 * @param variance of the mean over the blocks of the logarithm of a CPU time
 * @param freedom degrees of freedom of that
 */
public record Speed(double variance, double freedom) {
  /** As if it were known exactly. */
  public static final Speed EXACT = new Speed(0, 1);

  public Speed {
    if (!(variance >= 0) || !(freedom > 0)) {
      throw new IllegalArgumentException(
          "expected a variance of 0 or more with degrees of freedom, given: %s and %s"
              .formatted(variance, freedom));
    }
  }

  /**
   * From what was measured.
   *
   * @param logarithms of the CPU time of each block, at least one
   * @param prior how these scatter
   */
  static Speed of(double[] logarithms, Prior prior) {
    int blocks = logarithms.length;
    return new Speed(
        ModeratedT.variance(logarithms, prior) / blocks, prior.degreesOfFreedom() + blocks - 1);
  }
}
