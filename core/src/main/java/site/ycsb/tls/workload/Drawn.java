package site.ycsb.tls.workload;

import java.util.function.LongSupplier;
import site.ycsb.generator.NumberGenerator;

/** Replaces one of YCSB's generators with one of our own. */
final class Drawn extends NumberGenerator {
  private final LongSupplier next;

  Drawn(LongSupplier next) {
    this.next = next;
  }

  @Override
  public Number nextValue() {
    return next.getAsLong();
  }

  /** Unknown, and never called. */
  @Override
  public double mean() {
    throw new UnsupportedOperationException("the mean of a drawn number");
  }
}
