package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The seeds of a comparison's random draws, all derived from one.
 *
 * @param seed of the comparison
 */
public record Seeds(long seed) {
  private static final long SEEDS_OF_JSON = 1L << 53;

  /** A seed for a comparison that is given none; a number that JSON can hold. */
  public static long random() {
    return ThreadLocalRandom.current().nextLong(SEEDS_OF_JSON);
  }

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
