package site.ycsb.tls.measurement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The records of one thread. The thread that owns it calls {@link #record}, {@link #count}, {@link
 * #explain}, {@link #succeeded()}, {@link #failed()} and {@link #handOver}; one other thread reads.
 * Recording takes no lock, shares no counter, and allocates nothing after the first operation of
 * each kind.
 *
 * <pre>{@code
 * int read = names.id("READ");          // once
 * recorder.record(read, nanos);         // for each operation
 * recorder.succeeded();
 * recorder.handOver(currentSecond);     // between operations
 * }</pre>
 *
 * The owner itself exchanges the histograms when it notices that a new second has begun, so it
 * never waits: if the reader has not yet taken the last ones, the owner keeps using the present
 * ones.
 */
public final class Recorder {
  private static final VarHandle SUCCEEDED = handle("succeeded");
  private static final VarHandle FAILED = handle("failed");

  private PeriodRecords current = new PeriodRecords(Latencies::ofInterval);

  /** Full ones for the reader; null when it has taken them. Guards {@link #spare}. */
  private volatile PeriodRecords handed;

  private PeriodRecords spare = new PeriodRecords(Latencies::ofInterval);
  private long epoch;
  private long succeeded;
  private long failed;

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(Recorder.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Records one operation.
   *
   * @param operation number of its name
   * @param nanos its duration, ns
   */
  public void record(int operation, long nanos) {
    current.record(operation, nanos);
  }

  /** Counts a returned status under the operation's name. */
  public void count(int operation, String status) {
    current.count(operation, status, 1);
  }

  /** The reason for this status of an operation; the first one is kept as an example. */
  public void explain(int operation, String status, String reason) {
    current.explain(operation, status, reason);
  }

  /** One more operation of the workload was done. */
  public void succeeded() {
    SUCCEEDED.setRelease(this, succeeded + 1);
  }

  /** One more operation of the workload failed. */
  public void failed() {
    FAILED.setRelease(this, failed + 1);
  }

  /** Operations that succeeded; any thread. */
  public long successes() {
    return (long) SUCCEEDED.getAcquire(this);
  }

  /** Operations that failed; any thread. */
  public long failures() {
    return (long) FAILED.getAcquire(this);
  }

  /** Offers the records to the reader, once for each new epoch; costs one comparison. */
  public void handOver(long newEpoch) {
    if (newEpoch != epoch) {
      exchange(newEpoch);
    }
  }

  private void exchange(long newEpoch) {
    if (handed == null) {
      epoch = newEpoch;
      PeriodRecords full = current;
      current = spare;
      handed = full;
    }
  }

  /** The reader: adds the offered records to the sum, and removes them here. */
  void drainTo(PeriodRecords sum) {
    PeriodRecords full = handed;
    if (full != null) {
      sum.add(full);
      full.reset();
      spare = full;
      handed = null;
    }
  }

  /**
   * The reader, at the end: adds the rest. The owner has ended, or hangs inside an operation;
   * records before its last count of success or failure are visible.
   */
  void drainRestTo(PeriodRecords sum) {
    drainTo(sum);
    VarHandle.acquireFence();
    sum.add(current);
    current.reset();
  }
}
