package site.ycsb.tls.comparison.result;

/**
 * How far the log ratios of a variant scatter, and the number of blocks that this requires.
 *
 * @param between standard deviation between the blocks of {@code ln(variant / baseline)}
 * @param within the same between the rounds of one block, root mean square over the blocks; null
 *     when the runs did not take turns in slices
 * @param blocksNeeded blocks after which a t interval of 95 % is as narrow as ±1 %
 */
public record Spread(double between, Double within, int blocksNeeded) {
  /** The half-width for {@link #blocksNeeded}, as a share. */
  public static final double HALF_WIDTH = 0.01;
}
