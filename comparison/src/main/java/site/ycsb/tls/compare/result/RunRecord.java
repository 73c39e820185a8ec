package site.ycsb.tls.compare.result;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.socket.TlsEvidence;

/**
 * One run of a comparison: its place, and the part of its result that the comparison needs. The
 * whole result is in {@code run.json} in its directory.
 *
 * @param block number of the block, from 1
 * @param point id of the point
 * @param variant id of the variant
 * @param position place in the block's random order, from 1
 * @param attempt number of the attempt at this block, from 1
 * @param directory of the run, relative to the comparison's
 * @param seed of the run's random draws; the same within a block
 * @param startedAt ISO 8601; empty when the run did not begin
 * @param wallSeconds from the start of the JVM to its end
 * @param status whether it counts
 * @param remarks why it does not count, or warnings; one line each
 * @param figures by key of the metric
 * @param sliceSpread by key of the metric: standard deviation over the rounds of the block of
 *     {@code ln(variant / baseline)}; empty for whole runs, and for the baseline
 * @param cpuTrend {@code ln} of the client CPU per operation in the second half of its slices over
 *     that in the first half; clearly negative: its code was still being compiled. Null for whole
 *     runs, and when unknown
 * @param throughputPerSecond operations per second, second by second
 * @param witness what the server says that it negotiated in this run, to the number of connections;
 *     empty when it cannot tell
 * @param tls the client's evidence; null for plain
 * @param foreignShare share of the machine's CPU time that others took, 0–1; negative when unknown
 * @param environment the machine and the JVM; null when unknown
 * @param server known facts of server and driver
 * @param missedTarget whether it did fewer operations per second than its target
 */
public record RunRecord(
    int block,
    String point,
    String variant,
    int position,
    int attempt,
    String directory,
    long seed,
    String startedAt,
    double wallSeconds,
    Status status,
    @JsonAlias("remark") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> remarks,
    Map<String, Double> figures,
    Map<String, Double> sliceSpread,
    Double cpuTrend,
    List<Double> throughputPerSecond,
    Map<String, Long> witness,
    TlsEvidence tls,
    double foreignShare,
    RunResult.Environment environment,
    Map<String, String> server,
    boolean missedTarget) {

  /** The share of a target that a run must reach. */
  private static final double LEAST_OF_TARGET = 0.98;

  /** A run is disturbed if others took more than this share of the machine's CPU time: 10 %. */
  public static final double MOST_FOREIGN_SHARE = 0.10;

  public RunRecord {
    // Earlier versions wrote one text, empty when there was nothing to say.
    remarks = remarks == null ? List.of() : remarks.stream().filter(r -> !r.isEmpty()).toList();
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    sliceSpread =
        sliceSpread == null
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(sliceSpread));
    throughputPerSecond =
        throughputPerSecond == null ? List.of() : List.copyOf(throughputPerSecond);
    witness = Collections.unmodifiableMap(new LinkedHashMap<>(witness));
    server = server == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(server));
  }

  /** Whether a run counts. */
  public enum Status {
    /** Its block is not finished. */
    PENDING,
    /** It counts. */
    ACCEPTED,
    /** Its block was repeated; it does not count. */
    REPEATED
  }

  /** A run before its start, or without a result. */
  public static RunRecord of(
      int block,
      String point,
      String variant,
      int position,
      int attempt,
      String directory,
      long seed) {
    return new RunRecord(
        block,
        point,
        variant,
        position,
        attempt,
        directory,
        seed,
        "",
        0,
        Status.PENDING,
        List.of(),
        Map.of(),
        Map.of(),
        null,
        List.of(),
        Map.of(),
        null,
        -1,
        null,
        Map.of(),
        false);
  }

  /** With the result, and the server's account. */
  public RunRecord with(RunResult result, double wall, Map<String, Long> seenByServer) {
    return new RunRecord(
        block,
        point,
        variant,
        position,
        attempt,
        directory,
        seed,
        result.startedAt(),
        wall,
        status,
        result.problems(),
        Metric.figures(result),
        sliceSpread,
        cpuTrend,
        result.throughputPerSecond(),
        seenByServer,
        result.tls(),
        result.cpu() == null ? -1 : result.cpu().foreignShare(),
        result.environment(),
        result.server(),
        result.throughput() < result.targetOpsPerSecond() * LEAST_OF_TARGET);
  }

  /** With another status. */
  public RunRecord with(Status newStatus) {
    return with(newStatus, remarks, sliceSpread, cpuTrend);
  }

  /** With another status, and these remarks instead of those it has. */
  public RunRecord with(Status newStatus, List<String> newRemarks) {
    return with(newStatus, newRemarks, sliceSpread, cpuTrend);
  }

  /** With what its slices show, see {@link #sliceSpread} and {@link #cpuTrend}. */
  public RunRecord withSlices(Map<String, Double> spread, Double trend) {
    return with(status, remarks, spread, trend);
  }

  private RunRecord with(
      Status newStatus,
      List<String> newRemarks,
      Map<String, Double> newSliceSpread,
      Double newCpuTrend) {
    return new RunRecord(
        block,
        point,
        variant,
        position,
        attempt,
        directory,
        seed,
        startedAt,
        wallSeconds,
        newStatus,
        newRemarks,
        figures,
        newSliceSpread,
        newCpuTrend,
        throughputPerSecond,
        witness,
        tls,
        foreignShare,
        environment,
        server,
        missedTarget);
  }
}
