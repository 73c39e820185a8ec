package site.ycsb.tls.measurement.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * The result of one run: one phase of one workload with one variant, in a JVM of its own. Written
 * as {@code run.json}, where the fields of the first parts stand side by side, and read by
 * comparisons and reports; {@code docs/results.md} describes each field.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param configuration what was run
 * @param validity whether the figures may be used
 * @param window when it was measured
 * @param work operations, and how long they took
 * @param resources CPU time, and what else was used
 * @param transport connections, and what was negotiated on them
 * @param server known facts of the server and the driver
 * @param environment the machine and the JVM
 * @param fleet the shares of the agents that made the run together; null for a run of one process
 * @param slices how the run took turns with others; null for a whole run
 */
public record RunResult(
    int format,
    @JsonUnwrapped Configuration configuration,
    @JsonUnwrapped RunValidity validity,
    @JsonUnwrapped Window window,
    @JsonUnwrapped Work work,
    @JsonUnwrapped Resources resources,
    @JsonUnwrapped TransportUse transport,
    Map<String, String> server,
    Environment environment,
    FleetFigures fleet,
    Slices slices) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  /** The share of a target that a run must reach. */
  private static final double LEAST_OF_TARGET = 0.98;

  /** With more failures than this share, those that succeeded look dearer than they are. */
  private static final double MOST_FAILED = 0.01;

  /** The operations of each thread that may be missing at the end of any run. */
  private static final long OPEN_PER_THREAD = 2;

  /** Operations per second that succeeded in the measured window; 0 when the window is empty. */
  public double throughput() {
    return window.runtimeSeconds() > 0 ? work.succeeded() / window.runtimeSeconds() : 0;
  }

  /** Whether the figures may be used. */
  public Outcome outcome() {
    return validity.outcome();
  }

  /** Why the figures may not be used, or warnings; one line each. */
  public List<String> problems() {
    return validity.problems();
  }

  /** Operations of the measured window that returned OK. */
  public long succeeded() {
    return work.succeeded();
  }

  /** Operations of the measured window that did not. */
  public long failed() {
    return work.failed();
  }

  /** Latencies by operation name. */
  public Map<String, OperationResult> operations() {
    return work.operations();
  }

  /** Evidence of what was pinned and negotiated; null for plain. */
  public TlsEvidence tls() {
    return transport.tls();
  }

  /**
   * The same result with facts of the server that were found afterwards; failed when there are
   * problems.
   *
   * @param knownServer replaces {@link #server}
   * @param moreProblems why the figures cannot be trusted; empty when they can
   */
  public RunResult confirmedBy(Map<String, String> knownServer, List<String> moreProblems) {
    return new RunResult(
        format,
        configuration,
        validity.with(moreProblems),
        window,
        work,
        resources,
        transport,
        knownServer,
        environment,
        fleet,
        slices);
  }

  /**
   * Whether so many operations failed that figures per operation are not those of the ones that
   * succeeded: what failed ones cost is not known apart.
   */
  public boolean hasManyFailures() {
    return areManyFailures(failed(), succeeded());
  }

  /** The same of these numbers of operations. */
  public static boolean areManyFailures(long failed, long succeeded) {
    return failed > MOST_FAILED * (failed + succeeded);
  }

  /** Whether it had a target and did not reach it. */
  public boolean missedTarget() {
    return missesTarget(
        configuration.targetOpsPerSecond(), throughput(), succeeded(), configuration.threads());
  }

  /**
   * Whether so many operations per second are less than the target. A run ends with its last
   * operations, not at the end of their periods: the one that each thread had not ended, and the
   * one that it had not begun, are not missed.
   *
   * @param target operations per second; 0 = none
   * @param throughput operations per second
   * @param succeeded operations of all threads
   */
  public static boolean missesTarget(
      double target, double throughput, long succeeded, long threads) {
    if (target <= 0 || throughput <= 0) {
      return false;
    }
    double missing = succeeded * (target / throughput - 1);
    return throughput < target * LEAST_OF_TARGET && missing > OPEN_PER_THREAD * threads;
  }
}
