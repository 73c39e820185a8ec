package site.ycsb.tls.engine;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.function.Consumer;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.RunControl;
import site.ycsb.tls.engine.worker.Turn;
import site.ycsb.tls.engine.worker.Watchdog;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.engine.worker.Workforce;

/**
 * The measured window of a whole run: from the instant at which all threads start to the end of the
 * last operation. Each second it takes the threads' records, and prints a status line when one is
 * due. Used by the coordinating thread.
 */
final class MeasuredWindow {
  private static final long SECOND = 1_000_000_000L;

  /** The longest that the process may stand still, s. */
  private static final double LONGEST_STANDSTILL = 5;

  private final RunOptions options;
  private final RunControl control;
  private final Workforce workforce;
  private final Consumer<StatusLine> status;
  private final SliceTotals measured;
  private final long startNanos;

  private long seconds;
  private long lastStatus;
  private long lastStatusDone;
  private boolean collectDue;
  private boolean timeIsUp;

  /**
   * Begins at once; nothing runs yet.
   *
   * @param measured has begun
   */
  MeasuredWindow(
      RunOptions options,
      RunControl control,
      Workforce workforce,
      SliceTotals measured,
      Consumer<StatusLine> status) {
    this.options = options;
    this.control = control;
    this.workforce = workforce;
    this.status = status;
    this.measured = measured;
    startNanos = System.nanoTime();
    lastStatus = startNanos;
  }

  /** Lets the workers start, and returns when the last has done its share or was abandoned. */
  void measure() throws IOException {
    control.begin(Turn.Purpose.MEASURE, startNanos, 0, true, 0);
    status(startNanos);
    Watchdog watchdog = new Watchdog(options.patience());
    while (!workforce.reached(Worker.reached(Worker.Stage.DONE)) && !control.stopped()) {
      long now = System.nanoTime();
      control.look(Math.min(Workforce.LOOK_NANOS, Math.max(1, untilNext(now))));
      collectIfDue();
      control.failIfDelayed(LONGEST_STANDSTILL);
      tickIfDue(System.nanoTime());
      if (options.maxSeconds() > 0 && elapsedSeconds() >= options.maxSeconds()) {
        timeIsUp = true;
        control.stop();
      } else if (watchdog.stalled(workforce.progress())) {
        control.fail(watchdog.message("running", "the database"));
      }
    }
    boolean haste = control.interrupted() || !control.failures().isEmpty();
    workforce.dismiss(
        Worker.reached(Worker.Stage.DONE),
        "an operation",
        haste ? Workforce.GRACE_SECONDS : options.stallSeconds());
    measured.end(workforce.endNanos(startNanos) / 1e9);
  }

  /** After the workers' clean-up: takes the remaining records. */
  void close() throws IOException {
    collectIfDue();
    status(System.nanoTime());
  }

  private long untilNext(long now) {
    long tick = nextTick() - now;
    return options.maxSeconds() > 0
        ? Math.min(tick, (long) (options.maxSeconds() * 1e9) - (now - startNanos))
        : tick;
  }

  private long nextTick() {
    return startNanos + (seconds + 1) * SECOND;
  }

  /**
   * A new second: the workers hand over their records when they notice it; the next look collects
   * them.
   */
  private void tickIfDue(long now) {
    if (now - nextTick() >= 0) {
      measured.countSeconds((now - startNanos) / 1e9);
      seconds = (now - startNanos) / SECOND;
      control.epoch(seconds);
      collectDue = true;
    }
  }

  private void collectIfDue() throws IOException {
    if (collectDue) {
      collectDue = false;
      measured.collect((double) seconds);
      if (seconds % options.statusSeconds() == 0) {
        status(System.nanoTime());
      }
    }
  }

  private void status(long now) {
    long done = measured.records().successes() + measured.records().failures();
    double interval = (now - lastStatus) / 1e9;
    status.accept(
        new StatusLine(
            LocalDateTime.now(measured.startedAt().getZone()),
            options.label(),
            (now - startNanos) / SECOND,
            done,
            interval > 0 ? (done - lastStatusDone) / interval : 0,
            StatusLine.remaining(options, done, (now - startNanos) / 1e9),
            measured.records().summary()));
    lastStatus = now;
    lastStatusDone = done;
  }

  private double elapsedSeconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** The start, as {@link System#nanoTime()}. */
  long startNanos() {
    return startNanos;
  }

  /** Whether it ended because {@code maxexecutiontime} was over. */
  boolean timeIsUp() {
    return timeIsUp;
  }
}
