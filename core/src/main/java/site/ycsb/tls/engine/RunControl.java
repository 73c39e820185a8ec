package site.ycsb.tls.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What the coordinating thread and the workers of one run tell each other. Thread-safe; between two
 * operations a worker reads two volatile fields of it, and writes none.
 */
final class RunControl {
  private final CountDownLatch warmUp = new CountDownLatch(1);
  private final CountDownLatch start = new CountDownLatch(1);
  private final CountDownLatch close = new CountDownLatch(1);
  private final Map<String, Integer> failures = new LinkedHashMap<>();
  private final AtomicLong failedInserts = new AtomicLong();
  private final long errorsMax;

  private volatile Thread coordinator;
  private volatile boolean interrupted;
  private volatile boolean stopped;
  private volatile boolean warm;
  private volatile long epoch;
  private volatile long startNanos;

  RunControl(long errorsMax) {
    this.errorsMax = errorsMax;
  }

  /** The calling thread is the one that {@link #changed()} wakes. */
  void coordinate() {
    coordinator = Thread.currentThread();
  }

  /** The coordinator waits for a change, so many ns at most. */
  void look(long nanos) {
    if (Thread.interrupted()) {
      interrupt();
    }
    LockSupport.parkNanos(this, nanos);
  }

  /** Something happened that the coordinator waits for. */
  void changed() {
    LockSupport.unpark(coordinator);
  }

  /** The user wants the run to end early. */
  void interrupt() {
    interrupted = true;
    stop();
    changed();
  }

  /** Whether the user wanted the run to end early. */
  boolean interrupted() {
    return interrupted;
  }

  /** Ends the workers' work, wherever they wait. */
  void stop() {
    stopped = true;
    warmUp.countDown();
    start.countDown();
  }

  /** Whether the workers are to end after their present operation. */
  boolean stopped() {
    return stopped;
  }

  /** All workers are connected: they may warm up. */
  void openWarmUp() {
    warmUp.countDown();
  }

  void awaitWarmUp() throws InterruptedException {
    warmUp.await();
  }

  void endWarmUp() {
    warm = true;
  }

  /** Whether the warm-up is over. */
  boolean warm() {
    return warm || stopped;
  }

  /** The measured window begins at this instant, as {@link System#nanoTime()}. */
  void openStart(long nanos) {
    startNanos = nanos;
    start.countDown();
  }

  /** Waits for the start of the measured window, and returns it. */
  long awaitStart() throws InterruptedException {
    start.await();
    return startNanos;
  }

  /** The number of the present second of the measured window. */
  long epoch() {
    return epoch;
  }

  void epoch(long number) {
    epoch = number;
  }

  /** The measured window is over: the workers may clean up. */
  void openClose() {
    close.countDown();
  }

  void awaitClose() throws InterruptedException {
    close.await();
  }

  /** The run has failed for this reason, which is one line; the workers are stopped. */
  void fail(String reason) {
    synchronized (failures) {
      failures.merge(reason, 1, Integer::sum);
    }
    stop();
    changed();
  }

  /** A record could not be loaded: one too many and the data set is worth nothing. */
  void insertFailed() {
    if (failedInserts.incrementAndGet() > errorsMax) {
      stop();
      changed();
    }
  }

  /** Why the run has failed, in the order of occurrence; empty when it has not. */
  List<String> failures() {
    List<String> reasons = new ArrayList<>();
    synchronized (failures) {
      failures.forEach(
          (reason, times) -> reasons.add(times == 1 ? reason : reason + " (" + times + " times)"));
    }
    return reasons;
  }
}
