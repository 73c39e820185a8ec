package site.ycsb.tls.workload;

import java.util.function.LongSupplier;
import site.ycsb.generator.NumberGenerator;

/** Puts a generator of our own in the place of one of YCSB's. */
final class Drawn extends NumberGenerator {
  private final LongSupplier next;

  Drawn(LongSupplier next) {
    this.next = next;
  }

  @Override
  public Number nextValue() {
    return next.getAsLong();
  }

  /** Not known, and asked by nobody. */
  @Override
  public double mean() {
    throw new UnsupportedOperationException("the mean of a drawn number");
  }
}
