package site.ycsb.tls.engine.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.Secrets;

/**
 * The shared state of the coordinating thread and the workers of one run. Thread-safe; between two
 * operations a worker reads two volatile fields and writes none.
 */
public final class RunControl {
  private static final int THREADS_TO_NAME = 8;
  private static final int NO_THREAD = -1;

  /** It wakes up so often at least: a standstill in the middle of a longer rest is noticed, too. */
  private static final long REST_LOOK_NANOS = 100_000_000;

  private final CountDownLatch close = new CountDownLatch(1);

  /** Drivers number their connections: what differs in such numbers only is one reason. */
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final int REASONS_TO_GIVE = 5;
  private static final int LONGEST_REASON = 600;

  private static final Secrets SECRETS = Secrets.named(List.of());

  /**
   * By reason without its numbers, which may be that of a thousand threads; {@link #NO_THREAD} is
   * the run.
   */
  private final Map<String, Failure> failures = new LinkedHashMap<>();

  private final List<Integer> endedByWorkload = new ArrayList<>();
  private final AtomicLong failedInserts = new AtomicLong();
  private final long errorsMax;

  private volatile Thread coordinator;
  private volatile boolean interrupted;
  private volatile boolean stopped;
  private volatile long epoch;
  private final Turn first = Turn.beforeTheFirst();
  private volatile Turn turn = first;

  /** How late the coordinating thread woke up in the present turn; used by that thread only. */
  private long delayNanos;

  public RunControl(long errorsMax) {
    this.errorsMax = errorsMax;
  }

  /** The calling thread is the one that {@link #changed()} wakes. */
  public void coordinate() {
    coordinator = Thread.currentThread();
  }

  /** The coordinating thread waits for a change, at most for the given time, ns. */
  public void look(long nanos) {
    if (Thread.interrupted()) {
      interrupt();
    }
    long start = System.nanoTime();
    LockSupport.parkNanos(this, nanos);
    delayNanos = Math.max(delayNanos, System.nanoTime() - start - nanos);
  }

  /** The coordinating thread waits so long, ns; less if the run is stopped. */
  public void rest(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !stopped; left = end - System.nanoTime()) {
      look(Math.min(left, REST_LOOK_NANOS));
    }
  }

  /**
   * Fails the run if the coordinating thread woke up too late in the present turn: the process was
   * stopped, or the machine slept, and what was measured meanwhile is no figure of the database.
   *
   * @param limitSeconds longest delay that is accepted
   */
  public void failIfDelayed(double limitSeconds) {
    double seconds = delayNanos / 1e9;
    if (seconds > limitSeconds) {
      fail(
          "this process was suspended for %.1f s while it was active: it was stopped, or the machine"
                  .formatted(seconds)
              + " slept; repeat the run");
    }
  }

  /** Something happened that the coordinating thread waits for. */
  public void changed() {
    LockSupport.unpark(coordinator);
  }

  /** The user wants the run to end early. */
  public void interrupt() {
    interrupted = true;
    stop();
    changed();
  }

  /** Whether the user wanted the run to end early. */
  public boolean interrupted() {
    return interrupted;
  }

  /** Ends the workers' work, also of those that wait. */
  public void stop() {
    stopped = true;
    turn.endAll();
  }

  /** Whether the workers must end after their present operation. */
  public boolean stopped() {
    return stopped;
  }

  /** The turn before the first one. */
  public Turn first() {
    return first;
  }

  /**
   * The workers begin a turn now. Called by the coordinating thread.
   *
   * @param startNanos when, as {@link System#nanoTime()}
   * @param lengthNanos its planned length; 0 if it ends whenever it is ended
   * @param last whether none follows
   * @param operations how many the workers of all processes of the run do in it at most, all
   *     together; 0 = no limit
   */
  public Turn begin(
      Turn.Purpose purpose, long startNanos, long lengthNanos, boolean last, long operations) {
    delayNanos = 0;
    Turn begun = turn.follow(purpose, startNanos, lengthNanos, last, operations);
    turn = begun;
    if (stopped) {
      // Stopped between the two lines above: the end went to the previous turn.
      begun.endAll();
    }
    return begun;
  }

  /** The number of the present second of the measured window. */
  public long epoch() {
    return epoch;
  }

  public void epoch(long number) {
    epoch = number;
  }

  /** The measured window is over: the workers may clean up. */
  public void openClose() {
    close.countDown();
  }

  public void awaitClose() throws InterruptedException {
    close.await();
  }

  /** The run has failed for this reason, which is one line; the workers are stopped. */
  public void fail(String reason) {
    fail(NO_THREAD, reason);
  }

  /** The same, because of what a worker's thread met. */
  void fail(int thread, String reason) {
    synchronized (failures) {
      failures
          .computeIfAbsent(
              NUMBER.matcher(reason).replaceAll("#"),
              each -> new Failure(shortened(reason), new ArrayList<>()))
          .threads
          .add(thread);
    }
    stop();
    changed();
  }

  /** A URL that is cut within its password would not be known as one when it is masked. */
  private static String shortened(String reason) {
    String longer = DatabaseException.oneLine(reason, 2 * LONGEST_REASON);
    return DatabaseException.oneLine(SECRETS.mask(longer), LONGEST_REASON);
  }

  /** A record could not be loaded: with one failure too many the data set is useless. */
  public void insertFailed() {
    if (failedInserts.incrementAndGet() > errorsMax) {
      stop();
      changed();
    }
  }

  /** The workload ended the work of a thread that had time and operations left. */
  void endedByWorkload(int thread) {
    synchronized (endedByWorkload) {
      endedByWorkload.add(thread);
    }
  }

  /** The threads whose work the workload ended, such as {@code thread 3, 4}; empty for none. */
  public String endedByWorkload() {
    synchronized (endedByWorkload) {
      return endedByWorkload.isEmpty() ? "" : named(endedByWorkload);
    }
  }

  /** Why the run has failed, in the order of occurrence; empty when it has not. */
  public List<String> failures() {
    List<String> reasons;
    synchronized (failures) {
      reasons = failures.values().stream().map(Failure::inWords).toList();
    }
    int more = reasons.size() - REASONS_TO_GIVE;
    return more <= 1
        ? reasons
        : Stream.concat(
                reasons.stream().limit(REASONS_TO_GIVE), Stream.of("and " + more + " more reasons"))
            .toList();
  }

  /** What happened to one or more threads. */
  private record Failure(String reason, List<Integer> threads) {
    String inWords() {
      if (!threads.contains(NO_THREAD)) {
        return named(threads) + ": " + reason;
      }
      return threads.size() == 1 ? reason : reason + " (" + threads.size() + " times)";
    }
  }

  /** Such as {@code thread 3, 4}; of many, the first ones and how many there are. */
  static String named(List<Integer> threads) {
    String first =
        threads.stream()
            .limit(THREADS_TO_NAME)
            .map(String::valueOf)
            .collect(Collectors.joining(", ", "thread ", ""));
    return threads.size() > THREADS_TO_NAME
        ? first + ", … (" + threads.size() + " threads)"
        : first;
  }
}
