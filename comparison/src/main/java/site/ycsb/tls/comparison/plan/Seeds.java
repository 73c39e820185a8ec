package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  /**
   * The same, but items that have something in common stay side by side, in the order given.
   *
   * @param common what an item has in common with those for which it is equal
   */
  public <T> List<T> shuffled(List<T> items, Function<T, Object> common, int block, long purpose) {
    Map<Object, List<T>> together =
        items.stream()
            .collect(Collectors.groupingBy(common, LinkedHashMap::new, Collectors.toList()));
    return shuffled(List.copyOf(together.values()), block, purpose).stream()
        .flatMap(List::stream)
        .toList();
  }
}
