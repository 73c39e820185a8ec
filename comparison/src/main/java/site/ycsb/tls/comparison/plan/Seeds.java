package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The seeds of a comparison's random draws, all derived from one.
 *
 * @param seed of the comparison
 */
public record Seeds(long seed) {

  /** Reproducible, non-negative; the same for all runs of a block when the purpose is 0. */
  public long of(int block, long purpose) {
    long mixed = 31 * (31 * seed + block) + purpose;
    return new SplittableRandom(mixed).nextLong() >>> 11;
  }

  /** The items in an order that depends on the block and the purpose. */
  public <T> List<T> shuffled(List<T> items, int block, long purpose) {
    List<T> order = new ArrayList<>(items);
    Collections.shuffle(order, new Random(of(block, purpose)));
    return order;
  }
}
