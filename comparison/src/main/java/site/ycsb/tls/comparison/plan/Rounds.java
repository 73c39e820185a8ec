package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The orders of rounds: each random, each followed by its mirror, so that in every pair of rounds
 * all have the same mean position. Not thread-safe.
 */
public final class Rounds<T> {
  private final List<T> order;
  private final Random random;
  private boolean mirrored = true;

  public Rounds(List<T> items, long seed) {
    this.order = new ArrayList<>(items);
    this.random = new Random(seed);
  }

  /** The order of the next round. */
  public List<T> next() {
    mirrored = !mirrored;
    if (mirrored) {
      Collections.reverse(order);
    } else {
      Collections.shuffle(order, random);
    }
    return List.copyOf(order);
  }
}
