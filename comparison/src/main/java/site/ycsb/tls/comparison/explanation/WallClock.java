package site.ycsb.tls.comparison.explanation;

import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import site.ycsb.tls.slice.SliceReport;

/**
 * This machine's clock, watched from now on: slices and samples have its times. When it is set,
 * those of one process move against those of another, and samples into other slices.
 */
final class WallClock {
  /** Begins to watch the clock of this machine. */
  static final Supplier<WallClock> OF_THIS_MACHINE =
      () -> new WallClock(() -> SliceReport.time(Instant.now()), System::nanoTime);

  /** Why samples are of no use, for a message. */
  static final String WAS_SET =
      "this machine's clock was set meanwhile, so samples and slices have different times";

  /** A clock that is slewed, as usually, keeps its distance from that of {@code nanoTime}. */
  private static final long LEAST_STEP_NANOS = 1_000_000;

  private static final int READINGS = 5;

  private final LongSupplier wall;
  private final LongSupplier monotonic;
  private final long ahead;

  /**
   * @param wall ns since 1970
   * @param monotonic ns since any time; nobody sets it
   */
  WallClock(LongSupplier wall, LongSupplier monotonic) {
    this.wall = wall;
    this.monotonic = monotonic;
    this.ahead = ahead();
  }

  /** Whether it was set since this was made, by a millisecond or more. */
  boolean wasSet() {
    return Math.abs(ahead() - ahead) >= LEAST_STEP_NANOS;
  }

  /** How far the clock is ahead of the other one: of several readings the one that took least. */
  private long ahead() {
    long least = Long.MAX_VALUE;
    long ahead = 0;
    for (int i = 0; i < READINGS; i++) {
      long before = monotonic.getAsLong();
      long time = wall.getAsLong();
      long took = monotonic.getAsLong() - before;
      if (took < least) {
        least = took;
        ahead = time - before - took / 2;
      }
    }
    return ahead;
  }
}
