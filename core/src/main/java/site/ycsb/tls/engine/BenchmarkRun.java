package site.ycsb.tls.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.RunControl;
import site.ycsb.tls.engine.worker.Turn;
import site.ycsb.tls.engine.worker.Watchdog;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.engine.worker.Workforce;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.process.ServerClockCpu;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.profiler.Profiler;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.socket.Transport;

/**
 * One run: one phase of one workload against one database. Made and executed once. {@link
 * #interrupt()} may be called from any thread, the rest from one.
 *
 * <pre>{@code
 * RunOptions options = RunOptions.parse(properties, Phase.TRANSACTIONS);
 * try (WorkloadSource workload = Workloads.of(options, properties);
 *     DatabasePool pool = binding.open(properties, transport)) {
 *   BenchmarkRun run = new BenchmarkRun(
 *       options, properties, identity, workload, pool, transport, System.err::println,
 *       StartSignal.AT_ONCE, Optional.empty());
 *   RunResult result = run.execute();
 * }
 * }</pre>
 *
 * With {@link RunOptions#resultsDir()}, {@code intervals.hlog} is written while it runs and {@code
 * run.json} at its end.
 *
 * <p>All threads connect; when the last is connected they warm up; when they are warm, the clock
 * and the measured window start for all of them at one instant. The window ends with the last
 * operation; only then the clients are closed. Connecting, warm-up and closing have figures of
 * their own and are in no others.
 */
public final class BenchmarkRun {
  /** So long before the start of a whole run its counters of resources begin, ns. */
  public static final long BEGINNING = 200_000_000;

  /** From the end of a whole run until the processes that it has started must rest, ns. */
  private static final long SETTLE_NANOS = 100_000_000;

  /** So long is looked whether they do, ns. */
  private static final long REST_NANOS = 200_000_000;

  private final RunOptions options;
  private final Consumer<StatusLine> status;
  private final StartSignal signal;
  private final Optional<OrderReceiver> orders;

  private final RunControl control;
  private final Worker.Shared shared;

  /** Open while it runs. */
  private ServerCpu server;

  /** Loaded while it runs; takes samples while what is done counts. */
  private Profiler profiler;

  /**
   * @param properties all properties of the run; written into the result, secrets masked
   * @param workload left open
   * @param pool left open
   * @param transport whose connections are counted
   * @param status receives each status line, about every {@link RunOptions#statusSeconds()}, on the
   *     thread that executes the run
   * @param signal says when the measured window begins
   * @param orders say when the run is active, if another process decides that; without them it is
   *     one whole run
   */
  public BenchmarkRun(
      RunOptions options,
      Properties properties,
      RunIdentity identity,
      WorkloadSource workload,
      DatabasePool pool,
      Transport transport,
      Consumer<StatusLine> status,
      StartSignal signal,
      Optional<OrderReceiver> orders) {
    this.options = Objects.requireNonNull(options);
    this.status = Objects.requireNonNull(status);
    this.signal = Objects.requireNonNull(signal);
    this.orders = Objects.requireNonNull(orders);
    this.control = new RunControl(options.errorsMax());
    this.shared =
        new Worker.Shared(
            options,
            Objects.requireNonNull(properties),
            control,
            Objects.requireNonNull(workload),
            Objects.requireNonNull(pool),
            Objects.requireNonNull(transport),
            new OperationNames(),
            orders.isPresent() || options.warmsUp(),
            Objects.requireNonNull(identity));
  }

  /**
   * Runs to the end. All measurements are always in the result, and {@link RunResult#outcome()}
   * says whether they may be used. Returns even when a thread hangs in the database's driver; all
   * threads are daemons.
   *
   * @throws site.ycsb.tls.property.UsageException when the workload cannot be run on this database
   * @throws UncheckedIOException when the results' directory cannot be written
   * @throws InterruptedException when the calling thread was interrupted before; a later
   *     interruption counts as {@link #interrupt()}
   */
  public RunResult execute() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the run was interrupted before it began");
    }
    shared.source().check(shared.pool());
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
   * Ends the run early: the measurements until now become the result of {@link #execute()}, marked
   * {@code INCOMPLETE}. Returns at once.
   */
  public void interrupt() {
    control.interrupt();
    orders.ifPresent(OrderReceiver::close);
  }

  private RunResult run() throws IOException {
    try (ServerCpu opened = serverCpu();
        Profiler loaded = Profiler.of(options.profile(), options.resultsDir())) {
      server = opened;
      profiler = loaded;
      Workforce workforce = new Workforce(shared);
      return orders.isPresent() ? runInSlices(workforce, orders.get()) : runWhole(workforce);
    }
  }

  /**
   * Of the processes that the properties name, or as the server itself tells: in a fleet it tells
   * the first agent only, as the properties do, since it is the same server that all mean.
   */
  private ServerCpu serverCpu() throws IOException {
    if (!options.server().isKnown() && options.share().member() == 0) {
      try {
        Optional<ServerClock> clock = shared.pool().serverClock();
        if (clock.isPresent()) {
          return new ServerClockCpu(clock.get(), shared.pool().isElsewhere());
        }
      } catch (DatabaseException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return options.server().open();
  }

  private RunResult runWhole(Workforce workforce) throws IOException {
    long connecting = System.nanoTime();
    workforce.start();
    workforce.await(
        Worker.reached(Worker.Stage.CONNECTED), "connecting", new Watchdog(options.stallSeconds()));
    double connectSeconds = secondsSince(connecting);
    double warmupSeconds = warmUp(workforce);
    requireAsPinned(false);
    // What takes time is done before the instant at which all of a fleet start.
    profiler.start();
    long instant = awaitInstant();
    SliceTotals measured = measured(workforce, Turn.Purpose.MEASURE, wallClock(instant));
    control.rest(instant - BEGINNING - System.nanoTime());
    measured.begin();
    control.rest(instant - System.nanoTime());
    MeasuredWindow window = new MeasuredWindow(options, control, workforce, measured, status);
    if (control.stopped()) {
      workforce.dismiss(Worker.reached(Worker.Stage.DONE), "its set-up", Workforce.GRACE_SECONDS);
    } else {
      signal.started(window.startNanos());
      window.measure();
      requireAsPinned(true);
    }
    profiler.stop();
    close(workforce);
    window.close();
    return finish(
        workforce,
        measured,
        connectSeconds,
        warmupSeconds,
        window.timeIsUp(),
        atRest(),
        Optional.empty());
  }

  /** All workers are done: what this process has started, such as a relay, must rest now. */
  private AtRest atRest() {
    StartedProcesses started = new StartedProcesses(options.server().localPids());
    if (started.isEmpty() || control.interrupted() || !control.failures().isEmpty()) {
      return AtRest.UNKNOWN;
    }
    rest(SETTLE_NANOS);
    started.begin();
    rest(REST_NANOS);
    started.end();
    return new AtRest(started.processors());
  }

  /** Waits also when the run was stopped. */
  private void rest(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      control.look(Math.min(left, Workforce.LOOK_NANOS));
    }
  }

  private RunResult runInSlices(Workforce workforce, OrderReceiver receiver) throws IOException {
    SlicedRun run =
        new SlicedRun(
            options,
            control,
            workforce,
            receiver,
            purpose -> measured(workforce, purpose, wallClock(System.nanoTime())),
            this::beginToCount,
            this::requireBalance,
            server);
    run.run();
    profiler.stop();
    requireAsPinned(true);
    control.stop();
    workforce.dismiss(Worker.reached(Worker.Stage.DONE), "an operation", Workforce.GRACE_SECONDS);
    close(workforce);
    SliceTotals measured =
        run.measured(Turn.Purpose.MEASURE)
            .orElseGet(
                () -> measured(workforce, Turn.Purpose.MEASURE, wallClock(System.nanoTime())));
    double warmupSeconds = run.measured(Turn.Purpose.WARM_UP).map(SliceTotals::seconds).orElse(0.0);
    return finish(
        workforce,
        measured,
        run.connectSeconds(),
        warmupSeconds,
        true,
        run.atRest(),
        Optional.of(run));
  }

  /** All is warm, and the first slice that counts is about to begin. */
  private void beginToCount() {
    requireAsPinned(true);
    try {
      profiler.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only slices that count are logged. */
  private SliceTotals measured(Workforce workforce, Turn.Purpose purpose, ZonedDateTime startedAt) {
    List<Long> serverPids = options.server().localPids();
    try {
      return new SliceTotals(
          shared,
          workforce.recorders(purpose),
          purpose == Turn.Purpose.MEASURE ? options.resultsDir() : Optional.empty(),
          server,
          orders.isPresent()
              ? SlicedRun.relatedPids(serverPids)
              : StartedProcesses.pids(serverPids),
          startedAt);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * All threads run the workload until the warm-up is long enough and has enough operations;
   * returns its length, s.
   */
  private double warmUp(Workforce workforce) {
    if (!options.warmsUp()) {
      return 0;
    }
    Turn turn = control.begin(Turn.Purpose.WARM_UP, System.nanoTime(), 0, false, 0);
    Watchdog watchdog = new Watchdog(options.patience());
    while (!control.stopped()
        && (secondsSince(turn.startNanos()) < options.warmupSeconds()
            || workforce.done() < options.warmupOperations())) {
      control.look(Workforce.LOOK_NANOS);
      boolean stalled = watchdog.stalled(workforce.progress());
      String failure = workforce.warmUpFailure();
      if (!failure.isEmpty() && (stalled || workforce.allFail(options.errorsMax()))) {
        control.fail(WarmUpFailure.all(failure));
      } else if (stalled) {
        control.fail(watchdog.message("warming up", "the database"));
      }
    }
    turn.end();
    workforce.wake();
    workforce.await(Worker.tookTurns(1), "warming up", new Watchdog(options.stallSeconds()));
    return secondsSince(turn.startNanos());
  }

  /** Fails the run when a connection is not as pinned. */
  private void requireAsPinned(boolean used) {
    require(() -> shared.pool().requireAsPinned(used));
  }

  /** Fails the run when a byte is not accounted for. */
  private void requireBalance() {
    require(shared.pool()::requireBalance);
  }

  private interface Requirement {
    void check() throws DatabaseException, InterruptedException;
  }

  private void require(Requirement requirement) {
    if (!control.failures().isEmpty() || control.interrupted()) {
      return;
    }
    try {
      requirement.check();
    } catch (DatabaseException e) {
      control.fail(e.getMessage());
    } catch (InterruptedException e) {
      control.interrupt();
    }
  }

  /** Waits for the instant of the start, as {@link System#nanoTime()}; now if it was stopped. */
  private long awaitInstant() {
    OptionalLong instant = signal.instant();
    while (instant.isEmpty() && !control.stopped()) {
      control.look(Workforce.LOOK_NANOS);
      instant = signal.instant();
    }
    return instant.orElse(System.nanoTime());
  }

  private static ZonedDateTime wallClock(long instant) {
    return ZonedDateTime.now(ZoneId.systemDefault()).plusNanos(instant - System.nanoTime());
  }

  private void close(Workforce workforce) {
    boolean haste = control.interrupted() || !control.failures().isEmpty();
    control.openClose();
    workforce.dismiss(
        Worker.reached(Worker.Stage.ENDED),
        "its clean-up",
        haste ? Workforce.GRACE_SECONDS : options.stallSeconds());
    requireBalance();
  }

  private RunResult finish(
      Workforce workforce,
      SliceTotals measured,
      double connectSeconds,
      double warmupSeconds,
      boolean timeIsUp,
      AtRest atRest,
      Optional<SlicedRun> slices)
      throws IOException {
    measured.close();
    RunResult result =
        new FinishedRun(
                shared,
                server,
                measured,
                connectSeconds,
                warmupSeconds,
                timeIsUp,
                workforce.spinNanos(Turn.Purpose.MEASURE) / 1e9,
                workforce.unsent(),
                atRest,
                slices)
            .result();
    if (options.resultsDir().isPresent()) {
      RunResultFile.write(result, options.resultsDir().get().resolve(RunResultFile.NAME));
    }
    return result;
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
