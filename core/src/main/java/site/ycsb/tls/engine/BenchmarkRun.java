package site.ycsb.tls.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.measurement.Host;
import site.ycsb.tls.measurement.HostSpeed;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.measurement.RunResult.Calibration;
import site.ycsb.tls.measurement.RunResult.ConnectionCounts;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.OperationResult;
import site.ycsb.tls.measurement.RunResultFile;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.TransportCounts;

/**
 * One run: one phase of one workload against one database. Made, executed once, and thrown away.
 * {@link #interrupt()} may be called from any thread, the rest from one.
 *
 * <pre>{@code
 * RunOptions options = RunOptions.parse(properties, Phase.TRANSACTIONS);
 * try (WorkloadSource workload = Workloads.of(options, properties);
 *     DatabasePool pool = binding.open(properties, transport)) {
 *   BenchmarkRun run = new BenchmarkRun(
 *       options, properties, identity, workload, pool, transport, System.err::println);
 *   RunResult result = run.execute();
 * }
 * }</pre>
 *
 * With {@link RunOptions#resultsDir()}, {@code intervals.hlog} is written while it runs and {@code
 * run.json} at its end.
 *
 * <p>All threads connect; when the last is connected they warm up; when they are warm, the clock
 * and the measured window start for all of them at one instant. The window ends with the last
 * operation; only then the clients are closed. Connecting, warm-up and closing are in no figure but
 * their own.
 */
public final class BenchmarkRun {
  private final RunOptions options;
  private final Properties properties;
  private final RunIdentity identity;
  private final WorkloadSource source;
  private final DatabasePool pool;
  private final Transport transport;
  private final Consumer<StatusLine> status;
  private final StartSignal signal;

  private final OperationNames names = new OperationNames();
  private final RunControl control;

  /** A run that begins by itself. */
  public BenchmarkRun(
      RunOptions options,
      Properties properties,
      RunIdentity identity,
      WorkloadSource workload,
      DatabasePool pool,
      Transport transport,
      Consumer<StatusLine> status) {
    this(options, properties, identity, workload, pool, transport, status, StartSignal.AT_ONCE);
  }

  /**
   * @param properties all properties of the run; written into the result, secrets masked
   * @param workload left open
   * @param pool left open
   * @param transport whose connections are counted
   * @param status is given each status line, about every {@link RunOptions#statusSeconds()}, on the
   *     thread that executes the run
   * @param signal when the measured window begins
   */
  public BenchmarkRun(
      RunOptions options,
      Properties properties,
      RunIdentity identity,
      WorkloadSource workload,
      DatabasePool pool,
      Transport transport,
      Consumer<StatusLine> status,
      StartSignal signal) {
    this.options = Objects.requireNonNull(options);
    this.properties = Objects.requireNonNull(properties);
    this.identity = Objects.requireNonNull(identity);
    this.source = Objects.requireNonNull(workload);
    this.pool = Objects.requireNonNull(pool);
    this.transport = Objects.requireNonNull(transport);
    this.status = Objects.requireNonNull(status);
    this.signal = Objects.requireNonNull(signal);
    this.control = new RunControl(options.errorsMax());
  }

  /**
   * Runs to the end, whatever becomes of it: what was measured is always in the result, and {@link
   * RunResult#outcome()} says whether it may be used. Returns even when a thread hangs in the
   * database's driver; all threads are daemons.
   *
   * @throws site.ycsb.tls.option.UsageException when the workload cannot be run on this database
   * @throws UncheckedIOException when the results' directory cannot be written
   * @throws InterruptedException when the calling thread was interrupted beforehand; later, that
   *     counts as {@link #interrupt()}
   */
  public RunResult execute() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the run was interrupted before it began");
    }
    source.check(pool);
    control.coordinate();
    try {
      return run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      control.stop();
      control.openClose();
    }
  }

  /**
   * Ends the run early: what was measured until now becomes the result of {@link #execute()},
   * marked {@code INCOMPLETE}. Returns at once.
   */
  public void interrupt() {
    control.interrupt();
  }

  private RunResult run() throws IOException {
    HostSpeed speedBefore = options.calibrate() ? HostSpeed.measure() : null;
    Workforce workforce =
        new Workforce(
            new Worker.Setting(options, properties, control, source, pool, transport, names));
    long connecting = System.nanoTime();
    workforce.start();
    workforce.await(Worker.Stage.CONNECTED, "connecting", new Watchdog(options.stallSeconds()));
    double connectSeconds = secondsSince(connecting);
    double warmupSeconds = warmUp(workforce);
    awaitSignal();
    MeasuredWindow window =
        new MeasuredWindow(options, control, workforce, names, transport, status);
    if (control.stopped()) {
      workforce.dismiss(Worker.Stage.DONE, "its set-up", Workforce.GRACE_SECONDS);
    } else {
      signal.started(window.startNanos());
      window.measure();
    }
    long succeeded = window.records().successes();
    long failed = window.records().failures();
    close(workforce);
    window.close();
    return write(
        new Closing(
            window,
            connectSeconds,
            warmupSeconds,
            succeeded,
            failed,
            workforce.spinSeconds(),
            options.calibrate() ? calibration(speedBefore, HostSpeed.measure()) : null));
  }

  /**
   * All threads run the workload until it has lasted long enough and done enough; its length, s.
   */
  private double warmUp(Workforce workforce) {
    long start = System.nanoTime();
    control.openWarmUp();
    if (options.warmsUp()) {
      Watchdog watchdog = new Watchdog(options.stallSeconds());
      while (!control.stopped()
          && (secondsSince(start) < options.warmupSeconds()
              || workforce.done() < options.warmupOperations())) {
        control.look(Workforce.LOOK_NANOS);
        boolean stalled = watchdog.stalled(workforce.progress());
        String failure = workforce.warmUpFailure();
        if (!failure.isEmpty() && (stalled || workforce.allFail(options.errorsMax()))) {
          control.fail("all operations of the warm-up failed: " + explained(failure));
        } else if (stalled) {
          control.fail(watchdog.message("warming up", "the database"));
        }
      }
      control.endWarmUp();
    }
    workforce.await(Worker.Stage.READY, "warming up", new Watchdog(options.stallSeconds()));
    return options.warmsUp() ? secondsSince(start) : 0;
  }

  private static String explained(String failure) {
    return failure.endsWith(Status.NOT_FOUND.getName())
        ? failure + "; is it loaded? 'bin/ycsb load' with the same recordcount and table does that"
        : failure;
  }

  private void awaitSignal() {
    OptionalLong instant = OptionalLong.empty();
    long left = Workforce.LOOK_NANOS;
    while (!control.stopped() && left > 0) {
      if (instant.isEmpty()) {
        instant = signal.instant();
      }
      left = instant.isPresent() ? instant.getAsLong() - System.nanoTime() : Workforce.LOOK_NANOS;
      if (left > 0) {
        control.look(Math.min(left, Workforce.LOOK_NANOS));
      }
    }
  }

  private void close(Workforce workforce) {
    boolean haste = control.interrupted() || !control.failures().isEmpty();
    control.openClose();
    workforce.dismiss(
        Worker.Stage.ENDED,
        "its clean-up",
        haste ? Workforce.GRACE_SECONDS : options.stallSeconds());
  }

  /** What is known when all has ended. */
  private record Closing(
      MeasuredWindow window,
      double connectSeconds,
      double warmupSeconds,
      long succeeded,
      long failed,
      double spinSeconds,
      Calibration calibration) {}

  private RunResult write(Closing closing) throws IOException {
    RunResult result = result(closing);
    if (options.resultsDir().isPresent()) {
      RunResultFile.write(result, options.resultsDir().get().resolve(RunResultFile.NAME));
    }
    return result;
  }

  private RunResult result(Closing closing) {
    MeasuredWindow window = closing.window();
    Map<String, OperationResult> operations =
        new LinkedHashMap<>(window.records().operations(options.report().percentiles()));
    source.measuredElsewhere().forEach(operations::putIfAbsent);
    CpuUse cpu = window.use().since(window.useBefore(), closing.spinSeconds());
    Verdict verdict =
        Verdict.of(
            new Verdict.Found(
                options,
                control,
                window.timeIsUp(),
                closing.succeeded(),
                closing.failed(),
                window.runtimeSeconds(),
                window.perSecond(),
                operations,
                window.records().reasons(identity.secrets()::mask),
                cpu,
                closing.calibration(),
                source.churn()));
    return new RunResult(
        RunResult.FORMAT,
        identity.toolVersion(),
        identity.command(),
        options.phase().label(),
        identity.binding(),
        options.label(),
        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(window.startedAt()),
        verdict.outcome(),
        verdict.problems().stream().map(identity.secrets()::mask).toList(),
        identity.secrets().mask(properties),
        options.seed(),
        options.workers(),
        options.target(),
        closing.connectSeconds(),
        closing.warmupSeconds(),
        window.runtimeSeconds(),
        closing.succeeded(),
        closing.failed(),
        operations,
        window.perSecond(),
        cpu,
        connections(window.counts()),
        connections(window.countsBefore()),
        transport.evidence().orElse(null),
        pool.description(),
        Host.environment(identity.secrets()::mask),
        closing.calibration(),
        window.records().pacing(closing.spinSeconds()),
        source.churn().orElse(null),
        window.use().collectionsSince(window.useBefore()),
        null);
  }

  private static ConnectionCounts connections(TransportCounts counts) {
    return new ConnectionCounts(
        counts.opened(),
        counts.fullHandshakes(),
        counts.resumedHandshakes(),
        counts.failed(),
        counts.wireBytesOut(),
        counts.wireBytesIn(),
        counts.payloadBytesOut(),
        counts.payloadBytesIn(),
        counts.recordsOut(),
        counts.recordsIn());
  }

  private static Calibration calibration(HostSpeed before, HostSpeed after) {
    return new Calibration(
        before.rsaSignMicros(), after.rsaSignMicros(), before.aesGcmMicros(), after.aesGcmMicros());
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
