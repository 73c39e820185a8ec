package site.ycsb.tls.measurement;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import site.ycsb.tls.socket.TlsEvidence;
import site.ycsb.tls.socket.TransportCounts;

/**
 * The result of one run: one phase of one workload with one variant, in a JVM of its own. Written
 * as {@code run.json} and read by comparisons and reports; {@code docs/results.md} describes each
 * field.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param toolVersion version of this program
 * @param command the command line to repeat the run, credentials masked
 * @param phase {@code load} or {@code transactions}
 * @param binding name of the binding, or the class name of a third-party {@code site.ycsb.DB}
 * @param label the user's label, or empty
 * @param startedAt start of the measured window, ISO 8601 with time zone
 * @param outcome whether the figures may be used
 * @param problems why they may not, or warnings; one line each
 * @param properties all properties of the run, secrets masked
 * @param seed seed of all random draws
 * @param threads number of load threads
 * @param targetOpsPerSecond wanted throughput over all threads; 0 when not throttled
 * @param connectSeconds time from the first {@code init} until the last thread is ready
 * @param warmupSeconds length of the warm-up before the measured window
 * @param runtimeSeconds length of the measured window
 * @param succeeded operations of the measured window that returned OK
 * @param failed operations of the measured window that did not
 * @param operations by operation name ({@code READ}, {@code UPDATE-FAILED}, {@code Intended-READ},
 *     {@code TLS-HANDSHAKE}, …)
 * @param throughputPerSecond operations per second that succeeded, second by second
 * @param cpu CPU time used in the measured window
 * @param connections the transport's counts in the measured window
 * @param setupConnections the transport's counts before the measured window
 * @param tls evidence of what was pinned and negotiated; null for plain
 * @param server known facts of the server and the driver
 * @param environment the machine and the JVM
 * @param pacing how late operations started; null without {@code target}
 * @param churn counts of the connection-churn workload; null for other workloads
 * @param collections garbage collections of the load generator in the measured window, by collector
 * @param fleet the shares of the agents that made the run together; null for a run of one process
 * @param compilation work of the just-in-time compilers in the measured window; null when unknown
 * @param slices how the run took turns with others; null for a whole run
 */
public record RunResult(
    int format,
    String toolVersion,
    String command,
    String phase,
    String binding,
    String label,
    String startedAt,
    Outcome outcome,
    List<String> problems,
    Map<String, String> properties,
    long seed,
    int threads,
    double targetOpsPerSecond,
    double connectSeconds,
    double warmupSeconds,
    double runtimeSeconds,
    long succeeded,
    long failed,
    Map<String, OperationResult> operations,
    List<Double> throughputPerSecond,
    CpuUse cpu,
    @JsonIgnoreProperties("closed") TransportCounts connections,
    @JsonIgnoreProperties("closed") TransportCounts setupConnections,
    TlsEvidence tls,
    Map<String, String> server,
    Environment environment,
    Pacing pacing,
    Churn churn,
    Map<String, GarbageCollection> collections,
    Fleet fleet,
    Compilation compilation,
    Slices slices) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  /** Operations per second that succeeded in the measured window; 0 when the window is empty. */
  public double throughput() {
    return runtimeSeconds > 0 ? succeeded / runtimeSeconds : 0;
  }

  /**
   * The same result with facts of the server that were found afterwards; failed when there are
   * problems.
   *
   * @param knownServer replaces {@link #server}
   * @param moreProblems why the figures cannot be trusted; empty when they can
   */
  public RunResult confirmedBy(Map<String, String> knownServer, List<String> moreProblems) {
    List<String> allProblems = new ArrayList<>(problems);
    allProblems.addAll(moreProblems);
    return new RunResult(
        format,
        toolVersion,
        command,
        phase,
        binding,
        label,
        startedAt,
        moreProblems.isEmpty() ? outcome : Outcome.FAILED,
        allProblems,
        properties,
        seed,
        threads,
        targetOpsPerSecond,
        connectSeconds,
        warmupSeconds,
        runtimeSeconds,
        succeeded,
        failed,
        operations,
        throughputPerSecond,
        cpu,
        connections,
        setupConnections,
        tls,
        knownServer,
        environment,
        pacing,
        churn,
        collections,
        fleet,
        compilation,
        slices);
  }

  /** Whether the figures may be used. */
  public enum Outcome {
    /** Complete, as requested. */
    COMPLETE,
    /** Interrupted: the measurements until then. */
    INCOMPLETE,
    /** Failed, or cannot be trusted; {@code problems} says why. */
    FAILED
  }

  /**
   * The latencies of one kind of operation.
   *
   * @param count number of samples
   * @param sumNanos exact sum, ns
   * @param minNanos least, ns
   * @param maxNanos largest, ns
   * @param percentilesNanos percentile ({@code 50}, {@code 95}, {@code 99}, {@code 99.9}, …) to ns
   * @param returns status name to count
   * @param histogram the whole histogram: HdrHistogram's compressed encoding, Base64
   */
  public record OperationResult(
      long count,
      double sumNanos,
      long minNanos,
      long maxNanos,
      Map<String, Long> percentilesNanos,
      Map<String, Long> returns,
      String histogram) {

    /** Arithmetic mean, ns; 0 without samples. */
    public double meanNanos() {
      return count == 0 ? 0 : sumNanos / count;
    }

    /**
     * The whole histogram, ns; those of several runs may be added to each other.
     *
     * @throws IllegalStateException when {@link #histogram} was not written by this program
     */
    public Histogram decode() {
      try {
        ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(histogram));
        return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
      } catch (DataFormatException | IllegalArgumentException e) {
        throw new IllegalStateException("not an encoded HdrHistogram: " + e.getMessage(), e);
      }
    }
  }

  /**
   * CPU time of the measured window.
   *
   * @param clientSeconds user and system time of the load generator's process
   * @param serverSeconds the same of the server's process or processes; null when they are unknown
   * @param foreignShare share of the machine's CPU time that other processes and the hypervisor
   *     took, 0–1; negative when unknown
   * @param machineSeconds CPU time that all processors of the machine had, used or not; negative
   *     when unknown
   */
  public record CpuUse(
      double clientSeconds, Double serverSeconds, double foreignShare, double machineSeconds) {

    /**
     * Without the idle cost.
     *
     * @param client CPU seconds of the load generator per idle second
     * @param server the same of the server
     * @param seconds length of the window, s
     */
    public CpuUse without(double client, double server, double seconds) {
      return new CpuUse(
          Math.max(0, clientSeconds - client * seconds),
          serverSeconds == null
              ? null
              : Double.valueOf(Math.max(0, serverSeconds - server * seconds)),
          foreignShare,
          machineSeconds);
    }
  }

  /**
   * The machine and the JVM.
   *
   * @param java version and vendor of the JVM
   * @param jvmArguments arguments of the JVM, secrets masked
   * @param os name, version and architecture
   * @param cpu model name
   * @param processors number of processors that the JVM sees
   * @param memoryBytes physical memory
   * @param host the machine's name
   */
  public record Environment(
      String java,
      List<String> jvmArguments,
      String os,
      String cpu,
      int processors,
      long memoryBytes,
      String host) {}

  /**
   * With {@code target}: how long after their intended start operations began. A mean of more than
   * a few µs means that the target was not reached.
   *
   * @param meanLagNanos mean, ns
   * @param p99LagNanos 99th percentile, ns
   * @param maxLagNanos largest, ns
   * @param spinSeconds CPU time that the threads spent spinning until the exact instant; not
   *     contained in {@link CpuUse#clientSeconds}
   */
  public record Pacing(
      double meanLagNanos, long p99LagNanos, long maxLagNanos, double spinSeconds) {}

  /**
   * Cycles of the connection-churn workload in the measured window, as the transport counted them.
   *
   * @param scope name of the {@code ChurnScope}, lower case
   * @param cycles cycles that succeeded or failed
   * @param readsPerCycle reads asked for in each
   * @param connections TCP connections that were opened by them
   * @param fullHandshakes full TLS handshakes in them
   * @param resumedHandshakes resumed TLS handshakes in them
   */
  public record Churn(
      String scope,
      long cycles,
      long readsPerCycle,
      long connections,
      long fullHandshakes,
      long resumedHandshakes) {

    /** The cycles of both; of the same scope and number of reads. */
    public Churn plus(Churn other) {
      return new Churn(
          scope,
          cycles + other.cycles,
          readsPerCycle,
          connections + other.connections,
          fullHandshakes + other.fullHandshakes,
          resumedHandshakes + other.resumedHandshakes);
    }
  }

  /**
   * Collections of one garbage collector.
   *
   * @param count how many
   * @param millis how long together, ms
   */
  public record GarbageCollection(long count, long millis) {

    /** The sum of both. */
    public GarbageCollection plus(GarbageCollection other) {
      return new GarbageCollection(count + other.count, millis + other.millis);
    }

    /** The collections after the earlier ones. */
    public GarbageCollection minus(GarbageCollection earlier) {
      return new GarbageCollection(count - earlier.count, millis - earlier.millis);
    }
  }

  /**
   * How several agents made the run together. The other fields are their sums; the window is from
   * the first start to the last end.
   *
   * @param startSkewSeconds time between the first agent's start and the last one's
   * @param clockErrorSeconds the largest error of that: half of the longest round trip of the pings
   *     that compared the clocks
   * @param togetherShare share of the window in which all of them measured, 0–1
   * @param members the agents, in their order
   */
  public record Fleet(
      double startSkewSeconds,
      double clockErrorSeconds,
      double togetherShare,
      List<FleetMember> members) {}

  /**
   * One agent's share.
   *
   * @param name number, host and process
   * @param threads its number of load threads
   * @param startSeconds its start, since that of the first agent
   * @param runtimeSeconds length of its own measured window
   * @param succeeded operations that returned OK
   * @param failed operations that did not
   * @param cpuSeconds CPU time of its load generator
   * @param foreignShare of its machine; other agents there count as foreign
   */
  public record FleetMember(
      String name,
      int threads,
      double startSeconds,
      double runtimeSeconds,
      long succeeded,
      long failed,
      double cpuSeconds,
      double foreignShare) {}

  /**
   * Work of the just-in-time compilers in the measured window; much of it means that the code was
   * not warm.
   *
   * @param clientSeconds CPU time of the load generator's compilers, s; null when it is unknown
   * @param serverSeconds CPU time of the compilers of the server's JVMs, s; null when it is unknown
   *     or there are none
   */
  public record Compilation(Double clientSeconds, Double serverSeconds) {}

  /**
   * A run that took turns with the others of its block.
   *
   * @param count number of slices that count
   * @param meanSeconds their mean length, s
   * @param cpuStepNanos the steps in which CPU time is known, ns
   * @param idleSeconds time in which all runs of the block were idle, s
   * @param idleClientCpu CPU seconds of this process per idle second; for the length of the slices
   *     it is subtracted from {@link CpuUse}
   * @param idleServerCpu the same of the server; null when unknown
   * @param warmupOperations operations of the warm-up that succeeded
   * @param cold the beginning of the process; null when it was not measured
   */
  public record Slices(
      long count,
      double meanSeconds,
      long cpuStepNanos,
      double idleSeconds,
      double idleClientCpu,
      Double idleServerCpu,
      long warmupOperations,
      Cold cold) {}

  /**
   * The first operations of a process, whose code is not compiled yet.
   *
   * @param succeeded operations that returned OK
   * @param seconds how long they took, s
   * @param clientCpuSeconds CPU time of the load generator, compilation included, s
   * @param serverCpuSeconds CPU time of the server, s; null when unknown
   * @param connections TCP connections that were opened
   * @param handshakes TLS handshakes, full and resumed
   */
  public record Cold(
      long succeeded,
      double seconds,
      double clientCpuSeconds,
      Double serverCpuSeconds,
      long connections,
      long handshakes) {}
}
