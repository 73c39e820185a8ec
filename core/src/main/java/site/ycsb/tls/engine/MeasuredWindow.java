package site.ycsb.tls.engine;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.ResourceUse;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.TransportCounts;

/**
 * The time that the figures are about: from the instant at which all threads start to the end of
 * the last operation. Each second it takes what the threads recorded, and prints a status line when
 * one is due. Used by the coordinating thread.
 */
final class MeasuredWindow {
  private static final long SECOND = 1_000_000_000L;

  private final RunOptions options;
  private final RunControl control;
  private final Workforce workforce;
  private final Transport transport;
  private final Consumer<StatusLine> status;
  private final RunRecords records;

  private final ZonedDateTime startedAt = ZonedDateTime.now(ZoneId.systemDefault());
  private final TransportCounts countsBefore;
  private final ResourceUse useBefore;
  private final long startNanos;
  private final List<Double> perSecond = new ArrayList<>();

  private long seconds;
  private long lastTick;
  private long lastSuccesses;
  private long lastStatus;
  private long lastStatusDone;
  private boolean collectDue;
  private double collectedUntil;
  private boolean timeIsUp;
  private double runtimeSeconds;
  private TransportCounts counts;
  private ResourceUse use;

  /** Begins at once; nothing runs yet. */
  MeasuredWindow(
      RunOptions options,
      RunControl control,
      Workforce workforce,
      OperationNames names,
      Transport transport,
      Consumer<StatusLine> status)
      throws IOException {
    this.options = options;
    this.control = control;
    this.workforce = workforce;
    this.transport = transport;
    this.status = status;
    this.records =
        new RunRecords(
            names,
            workforce.recorders(),
            options.report(),
            options.resultsDir(),
            startedAt.toInstant().toEpochMilli());
    countsBefore = transport.counts();
    useBefore = ResourceUse.now(options.serverPids());
    startNanos = System.nanoTime();
    counts = countsBefore;
    use = useBefore;
    lastTick = startNanos;
    lastStatus = startNanos;
  }

  /** Lets the workers start, and returns when the last has done its share or was given up. */
  void measure() throws IOException {
    control.openStart(startNanos);
    status(startNanos);
    Watchdog watchdog = new Watchdog(patience());
    while (!workforce.reached(Worker.Stage.DONE) && !control.stopped()) {
      long now = System.nanoTime();
      control.look(Math.min(Workforce.LOOK_NANOS, Math.max(1, untilNext(now))));
      collectIfDue();
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
        Worker.Stage.DONE,
        "an operation",
        haste ? Workforce.GRACE_SECONDS : options.stallSeconds());
    end();
  }

  /**
   * With a target so low that threads wait longer than that for their turn, so does the watchdog.
   */
  private double patience() {
    return options.stallSeconds()
        + (options.target() > 0 ? options.workers() / options.target() : 0);
  }

  private void end() {
    use = ResourceUse.now(options.serverPids());
    counts = transport.counts();
    runtimeSeconds = workforce.endNanos(startNanos) / 1e9;
  }

  /** When the workers have cleaned up: takes the rest, and closes the logs. */
  void close() throws IOException {
    collectIfDue();
    records.collectRest(collectedUntil, Math.max(collectedUntil, runtimeSeconds));
    status(System.nanoTime());
    records.close();
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

  /** A new second: the workers hand over when they see it; a look later that is collected. */
  private void tickIfDue(long now) throws IOException {
    if (now - nextTick() >= 0) {
      long successes = records.successes();
      perSecond.add((successes - lastSuccesses) * 1e9 / (now - lastTick));
      lastSuccesses = successes;
      lastTick = now;
      seconds = (now - startNanos) / SECOND;
      control.epoch(seconds);
      collectDue = true;
    }
  }

  private void collectIfDue() throws IOException {
    if (collectDue) {
      collectDue = false;
      double until = seconds;
      records.collect(collectedUntil, until);
      collectedUntil = until;
      if (seconds % options.statusSeconds() == 0) {
        status(System.nanoTime());
      }
    }
  }

  private void status(long now) {
    long done = workforce.done();
    double interval = (now - lastStatus) / 1e9;
    status.accept(
        new StatusLine(
            LocalDateTime.now(startedAt.getZone()),
            options.label(),
            (now - startNanos) / SECOND,
            done,
            interval > 0 ? (done - lastStatusDone) / interval : 0,
            StatusLine.remaining(options, done, (now - startNanos) / 1e9),
            records.summary()));
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

  ZonedDateTime startedAt() {
    return startedAt;
  }

  /** Whether it ended because {@code maxexecutiontime} was over. */
  boolean timeIsUp() {
    return timeIsUp;
  }

  /** From the start to the end of the last operation, s; 0 when nothing was started. */
  double runtimeSeconds() {
    return runtimeSeconds;
  }

  List<Double> perSecond() {
    return perSecond;
  }

  RunRecords records() {
    return records;
  }

  /** What the transport counted before. */
  TransportCounts countsBefore() {
    return countsBefore;
  }

  /** What the transport counted from start to end. */
  TransportCounts counts() {
    return counts.minus(countsBefore);
  }

  ResourceUse useBefore() {
    return useBefore;
  }

  ResourceUse use() {
    return use;
  }
}
