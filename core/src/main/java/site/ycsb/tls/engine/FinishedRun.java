package site.ycsb.tls.engine;

import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.worker.Turn;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.measurement.process.ResourceUse;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.Slices;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.property.TypedProperties;

/**
 * What is known at the end of a run.
 *
 * @param run what its workers shared
 * @param server its processes
 * @param measured the window that counts, or the union of its slices
 * @param connectSeconds time until all threads were connected, s
 * @param warmupSeconds length of the warm-up, s
 * @param timeIsUp whether the run ended because its time was up
 * @param spinSeconds CPU time of waiting for the next intended start, s
 * @param unsent operations that count as done, and were not sent before the clients were closed
 * @param atRest what worked while nothing was asked of it
 * @param slices the run's slices; empty for a whole run
 */
record FinishedRun(
    Worker.Shared run,
    ServerCpu server,
    SliceTotals measured,
    double connectSeconds,
    double warmupSeconds,
    boolean timeIsUp,
    double spinSeconds,
    long unsent,
    AtRest atRest,
    Optional<SlicedRun> slices) {
  /** The least CPU time that is reported if it is known in steps of 10 ms only, s. */
  private static final double LEAST_COARSE_SECONDS = 2;

  /** All of it, put together. */
  RunResult result() {
    Map<String, OperationResult> operations =
        new LinkedHashMap<>(measured.records().operations(run.options().report().percentiles()));
    run.source().measuredElsewhere().forEach(operations::putIfAbsent);
    CpuUse cpu = cpu();
    RunIdentity identity = run.identity();
    return new RunResult(
        RunResult.FORMAT,
        new Configuration(
            identity.toolVersion(),
            identity.command(),
            run.options().phase().label(),
            identity.binding(),
            run.options().label(),
            identity.secrets().mask(TypedProperties.asMap(run.properties())),
            run.options().seed(),
            run.options().workers(),
            run.options().target()),
        new RunVerdict(this, operations, cpu).validity(),
        new Window(
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(measured.startedAt()),
            connectSeconds,
            warmupSeconds,
            measured.seconds()),
        new Work(
            measured.records().successes(),
            measured.records().failures(),
            operations,
            measured.perSecond(),
            measured.records().pacing(spinSeconds),
            run.source().churn().orElse(null)),
        new Resources(
            cpu,
            measured.use().collections(),
            new Compilation(
                measured.use().client().compilerSeconds(),
                measured.use().server().map(CpuTime::compilerSeconds).orElse(null)),
            measured.use().counters()),
        TransportUse.of(
            measured.counts(),
            measured.countsBefore(),
            run.transport().evidence(),
            run.pool().byteBalance(),
            measured.calls()),
        run.pool().description(),
        Host.environment(identity.secrets()::mask),
        null,
        slices.map(this::slices).orElse(null));
  }

  /**
   * CPU time of the measured window without the idle cost; null if it is known in coarse steps only
   * and is too short.
   */
  private CpuUse cpu() {
    CpuUse all = measured.use().cpu(spinSeconds);
    double seconds = measured.seconds();
    boolean tooCoarse = CpuClock.stepNanos() > 1 && all.clientSeconds() < LEAST_COARSE_SECONDS;
    if (slices.isPresent() && tooCoarse) {
      return null;
    }
    return slices
        .map(
            slicing ->
                all.without(slicing.idleClientCpu(), slicing.idleServerCpu().orElse(0.0), seconds))
        .orElse(all);
  }

  private Slices slices(SlicedRun slicing) {
    return new Slices(
        measured.parts(),
        measured.parts() == 0 ? 0 : measured.seconds() / measured.parts(),
        CpuClock.stepNanos(),
        slicing.idleSeconds(),
        slicing.idleClientCpu(),
        slicing.idleServerCpu().orElse(null),
        slicing.measured(Turn.Purpose.WARM_UP).map(w -> w.records().successes()).orElse(0L),
        slicing
            .measured(Turn.Purpose.COLD)
            .map(cold -> cold(cold, slicing.spinSeconds(Turn.Purpose.COLD)))
            .orElse(null));
  }

  /** The cost of the first operations of the process, before its code was compiled. */
  private static Slices.Cold cold(SliceTotals measured, double spinSeconds) {
    ResourceUse use = measured.use();
    return new Slices.Cold(
        measured.records().successes(),
        measured.seconds(),
        Math.max(0, use.client().nanos() / 1e9 - spinSeconds),
        use.server().map(time -> time.nanos() / 1e9).orElse(null),
        measured.counts().opened(),
        measured.counts().fullHandshakes() + measured.counts().resumedHandshakes());
  }
}
