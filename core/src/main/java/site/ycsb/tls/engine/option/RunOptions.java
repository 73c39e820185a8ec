package site.ycsb.tls.engine.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.tls.measurement.ReportOptions;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.profiler.Profiler;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * The options of one run, as typed values; read once.
 *
 * @param phase what is done
 * @param workload class name of the workload
 * @param share the part of the run's threads that this process has; the following figures are for
 *     that part
 * @param threads number of load threads, at least 1
 * @param target wanted operations per second over all threads; 0 = as fast as possible
 * @param operations operations of this phase, over all threads; 0 = until {@code maxSeconds}
 * @param recordcount records in the database; 0 when not given
 * @param insertstart number of the first record that this phase may touch
 * @param insertcount how many records from there on
 * @param maxSeconds longest time of the measured window, s; 0 = no limit
 * @param warmupSeconds least length of the warm-up, s
 * @param warmupOperations least number of operations of the warm-up, over all threads
 * @param seed seed of all random draws
 * @param stallSeconds the run fails when no operation succeeds for so long, s
 * @param errorsMax the run fails when more operations fail
 * @param repeatsInserts whether the workload tries an insert again that failed
 * @param statusSeconds time between two status lines, s
 * @param label the user's label, or empty; printed before each status line
 * @param exportFile where the report goes instead of standard output
 * @param resultsDir where {@code run.json} and {@code intervals.hlog} are written
 * @param server processes whose CPU time counts as the server's
 * @param profile CPU time between samples of this process; empty = none are taken
 * @param trackedErrors status names whose latency is reported separately
 * @param trackAllErrors whether the latency of each status is reported separately
 * @param intended whether latency is also counted from the intended start; only with a target
 * @param plainLatency whether latency is counted from the actual start
 * @param report how the report looks
 */
public record RunOptions(
    Phase phase,
    String workload,
    Share share,
    int threads,
    double target,
    long operations,
    long recordcount,
    long insertstart,
    long insertcount,
    double maxSeconds,
    double warmupSeconds,
    long warmupOperations,
    long seed,
    double stallSeconds,
    long errorsMax,
    boolean repeatsInserts,
    long statusSeconds,
    String label,
    Optional<Path> exportFile,
    Optional<Path> resultsDir,
    ServerProcesses server,
    Optional<SampleInterval> profile,
    Set<String> trackedErrors,
    boolean trackAllErrors,
    boolean intended,
    boolean plainLatency,
    ReportOptions report) {

  /** YCSB's own workload, which stands for this program's reproducible one. */
  public static final String CORE_WORKLOAD = "site.ycsb.workloads.CoreWorkload";

  /** Each operation opens a connection of its own. By name: workloads know the engine. */
  public static final String CHURN_WORKLOAD = "site.ycsb.tls.workload.ConnectionChurnWorkload";

  /** Each operation is sysbench's read-only transaction. */
  public static final String OLTP_WORKLOAD = "site.ycsb.tls.workload.OltpReadOnlyWorkload";

  /** The number of threads that have something to do: never more than there are operations. */
  public int workers() {
    return operations > 0 ? (int) Math.min(threads, operations) : threads;
  }

  /**
   * The longest time until the next operation succeeds, s. With a low target, threads may wait
   * longer than {@link #stallSeconds()} for their turn; that wait is added.
   */
  public double patience() {
    return stallSeconds + (target > 0 ? workers() / target : 0);
  }

  /**
   * Whether there is a warm-up. Loading has none: what it inserts would be missing from the
   * measured window.
   */
  public boolean warmsUp() {
    return phase == Phase.TRANSACTIONS && (warmupSeconds > 0 || warmupOperations > 0);
  }

  /**
   * Reads the properties of a run; those of the workload, the binding and TLS are ignored.
   *
   * @throws UsageException for a value that is not understood, or that makes no sense with the
   *     others
   */
  public static RunOptions parse(Map<String, String> properties, Phase phase) {
    TypedProperties read = new TypedProperties(properties);
    long recordcount = read.get(RunProperties.RECORDCOUNT, 0L);
    long insertstart = read.get(RunProperties.INSERTSTART);
    long insertcount = read.get(RunProperties.INSERTCOUNT, Math.max(0, recordcount - insertstart));
    checkRange(recordcount, insertstart, insertcount);
    double maxSeconds = read.get(RunProperties.MAXEXECUTIONTIME, 0.0);
    double target = read.get(RunProperties.TARGET, 0.0);
    String interval = read.get(ReportProperties.MEASUREMENT_INTERVAL, target > 0 ? "both" : "op");
    int threads = read.get(RunProperties.THREADCOUNT);
    long operations = operations(read, phase, insertcount, maxSeconds);
    Share share = share(read, threads, operations);
    boolean load = phase == Phase.LOAD;
    if (!load) {
      requireNoClearing(properties);
    }
    return new RunOptions(
        phase,
        read.given(RunProperties.WORKLOAD)
            .orElseThrow(
                () ->
                    new UsageException(
                        "no workload: give one with -P workloads/workloada or -p workload="
                            + CORE_WORKLOAD)),
        share,
        share.isWhole() ? threads : share.threads(),
        share.of(target),
        share.of(operations),
        recordcount,
        load ? insertstart + share.before(insertcount) : insertstart,
        load ? share.of(insertcount) : insertcount,
        maxSeconds,
        read.get(RunProperties.WARMUP_SECONDS),
        share.of(read.get(RunProperties.WARMUP_OPERATIONS)),
        read.get(RunProperties.SEED, ThreadLocalRandom.current().nextLong(1L << 53)),
        read.get(RunProperties.STALL_SECONDS),
        read.get(RunProperties.ERRORS_MAX),
        load && read.get(WorkloadProperties.INSERTION_RETRY_LIMIT) > 0,
        read.get(RunProperties.STATUS_INTERVAL),
        read.get(RunProperties.LABEL, ""),
        read.given(ReportProperties.EXPORTFILE),
        read.given(RunProperties.RESULTS_DIR),
        ServerProcesses.of(read),
        profile(read, phase),
        Set.copyOf(read.get(ReportProperties.LATENCY_TRACKED_ERRORS, List.of())),
        read.get(ReportProperties.LATENCY_FOR_EACH_ERROR),
        target > 0 && !interval.equals("op"),
        target == 0 || !interval.equals("intended"),
        ReportOptions.parse(properties));
  }

  /** The same of what YCSB's workload and clients share. */
  public static RunOptions parse(Properties properties, Phase phase) {
    return parse(TypedProperties.asMap(properties), phase);
  }

  /**
   * Refuses what only a load does.
   *
   * @param ofRun properties of a run
   * @throws UsageException when they ask for {@code load.clear}
   */
  public static void requireNoClearing(Map<String, String> ofRun) {
    if (new TypedProperties(ofRun).get(RunProperties.LOAD_CLEAR)) {
      throw new UsageException("load.clear=true: only 'load' removes records; leave it out");
    }
  }

  private static void checkRange(long recordcount, long insertstart, long insertcount) {
    if (recordcount > 0 && insertstart > recordcount - insertcount) {
      throw new UsageException(
          "insertstart=%s and insertcount=%s go beyond recordcount=%s: recordcount must be at least their sum"
              .formatted(insertstart, insertcount, recordcount));
    }
  }

  private static Share share(TypedProperties read, int threads, long operations) {
    int workers = operations > 0 ? (int) Math.min(threads, operations) : threads;
    return Share.parse(read.get(RunProperties.FLEET_MEMBER, "1/1"), workers);
  }

  private static long operations(
      TypedProperties read, Phase phase, long insertcount, double maxSeconds) {
    if (phase == Phase.LOAD) {
      if (insertcount == 0) {
        throw new UsageException(
            "nothing to load: give the number of records with -p recordcount=N");
      }
      return insertcount;
    }
    long operations = read.get(RunProperties.OPERATIONCOUNT);
    if (operations == 0 && maxSeconds == 0) {
      throw new UsageException(
          "nothing to do: give -p operationcount=N, or -p maxexecutiontime=SECONDS");
    }
    return operations;
  }

  private static Optional<SampleInterval> profile(TypedProperties read, Phase phase) {
    Optional<SampleInterval> interval = read.given(RunProperties.CLIENT_PROFILE);
    Optional<String> obstacle = interval.flatMap(given -> ProfilerLibrary.obstacle());
    if (obstacle.isPresent()) {
      throw new UsageException(RunProperties.CLIENT_PROFILE + ": " + obstacle.get());
    }
    if (interval.isPresent() && phase == Phase.LOAD) {
      throw new UsageException(
          RunProperties.CLIENT_PROFILE + ": a load is not profiled, only a run; leave it out");
    }
    if (interval.isPresent() && read.given(RunProperties.RESULTS_DIR).isEmpty()) {
      throw new UsageException(
          "%s writes %s into results.dir, and none is given: add -p results.dir=DIR"
              .formatted(RunProperties.CLIENT_PROFILE, Profiler.FILE));
    }
    return interval;
  }
}
