package site.ycsb.tls.engine.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.measurement.Recorder;

/** The workers of one run and their threads. Used by the coordinating thread. */
public final class Workforce {
  /** How often the coordinating thread checks if nothing wakes it. */
  public static final long LOOK_NANOS = 20_000_000;

  /** The time for a thread to end after it was stopped or interrupted. */
  public static final double GRACE_SECONDS = 2;

  /** A run that has failed so often and never succeeded will not succeed. */
  private static final long FAILURES_PER_THREAD = 10;

  private final RunControl control;
  private final List<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Integer> lost = new HashSet<>();

  public Workforce(Worker.Shared setting) {
    control = setting.control();
    workers =
        IntStream.range(0, setting.options().workers())
            .mapToObj(number -> new Worker(setting, number))
            .toList();
  }

  /** Starts all threads; daemons, so that one that hangs in a driver cannot keep the JVM alive. */
  public void start() {
    for (int number = 0; number < workers.size(); number++) {
      try {
        threads.add(DaemonThread.start("load-" + number, workers.get(number)));
      } catch (OutOfMemoryError e) {
        control.fail(
            "could not start thread %s of %s (%s): use fewer threads, or raise the limit of processes (ulimit -u)"
                .formatted(number, workers.size(), e.getMessage()));
        return;
      }
    }
  }

  public List<Recorder> recorders(Turn.Purpose purpose) {
    return workers.stream().map(worker -> worker.recorder(purpose)).toList();
  }

  /** Whether all have reached the stage, except abandoned ones. */
  public boolean reached(Predicate<Worker> reached) {
    return missing(reached).isEmpty();
  }

  /** Workers that were started, were not abandoned, and have not reached the stage. */
  private List<Integer> missing(Predicate<Worker> reached) {
    return IntStream.range(0, threads.size())
        .filter(number -> !reached.test(workers.get(number)))
        .boxed()
        .filter(number -> !lost.contains(number))
        .toList();
  }

  /** A failure of one of the threads in the warm-up; empty when there is none. */
  public String warmUpFailure() {
    return workers.stream()
        .map(Worker::warmUpFailure)
        .filter(failure -> !failure.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Whether no operation has succeeded, and so many have failed that success is unlikely. */
  public boolean allFail(long errorsMax) {
    return workers.stream().mapToLong(Worker::successes).sum() == 0
        && done() > Math.max(errorsMax, FAILURES_PER_THREAD * workers.size());
  }

  /** A number that changes with every success: an operation, or a step towards it. */
  public long progress() {
    long steps =
        Arrays.stream(Worker.Stage.values())
            .mapToLong(stage -> -missing(Worker.reached(stage)).size())
            .sum();
    return steps + workers.stream().mapToLong(Worker::successes).sum();
  }

  /** Operations, including failed ones. */
  public long done() {
    return workers.stream().mapToLong(Worker::done).sum();
  }

  /**
   * Waits until all have reached the stage or the run is stopped; stops the run if there is no
   * progress.
   *
   * @param what they are doing, for the message
   * @return whether all have reached it and the run continues
   */
  public boolean await(Predicate<Worker> reached, String what, Watchdog watchdog) {
    while (!reached(reached) && !control.stopped()) {
      control.look(LOOK_NANOS);
      if (watchdog.stalled(progress())) {
        control.fail(watchdog.message(what, RunControl.named(missing(reached))));
      }
    }
    return !control.stopped();
  }

  /**
   * Waits until all have reached the stage; interrupts those that have not after a while, and in
   * the end abandons them, which is a failure of the run.
   */
  public void dismiss(Predicate<Worker> reached, String what, double seconds) {
    wake();
    if (waitFor(reached, seconds)) {
      return;
    }
    String hanging = RunControl.named(missing(reached));
    for (int number : missing(reached)) {
      workers.get(number).giveUp();
      threads.get(number).interrupt();
    }
    if (!waitFor(reached, GRACE_SECONDS)) {
      control.fail(
          "%s hangs in %s and does not react to an interrupt"
              .formatted(RunControl.named(missing(reached)), what));
      lost.addAll(missing(reached));
    } else if (!control.interrupted()) {
      control.fail(hanging + " did not end " + what + " within " + seconds + " s");
    }
  }

  private boolean waitFor(Predicate<Worker> reached, double seconds) {
    long until = System.nanoTime() + (long) (seconds * 1e9);
    while (!reached(reached)) {
      if (System.nanoTime() - until > 0) {
        return false;
      }
      control.look(LOOK_NANOS);
    }
    return true;
  }

  /** End of the last operation, as {@link System#nanoTime()}; now, if one still runs. */
  public long endNanos(long startNanos) {
    long now = System.nanoTime();
    return workers.stream()
        .mapToLong(
            worker -> Worker.reached(Worker.Stage.DONE).test(worker) ? worker.endNanos() : now)
        .map(end -> end - startNanos)
        .max()
        .orElse(0);
  }

  /** Wakes the workers that wait for an intended start. */
  public void wake() {
    threads.forEach(LockSupport::unpark);
  }

  /** Length of the last turn, mean over the workers, s. */
  public double activeSeconds() {
    return workers.stream().mapToLong(Worker::activeNanos).average().orElse(0) / 1e9;
  }

  /** Operations that count as done, and were not sent when the last turn ended. */
  public long unsent() {
    return workers.stream().mapToLong(Worker::unsent).sum();
  }

  /** CPU time that all workers spent spinning in turns of the purpose, ns. */
  public long spinNanos(Turn.Purpose purpose) {
    return workers.stream().mapToLong(worker -> worker.spinNanos(purpose)).sum();
  }
}
