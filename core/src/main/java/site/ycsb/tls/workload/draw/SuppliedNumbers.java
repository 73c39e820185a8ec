package site.ycsb.tls.workload.draw;

import java.util.function.LongSupplier;
import site.ycsb.generator.NumberGenerator;

/** Replaces one of YCSB's generators with one of our own. */
public final class SuppliedNumbers extends NumberGenerator {
  private final LongSupplier next;

  public SuppliedNumbers(LongSupplier next) {
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
