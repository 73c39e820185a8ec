package site.ycsb.tls.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.process.CpuTime;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.measurement.process.ResourceMeter;
import site.ycsb.tls.measurement.process.ResourceUse;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.result.Compilation;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.CpuUse;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Resources;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.measurement.result.Slices;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Validity;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
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
 * operation; only then the clients are closed. Connecting, warm-up and closing have figures of
 * their own and are in no others.
 */
public final class BenchmarkRun {
  /** The least CPU time that is reported if it is known in steps of 10 ms only, s. */
  private static final double LEAST_COARSE_SECONDS = 2;

  private final RunOptions options;
  private final Properties properties;
  private final RunIdentity identity;
  private final WorkloadSource source;
  private final DatabasePool pool;
  private final Transport transport;
  private final Consumer<StatusLine> status;
  private final StartSignal signal;
  private final Optional<OrderReceiver> orders;

  private final OperationNames names = new OperationNames();
  private final RunControl control;

  /** Open while it runs. */
  private ServerCpu server;

  /** A run without a start signal and without orders. */
  public BenchmarkRun(
      RunOptions options,
      Properties properties,
      RunIdentity identity,
      WorkloadSource workload,
      DatabasePool pool,
      Transport transport,
      Consumer<StatusLine> status) {
    this(
        options,
        properties,
        identity,
        workload,
        pool,
        transport,
        status,
        StartSignal.AT_ONCE,
        Optional.empty());
  }

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
    this.properties = Objects.requireNonNull(properties);
    this.identity = Objects.requireNonNull(identity);
    this.source = Objects.requireNonNull(workload);
    this.pool = Objects.requireNonNull(pool);
    this.transport = Objects.requireNonNull(transport);
    this.status = Objects.requireNonNull(status);
    this.signal = Objects.requireNonNull(signal);
    this.orders = Objects.requireNonNull(orders);
    this.control = new RunControl(options.errorsMax());
  }

  /**
   * Runs to the end. All measurements are always in the result, and {@link RunResult#outcome()}
   * says whether they may be used. Returns even when a thread hangs in the database's driver; all
   * threads are daemons.
   *
   * @throws site.ycsb.tls.option.UsageException when the workload cannot be run on this database
   * @throws UncheckedIOException when the results' directory cannot be written
   * @throws InterruptedException when the calling thread was interrupted before; a later
   *     interruption counts as {@link #interrupt()}
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
   * Ends the run early: the measurements until now become the result of {@link #execute()}, marked
   * {@code INCOMPLETE}. Returns at once.
   */
  public void interrupt() {
    control.interrupt();
    orders.ifPresent(BenchmarkRun::close);
  }

  /** Then the coordinating thread no longer waits for an order. */
  private static void close(OrderReceiver orders) {
    try {
      orders.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunResult run() throws IOException {
    try (ServerCpu opened = serverCpu()) {
      server = opened;
      return runMeasured();
    }
  }

  /** Of the processes that the properties name, or as the server itself tells. */
  private ServerCpu serverCpu() throws IOException {
    if (!options.server().isKnown()) {
      try {
        Optional<ServerClock> clock = pool.serverClock();
        if (clock.isPresent()) {
          return new ToldServerCpu(clock.get());
        }
      } catch (DatabaseException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return options.server().open();
  }

  /**
   * The server's own word; the part of its compilers, if it has any, is not known. A server that
   * does not answer any more has no CPU time; the operations say what is wrong with it.
   */
  private static final class ToldServerCpu implements ServerCpu {
    private final ServerClock clock;

    /** Why it is not known; empty while it is. */
    private String silence = "";

    ToldServerCpu(ServerClock clock) {
      this.clock = clock;
    }

    @Override
    public Optional<CpuTime> now() {
      if (silence.isEmpty()) {
        try {
          return Optional.of(new CpuTime(clock.cpuNanos(), OptionalLong.empty()));
        } catch (IOException e) {
          silence = "CPU time of the server unknown: " + e.getMessage();
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() throws IOException {
      clock.close();
    }
  }

  /** What the server's silence leaves unknown; nothing if it spoke, or was not asked. */
  private Stream<String> silence() {
    return server instanceof ToldServerCpu told && !told.silence.isEmpty()
        ? Stream.of(told.silence)
        : Stream.empty();
  }

  private RunResult runMeasured() throws IOException {
    boolean sliced = orders.isPresent();
    Workforce workforce =
        new Workforce(
            new Worker.Shared(
                options,
                properties,
                control,
                source,
                pool,
                transport,
                names,
                sliced || options.warmsUp()));
    return sliced ? runInSlices(workforce, orders.get()) : runWhole(workforce);
  }

  private RunResult runWhole(Workforce workforce) throws IOException {
    long connecting = System.nanoTime();
    workforce.start();
    workforce.await(
        Worker.reached(Worker.Stage.CONNECTED), "connecting", new Watchdog(options.stallSeconds()));
    double connectSeconds = secondsSince(connecting);
    double warmupSeconds = warmUp(workforce);
    requireAsPinned(false);
    awaitSignal();
    Measured measured = measured(workforce, Turn.Purpose.MEASURE);
    MeasuredWindow window = new MeasuredWindow(options, control, workforce, measured, status);
    if (control.stopped()) {
      workforce.dismiss(Worker.reached(Worker.Stage.DONE), "its set-up", Workforce.GRACE_SECONDS);
    } else {
      signal.started(window.startNanos());
      window.measure();
      requireAsPinned(true);
    }
    close(workforce);
    window.close();
    measured.close();
    return write(
        new Closing(
            measured,
            connectSeconds,
            warmupSeconds,
            window.timeIsUp(),
            workforce.spinSeconds(),
            Optional.empty()));
  }

  private RunResult runInSlices(Workforce workforce, OrderReceiver receiver) throws IOException {
    SlicedRun run =
        new SlicedRun(
            options,
            control,
            workforce,
            receiver,
            purpose -> {
              try {
                return measured(workforce, purpose);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            () -> requireAsPinned(true),
            server);
    run.run();
    requireAsPinned(true);
    control.stop();
    workforce.dismiss(Worker.reached(Worker.Stage.DONE), "an operation", Workforce.GRACE_SECONDS);
    close(workforce);
    Optional<Measured> found = run.measured(Turn.Purpose.MEASURE);
    Measured measured = found.isPresent() ? found.get() : measured(workforce, Turn.Purpose.MEASURE);
    measured.close();
    return write(
        new Closing(
            measured,
            run.connectSeconds(),
            run.measured(Turn.Purpose.WARM_UP).map(Measured::seconds).orElse(0.0),
            true,
            workforce.spinSeconds(),
            Optional.of(run)));
  }

  /** Only slices that count are logged. */
  private Measured measured(Workforce workforce, Turn.Purpose purpose) throws IOException {
    return new Measured(
        options,
        names,
        transport,
        workforce.recorders(purpose),
        purpose == Turn.Purpose.MEASURE ? options.resultsDir() : Optional.empty(),
        server,
        orders.isPresent() ? SlicedRun.relatedPids(options.server().localPids()) : List.of());
  }

  /**
   * All threads run the workload until the warm-up is long enough and has enough operations;
   * returns its length, s.
   */
  private double warmUp(Workforce workforce) {
    if (!options.warmsUp()) {
      return 0;
    }
    Turn turn = control.begin(Turn.Purpose.WARM_UP, System.nanoTime(), false);
    Watchdog watchdog = new Watchdog(options.stallSeconds());
    while (!control.stopped()
        && (secondsSince(turn.startNanos()) < options.warmupSeconds()
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
    turn.end();
    workforce.wake();
    workforce.await(Worker.tookTurns(1), "warming up", new Watchdog(options.stallSeconds()));
    return secondsSince(turn.startNanos());
  }

  /** Fails the run when a connection is not as pinned. */
  private void requireAsPinned(boolean used) {
    if (!control.failures().isEmpty() || control.interrupted()) {
      return;
    }
    try {
      pool.requireAsPinned(used);
    } catch (DatabaseException e) {
      control.fail(e.getMessage());
    } catch (InterruptedException e) {
      control.interrupt();
    }
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
        Worker.reached(Worker.Stage.ENDED),
        "its clean-up",
        haste ? Workforce.GRACE_SECONDS : options.stallSeconds());
  }

  /** What is known at the end of the run. */
  private record Closing(
      Measured measured,
      double connectSeconds,
      double warmupSeconds,
      boolean timeIsUp,
      double spinSeconds,
      Optional<SlicedRun> slices) {}

  private RunResult write(Closing closing) throws IOException {
    RunResult result = result(closing);
    if (options.resultsDir().isPresent()) {
      RunResultFile.write(result, options.resultsDir().get().resolve(RunResultFile.NAME));
    }
    return result;
  }

  private RunResult result(Closing closing) {
    Measured window = closing.measured();
    long succeeded = window.records().successes();
    long failed = window.records().failures();
    Map<String, OperationResult> operations =
        new LinkedHashMap<>(window.records().operations(options.report().percentiles()));
    source.measuredElsewhere().forEach(operations::putIfAbsent);
    CpuUse cpu = cpu(closing);
    RunVerdict verdict =
        RunVerdict.of(
            new RunVerdict.Found(
                options,
                control,
                closing.timeIsUp(),
                closing.slices().isPresent(),
                succeeded,
                failed,
                window.seconds(),
                window.perSecond(),
                operations,
                window.records().reasons(identity.secrets()::mask),
                cpu,
                source.churn()));
    return new RunResult(
        RunResult.FORMAT,
        new Configuration(
            identity.toolVersion(),
            identity.command(),
            options.phase().label(),
            identity.binding(),
            options.label(),
            identity.secrets().mask(properties),
            options.seed(),
            options.workers(),
            options.target()),
        new Validity(
            verdict.outcome(),
            Stream.concat(verdict.problems().stream(), silence())
                .map(identity.secrets()::mask)
                .toList()),
        new Window(
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(window.startedAt()),
            closing.connectSeconds(),
            closing.warmupSeconds(),
            window.seconds()),
        new Work(
            succeeded,
            failed,
            operations,
            window.perSecond(),
            window.records().pacing(closing.spinSeconds()),
            source.churn().orElse(null)),
        new Resources(
            cpu,
            window.use().collections(),
            new Compilation(
                window.use().client().compilerSeconds(),
                window.use().server().map(CpuTime::compilerSeconds).orElse(null))),
        TransportUse.of(window.counts(), window.countsBefore(), transport.evidence()),
        pool.description(),
        Host.environment(identity.secrets()::mask),
        null,
        closing.slices().map(run -> slices(run, window)).orElse(null));
  }

  /**
   * CPU time of the measured window without the idle cost; null if it is known in coarse steps only
   * and is too short.
   */
  private static CpuUse cpu(Closing closing) {
    CpuUse all = closing.measured().use().cpu(closing.spinSeconds());
    double seconds = closing.measured().seconds();
    boolean tooCoarse =
        ResourceMeter.cpuStepNanos() > 1 && all.clientSeconds() < LEAST_COARSE_SECONDS;
    if (closing.slices().isPresent() && tooCoarse) {
      return null;
    }
    return closing
        .slices()
        .map(run -> all.without(run.idleClientCpu(), run.idleServerCpu().orElse(0), seconds))
        .orElse(all);
  }

  private Slices slices(SlicedRun run, Measured measured) {
    OptionalDouble idleServer = run.idleServerCpu();
    return new Slices(
        measured.parts(),
        measured.parts() == 0 ? 0 : measured.seconds() / measured.parts(),
        ResourceMeter.cpuStepNanos(),
        run.idleSeconds(),
        run.idleClientCpu(),
        idleServer.isPresent() ? Double.valueOf(idleServer.getAsDouble()) : null,
        run.measured(Turn.Purpose.WARM_UP).map(w -> w.records().successes()).orElse(0L),
        run.measured(Turn.Purpose.COLD).map(this::cold).orElse(null));
  }

  /** The cost of the first operations of the process, before its code was compiled. */
  private Slices.Cold cold(Measured measured) {
    ResourceUse use = measured.use();
    try {
      measured.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Slices.Cold(
        measured.records().successes(),
        measured.seconds(),
        use.client().nanos() / 1e9,
        use.server().map(time -> time.nanos() / 1e9).orElse(null),
        measured.counts().opened(),
        measured.counts().fullHandshakes() + measured.counts().resumedHandshakes());
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
