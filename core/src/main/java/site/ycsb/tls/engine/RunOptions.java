package site.ycsb.tls.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.tls.measurement.ReportOptions;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

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
 * @param statusSeconds time between two status lines, s
 * @param label the user's label, or empty; printed before each status line
 * @param exportFile where the report goes instead of standard output
 * @param resultsDir where {@code run.json} and {@code intervals.hlog} are written
 * @param server processes whose CPU time counts as the server's
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
    long statusSeconds,
    String label,
    Optional<Path> exportFile,
    Optional<Path> resultsDir,
    ServerProcesses server,
    Set<String> trackedErrors,
    boolean trackAllErrors,
    boolean intended,
    boolean plainLatency,
    ReportOptions report) {

  /** YCSB's own workload, which stands for this program's reproducible one. */
  public static final String CORE_WORKLOAD = "site.ycsb.workloads.CoreWorkload";

  /** More threads than this are a typing error. */
  private static final int MOST_THREADS = 100_000;

  public RunOptions {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(workload);
    Objects.requireNonNull(share);
    Objects.requireNonNull(server);
    trackedErrors = Set.copyOf(trackedErrors);
  }

  /** The number of threads that have something to do: never more than there are operations. */
  public int workers() {
    return operations > 0 ? (int) Math.min(threads, operations) : threads;
  }

  /**
   * The longest time until the next operation succeeds, s. With a low target, threads may wait
   * longer than {@link #stallSeconds()} for their turn; that wait is added.
   */
  double patience() {
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
  public static RunOptions parse(Properties properties, Phase phase) {
    TypedProperties read = new TypedProperties(properties);
    long recordcount = read.whole("recordcount", 0, 0);
    long insertstart = read.whole("insertstart", 0, 0);
    long insertcount = read.whole("insertcount", Math.max(0, recordcount - insertstart), 0);
    checkRange(recordcount, insertstart, insertcount);
    double maxSeconds = read.number("maxexecutiontime", 0, 0);
    double target = read.number("target", 0, 0);
    String interval =
        read.choice("measurement.interval", target > 0 ? "both" : "op", "op", "intended", "both");
    int threads = (int) read.whole("threadcount", 1, 1, MOST_THREADS);
    long operations = operations(read, phase, insertcount, maxSeconds);
    Share share = share(read, threads, operations);
    boolean load = phase == Phase.LOAD;
    return new RunOptions(
        phase,
        read.text("workload")
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
        read.number("warmup.seconds", 0, 0),
        share.of(read.whole("warmup.operations", 0, 0)),
        read.whole("seed", ThreadLocalRandom.current().nextLong(1L << 53), Long.MIN_VALUE),
        read.number("stall.seconds", 60, 0.001),
        read.whole("errors.max", 0, 0),
        read.whole("status.interval", 10, 1),
        properties.getProperty("label", ""),
        read.text("exportfile").map(Path::of),
        read.text("results.dir").map(Path::of),
        server(read),
        Set.copyOf(read.list("latencytrackederrors")),
        read.flag("reportlatencyforeacherror", false),
        target > 0 && !interval.equals("op"),
        target == 0 || !interval.equals("intended"),
        ReportOptions.parse(properties));
  }

  private static void checkRange(long recordcount, long insertstart, long insertcount) {
    if (recordcount > 0 && insertstart > recordcount - insertcount) {
      throw new UsageException(
          "insertstart="
              + insertstart
              + " and insertcount="
              + insertcount
              + " go beyond recordcount="
              + recordcount
              + ": recordcount must be at least their sum");
    }
  }

  private static Share share(TypedProperties read, int threads, long operations) {
    int workers = operations > 0 ? (int) Math.min(threads, operations) : threads;
    return Share.parse(read.text(Share.PROPERTY).orElse("1/1"), workers);
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
    long operations = read.whole("operationcount", 0, 0);
    if (operations == 0 && maxSeconds == 0) {
      throw new UsageException(
          "nothing to do: give -p operationcount=N, or -p maxexecutiontime=SECONDS");
    }
    return operations;
  }

  private static ServerProcesses server(TypedProperties read) {
    List<Long> pids =
        read.list("server.pid").stream()
            .map(
                word -> {
                  try {
                    return Long.valueOf(word);
                  } catch (NumberFormatException e) {
                    throw TypedProperties.refused(
                        "server.pid", word, "process ids, separated by commas", e);
                  }
                })
            .toList();
    Optional<String> cpu = read.text("server.cpu");
    if (cpu.isPresent() && !pids.isEmpty()) {
      throw new UsageException(
          "server.cpu=%s and server.pid=%s: give one of the two (server.pid is set when a test server was started)"
              .formatted(cpu.get(), pids.get(0)));
    }
    return cpu.map(ServerProcesses::parse).orElse(new ServerProcesses.Local(pids));
  }
}
