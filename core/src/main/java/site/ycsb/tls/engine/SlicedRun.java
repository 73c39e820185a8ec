package site.ycsb.tls.engine;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.RunControl;
import site.ycsb.tls.engine.worker.Turn;
import site.ycsb.tls.engine.worker.Watchdog;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.engine.worker.Workforce;
import site.ycsb.tls.measurement.process.ResourceMeter;
import site.ycsb.tls.measurement.process.ResourceUse;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.slice.SliceReport;

/**
 * A run that is active in slices; the process that started it says when. Used by the coordinating
 * thread.
 */
final class SlicedRun {
  /** From the last slice to the measurement of idle cost, ns. */
  private static final long SETTLE_NANOS = 300_000_000;

  /** An instant further ahead than this is not by this machine's clock, ns. */
  private static final long LONGEST_AHEAD = 60_000_000_000L;

  /** The longest that the process may stand still in a slice or when it is idle, s. */
  private static final double LONGEST_STANDSTILL = 1;

  private final RunOptions options;
  private final RunControl control;
  private final Workforce workforce;
  private final OrderReceiver orders;
  private final Function<Turn.Purpose, SliceTotals> maker;
  private final Runnable check;
  private final Runnable balance;
  private final Map<Turn.Purpose, SliceTotals> measured = new EnumMap<>(Turn.Purpose.class);

  private int turns;
  private double connectSeconds;
  private double idleSeconds;
  private final ResourceMeter idleMeter;
  private ResourceUse idle = ResourceUse.NONE;
  private final StartedProcesses started;

  /**
   * @param maker makes the collector of the figures for a purpose
   * @param check is run when all is warm, before the first slice that counts
   * @param balance is run after each slice that counts
   * @param server left open
   */
  SlicedRun(
      RunOptions options,
      RunControl control,
      Workforce workforce,
      OrderReceiver orders,
      Function<Turn.Purpose, SliceTotals> maker,
      Runnable check,
      Runnable balance,
      ServerCpu server) {
    this.options = options;
    this.control = control;
    this.workforce = workforce;
    this.orders = orders;
    this.maker = maker;
    this.check = check;
    this.balance = balance;
    this.idleMeter = new ResourceMeter(server, List.of());
    this.started = new StartedProcesses(options.server().localPids());
  }

  /**
   * The process that gives the orders and all processes that it has started: the other runs of the
   * block, their servers and all relays, this run's own too. What they use while this run is active
   * is in no figure of its operations: little but this run's relay and compilers, if all is well.
   */
  static List<Long> relatedPids(List<Long> serverPids) {
    long self = ProcessHandle.current().pid();
    return ProcessHandle.current().parent().stream()
        .flatMap(parent -> Stream.concat(Stream.of(parent), parent.descendants()))
        .filter(process -> !StartedProcesses.isOf(serverPids, process))
        .map(ProcessHandle::pid)
        .filter(pid -> pid != self)
        .toList();
  }

  /** Follows orders until the end is ordered or something fails. */
  void run() throws IOException {
    while (!control.stopped()) {
      Optional<Order> order = orders.next();
      if (order.isEmpty()) {
        control.interrupt();
      } else if (order.get().kind() == Order.Kind.END) {
        return;
      } else {
        SliceReport report = obey(order.get());
        if (!control.stopped()) {
          orders.report(report);
        }
      }
    }
  }

  private SliceReport obey(Order order) throws IOException {
    return switch (order.kind()) {
      case CONNECT -> connect();
      case COLD -> slice(Turn.Purpose.COLD, order);
      case WARM_UP -> slice(Turn.Purpose.WARM_UP, order);
      case MEASURE -> slice(Turn.Purpose.MEASURE, order);
      case IDLE -> idle(order);
      case END -> throw new IllegalArgumentException("the end is no slice");
    };
  }

  private SliceReport connect() {
    long start = System.nanoTime();
    workforce.start();
    workforce.await(
        Worker.reached(Worker.Stage.CONNECTED), "connecting", new Watchdog(options.stallSeconds()));
    connectSeconds = (System.nanoTime() - start) / 1e9;
    return SliceReport.done(Order.Kind.CONNECT);
  }

  /**
   * The workers are active until the length is over, and the last operation that was due in it has
   * ended.
   */
  private SliceReport slice(Turn.Purpose purpose, Order order) throws IOException {
    if (purpose == Turn.Purpose.MEASURE && !measured.containsKey(purpose)) {
      check.run();
    }
    SliceTotals figures = measured.computeIfAbsent(purpose, maker);
    long succeeded = figures.records().successes();
    long failed = figures.records().failures();
    long spun = workforce.spinNanos(purpose);
    figures.begin();
    long ready = System.nanoTime();
    awaitInstant(order, ready);
    long beganAt = SliceReport.time(Instant.now());
    long began = System.nanoTime();
    long length = (order.beginAt() == null ? began : order.beginAt()) + order.nanos() - began;
    Turn turn = control.begin(purpose, began, length, false, order.operations());
    control.rest(length);
    turn.end();
    workforce.wake();
    turns++;
    Predicate<Worker> ended = Worker.tookTurns(turns);
    if (!workforce.await(ended, "ending a slice", new Watchdog(options.patience()))) {
      // Stopped, perhaps by one of them: the figures are read when the others have ended, too.
      workforce.dismiss(ended, "an operation", Workforce.GRACE_SECONDS);
    }
    // In a warm-up, too: it tells how long an operation takes, and so how long a slice must be.
    control.failIfDelayed(LONGEST_STANDSTILL);
    long endedAt = SliceReport.time(Instant.now());
    long end = System.nanoTime();
    control.rest(order.settleNanos());
    ResourceUse used = figures.end(workforce.activeSeconds());
    figures.collectIfDue();
    if (purpose == Turn.Purpose.MEASURE) {
      balance.run();
    }
    long failedNow = figures.records().failures();
    if (failedNow > options.errorsMax()) {
      if (purpose != Turn.Purpose.MEASURE) {
        control.fail(
            figures.records().successes() == 0
                ? WarmUpFailure.all(workforce.warmUpFailure())
                : WarmUpFailure.some(failedNow, workforce.warmUpFailure()));
      }
      control.stop();
    }
    return report(
        order.kind(),
        workforce.activeSeconds(),
        figures.records().successes() - succeeded,
        failedNow - failed,
        used,
        workforce.spinNanos(purpose) - spun,
        beganAt,
        endedAt,
        order.beginAt() == null ? null : new SliceReport.Instants(ready, began, end));
  }

  private void awaitInstant(Order order, long now) {
    long ahead = order.beginAt() == null ? 0 : order.beginAt() - now;
    if (ahead > LONGEST_AHEAD) {
      control.fail(
          "a slice was ordered for an instant %.0f s ahead: agent and load generator have different clocks; start both in the same container"
              .formatted(ahead / 1e9));
    }
    control.rest(ahead);
  }

  /** Does nothing. First waits for what compilers and collectors still do for the last slices. */
  private SliceReport idle(Order order) throws IOException {
    control.rest(SETTLE_NANOS);
    started.begin();
    idleMeter.begin();
    long beganAt = SliceReport.time(Instant.now());
    long start = System.nanoTime();
    control.rest(order.nanos());
    control.failIfDelayed(LONGEST_STANDSTILL);
    ResourceUse used = idleMeter.end();
    double seconds = (System.nanoTime() - start) / 1e9;
    started.end();
    idle = idle.plus(used);
    idleSeconds += seconds;
    return report(
        order.kind(), seconds, 0, 0, used, 0, beganAt, SliceReport.time(Instant.now()), null);
  }

  private static SliceReport report(
      Order.Kind kind,
      double seconds,
      long succeeded,
      long failed,
      ResourceUse used,
      long spinNanos,
      long beganAt,
      long endedAt,
      SliceReport.Instants instants) {
    return new SliceReport(
        kind,
        seconds,
        succeeded,
        failed,
        Math.max(0, used.client().operationNanos() - spinNanos),
        used.client().compilerNanos().orElse(0),
        used.server().map(CpuTime::operationNanos).orElse(-1L),
        beganAt,
        endedAt,
        instants);
  }

  /** The figures for a purpose; empty when there was no such slice. */
  Optional<SliceTotals> measured(Turn.Purpose purpose) {
    return Optional.ofNullable(measured.get(purpose));
  }

  /** CPU time that its threads spent spinning in all slices for a purpose, s. */
  double spinSeconds(Turn.Purpose purpose) {
    return workforce.spinNanos(purpose) / 1e9;
  }

  double connectSeconds() {
    return connectSeconds;
  }

  /** Time of all idle slices together, s. */
  double idleSeconds() {
    return idleSeconds;
  }

  /** CPU seconds that this process used per second of doing nothing. */
  double idleClientCpu() {
    return idleSeconds == 0 ? 0 : idle.cpu(0).clientSeconds() / idleSeconds;
  }

  /** The same for the server; empty when it is unknown. */
  Optional<Double> idleServerCpu() {
    return Optional.ofNullable(idle.cpu(0).serverSeconds())
        .filter(used -> idleSeconds > 0)
        .map(used -> used / idleSeconds);
  }

  /** What this run, its server and the processes that it has started used in the idle slices. */
  AtRest atRest() {
    Map<String, Double> processors = new LinkedHashMap<>();
    processors.put("the load generator", idleClientCpu());
    idleServerCpu().ifPresent(used -> processors.put("the server", used));
    processors.putAll(started.processors());
    return new AtRest(processors);
  }
}
