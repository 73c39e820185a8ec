package site.ycsb.tls.engine.worker;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * When a thread's operations should start, so that all threads together reach the target: evenly
 * spread over time, the threads' turns interleaved. The schedule is one of active time: a turn
 * continues it where the planned length of the turn before ended, so that however short turns are,
 * what is due in all of them is the target times their length. Used by one thread.
 *
 * <p>It sleeps until 80 µs before the instant and then spins: a parked thread wakes 54–60 µs late,
 * which would be most of a short operation's latency.
 */
public final class Pace {
  private static final long SPIN_NANOS = 80_000;

  /** Two looks at the clock that are further apart: the thread did not run in between. */
  private static final long LONGEST_STEP_NANOS = 5_000;

  /** An operation that is due at the begin of a turn is that turn's, however it is rounded. */
  private static final double ROUNDING = 1e-6;

  private final LongSupplier clock;
  private final double nanosBetween;
  private final double offset;
  private Turn turn;

  /** The planned length of the turns before the present one, ns. */
  private long plannedNanos;

  /** Number of the next operation, from 0, over all turns. */
  private long operation;

  private long spinNanos;
  private boolean late;
  private long lateSince;

  /**
   * @param turn begins when the first thread's first operation is due
   * @param target operations per second of all threads, over 0
   * @param thread number of this thread, from 0
   */
  public Pace(Turn turn, double target, int thread, int threads) {
    this(turn, target, thread, threads, System::nanoTime);
  }

  /** With another clock, ns. */
  Pace(Turn turn, double target, int thread, int threads, LongSupplier clock) {
    this.clock = clock;
    this.turn = turn;
    this.nanosBetween = 1e9 / target * threads;
    this.offset = (double) thread / threads;
  }

  /** The next turn begins. What was due in an earlier one and not done is left out. */
  public void begin(Turn next) {
    plannedNanos += Math.max(0, turn.lengthNanos);
    turn = next;
    late = false;
    operation =
        Math.max(operation, (long) Math.ceil(plannedNanos / nanosBetween - offset - ROUNDING));
  }

  /** When this thread's next operation is due. */
  public long due() {
    return turn.startNanos() - plannedNanos + (long) ((operation + offset) * nanosBetween);
  }

  /**
   * Waits until the instant; returns at once if it has passed. Then {@link #due()} is that of the
   * operation after this one.
   *
   * @return whether to do the operation: false when the turn is over and does not owe it
   */
  public boolean await(long due) {
    long now = clock.getAsLong();
    while (due - now > SPIN_NANOS && !turn.isOver()) {
      LockSupport.parkNanos(this, due - now - SPIN_NANOS);
      now = clock.getAsLong();
    }
    if (due - now > 0 && !turn.isOver()) {
      spinUntil(due, now);
    }
    boolean go = !turn.isOver() || mayStill(due);
    if (go) {
      operation++;
    }
    return go;
  }

  /**
   * Where operations cannot keep up with the target, those that are owed get as much time again as
   * the turn was long, and no more.
   */
  private boolean mayStill(long due) {
    long now = clock.getAsLong();
    if (!late) {
      late = true;
      lateSince = now;
    }
    return turn.owes(due) && now - lateSince < turn.lengthNanos;
  }

  private void spinUntil(long due, long begin) {
    long last = begin;
    while (due - last > 0) {
      Thread.onSpinWait();
      long now = clock.getAsLong();
      if (now - last <= LONGEST_STEP_NANOS) {
        spinNanos += now - last;
      }
      last = now;
    }
  }

  /**
   * Time spent spinning, ns: CPU time that is not work. Not the time in which others had the
   * processor: taken out of this process's CPU time, it would leave too little for the operations.
   */
  public long spinNanos() {
    return spinNanos;
  }
}
