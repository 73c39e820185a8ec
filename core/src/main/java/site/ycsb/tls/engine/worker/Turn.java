package site.ycsb.tls.engine.worker;

import java.util.concurrent.CountDownLatch;

/**
 * A period in which the workers run the workload. Between two turns the workers wait, and no
 * operation is in flight. Thread-safe.
 */
public final class Turn {
  /** The use of the figures. */
  public enum Purpose {
    /** They are the cold beginning of the process. */
    COLD,
    /** They count for nothing. */
    WARM_UP,
    /** They are the run's. */
    MEASURE
  }

  final Purpose purpose;

  /** Its planned length, ns; 0 if it ends whenever it is ended. */
  final long lengthNanos;

  /** Whether it is the last one. */
  final boolean last;

  /** How many operations all workers do in it at most, all together; 0 = no limit. */
  final long operations;

  private final long startNanos;
  private final CountDownLatch followed = new CountDownLatch(1);
  private volatile boolean over;
  private volatile boolean owesNothing;
  private volatile Turn next;

  private Turn(
      Purpose purpose,
      long startNanos,
      long lengthNanos,
      boolean last,
      long operations,
      boolean over) {
    this.purpose = purpose;
    this.startNanos = startNanos;
    this.lengthNanos = lengthNanos;
    this.last = last;
    this.operations = operations;
    this.over = over;
    this.owesNothing = over;
  }

  /** The turn before the first one. */
  public static Turn beforeTheFirst() {
    return new Turn(Purpose.WARM_UP, 0, 0, false, 0, true);
  }

  /**
   * The next turn begins.
   *
   * @param startNanos when, as {@link System#nanoTime()}
   * @param lengthNanos its planned length; 0 if it ends whenever it is ended
   * @param isLast whether none follows
   * @param operations how many the workers of all processes of the run do in it at most, all
   *     together; 0 = no limit
   * @return the new one
   */
  public synchronized Turn follow(
      Purpose nextPurpose, long startNanos, long lengthNanos, boolean isLast, long operations) {
    if (followed.getCount() > 0) {
      next = new Turn(nextPurpose, startNanos, lengthNanos, isLast, operations, false);
      followed.countDown();
    }
    // The run was stopped: a turn without work.
    return next == null
        ? new Turn(nextPurpose, startNanos, lengthNanos, isLast, operations, true)
        : next;
  }

  /** The turn ends, and no other follows, unless one has begun already. */
  public synchronized void endAll() {
    owesNothing = true;
    over = true;
    followed.countDown();
  }

  /** The workers end it after their present operation, and after what they owe. */
  public void end() {
    over = true;
  }

  /** Whether the workers must not begin a further operation, except one that they owe. */
  public boolean isOver() {
    return over;
  }

  /**
   * Whether an operation is still to be done when the turn is over, as it was due within the
   * planned length: else those that a stall has delayed would be missing from the latencies.
   *
   * @param due when it was due, as {@link System#nanoTime()}
   */
  boolean owes(long due) {
    return !owesNothing && due - startNanos < lengthNanos;
  }

  /** Waits for the next turn; null when there is none. */
  public Turn awaitNext() throws InterruptedException {
    followed.await();
    return next;
  }

  /** Its start, as {@link System#nanoTime()}. */
  public long startNanos() {
    return startNanos;
  }
}
