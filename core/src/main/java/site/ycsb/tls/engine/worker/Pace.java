package site.ycsb.tls.engine.worker;

import java.util.concurrent.locks.LockSupport;

/**
 * When a thread's operations should start, so that all threads together reach the target: evenly
 * spread over time, the threads' turns interleaved. Used by one thread.
 *
 * <p>It sleeps until 80 µs before the instant and then spins: a parked thread wakes 54–60 µs late,
 * which would be most of a short operation's latency.
 */
public final class Pace {
  private static final long SPIN_NANOS = 80_000;

  private final Turn turn;
  private final long start;
  private final double nanosBetween;
  private final double offset;
  private long spinNanos;

  /**
   * @param turn begins when the first thread's first operation is due
   * @param target operations per second of all threads, over 0
   * @param thread number of this thread, from 0
   */
  public Pace(Turn turn, double target, int thread, int threads) {
    this.turn = turn;
    this.start = turn.startNanos();
    this.nanosBetween = 1e9 / target * threads;
    this.offset = (double) thread / threads;
  }

  /** When this thread's operation of this number, from 0, is due. */
  public long due(long operation) {
    return start + (long) ((operation + offset) * nanosBetween);
  }

  /**
   * Waits until the instant; returns at once if it has passed.
   *
   * @return whether to do the operation: false when the turn is over
   */
  public boolean await(long due) {
    long left = due - System.nanoTime();
    while (left > SPIN_NANOS && !turn.isOver()) {
      LockSupport.parkNanos(this, left - SPIN_NANOS);
      left = due - System.nanoTime();
    }
    if (left > 0 && !turn.isOver()) {
      while (due - System.nanoTime() > 0) {
        Thread.onSpinWait();
      }
      spinNanos += left;
    }
    return !turn.isOver();
  }

  /** Time spent spinning, ns: CPU time that is not work. */
  public long spinNanos() {
    return spinNanos;
  }
}
