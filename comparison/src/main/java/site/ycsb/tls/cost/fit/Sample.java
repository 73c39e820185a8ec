package site.ycsb.tls.cost.fit;

/**
 * CPU time that was measured in one block.
 *
 * @param group runs of the same variant at the same point: they differ by chance only
 * @param amounts what was done for it
 * @param micros CPU time, or the difference between two variants, µs
 * @param whole CPU time of the variant that took more, µs, above 0: a difference scatters as the
 *     two of which it is the difference
 */
public record Sample(String group, Amounts amounts, double micros, double whole) {
  public Sample {
    if (!(whole > 0)) {
      throw new IllegalArgumentException("%s: expected CPU time, given %s".formatted(group, whole));
    }
  }

  /** CPU time that was measured. */
  public static Sample whole(String group, Amounts amounts, double micros) {
    return new Sample(group, amounts, micros, micros);
  }
}
