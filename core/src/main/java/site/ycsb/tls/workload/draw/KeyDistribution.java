package site.ycsb.tls.workload.draw;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import site.ycsb.Utils;

/**
 * Which record an operation goes to: YCSB's request distributions, each thread with a random
 * generator of its own. What is drawn depends on the seed alone (and, while records are inserted,
 * on which exist). Not thread-safe.
 */
@FunctionalInterface
public interface KeyDistribution {
  /** YCSB scrambles the ranks of this number of items, whatever the number of records. */
  long SCRAMBLED_ITEMS = 10_000_000_000L;

  /** The number of a record. */
  long draw();

  /** Each of {@code count} records from {@code first} on, with the same probability. */
  static KeyDistribution uniform(SplittableRandom random, long first, long count) {
    return () -> random.nextLong(first, first + count);
  }

  /** A few records take most operations; hashing scatters them over the key space. */
  static KeyDistribution scrambledZipfian(SplittableRandom random, long first, long count) {
    Zipf zipf = new Zipf(random, SCRAMBLED_ITEMS);
    return () -> first + Math.floorMod(Utils.fnvhash64(zipf.draw()), count);
  }

  /** The later a record was inserted, the likelier. */
  static KeyDistribution latest(SplittableRandom random, long first, LongSupplier last) {
    Zipf zipf = new Zipf(random, last.getAsLong() - first + 1);
    return () -> {
      long newest = last.getAsLong();
      return newest - zipf.draw(newest - first + 1);
    };
  }

  /** One record after the other, again and again; each thread has its part. */
  static KeyDistribution sequential(long first, long count, int thread, int threads) {
    return new KeyDistribution() {
      private long next = thread % count;

      @Override
      public long draw() {
        long key = first + next;
        next = (next + threads) % count;
        return key;
      }
    };
  }

  /**
   * Two uniform sets; one where all records are hot, or none is.
   *
   * @param dataFraction share of the records that are hot
   * @param operationFraction share of the operations that go to them
   */
  static KeyDistribution hotspot(
      SplittableRandom random,
      long first,
      long count,
      double dataFraction,
      double operationFraction) {
    long hot = (long) (count * dataFraction);
    if (hot == 0 || hot == count) {
      return uniform(random, first, count); // None is hot, or all are.
    }
    return () ->
        random.nextDouble() < operationFraction
            ? random.nextLong(first, first + hot)
            : random.nextLong(first + hot, first + count);
  }

  /**
   * The age of the record, counted from the newest, is exponentially distributed.
   *
   * @param percentile this percentage of the operations …
   * @param range … goes to this number of the newest records
   */
  static KeyDistribution exponential(
      SplittableRandom random, long first, LongSupplier last, double percentile, double range) {
    double gamma = -Math.log(1 - percentile / 100) / range;
    return () -> {
      long newest = last.getAsLong();
      long key;
      do {
        key = newest - (long) (-Math.log(1 - random.nextDouble()) / gamma);
      } while (key < first);
      return key;
    };
  }

  /** The same without records that do not exist yet. */
  default KeyDistribution upTo(LongSupplier last) {
    return () -> {
      long key;
      do {
        key = draw();
      } while (key > last.getAsLong());
      return key;
    };
  }
}
