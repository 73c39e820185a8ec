package site.ycsb.tls.compare.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.socket.TlsEvidence;

/**
 * One run of a comparison: where it stands in it, and what the comparison needs of its result. The
 * whole result is in {@code run.json} in its directory.
 *
 * @param block number of the block, from 1
 * @param point id of the point
 * @param variant id of the variant
 * @param position place in the block's random order, from 1
 * @param attempt number of the attempt at this block, from 1
 * @param directory of the run, relative to the comparison's
 * @param seed of the run's random draws; the same within a block
 * @param startedAt ISO 8601; empty when the run did not come so far
 * @param wallSeconds from the start of the JVM to its end
 * @param status whether it counts
 * @param remark why it does not count, or what to be wary of; empty when nothing
 * @param figures by key of the metric
 * @param throughputPerSecond operations per second, second by second
 * @param witness what the server says that it negotiated in this run, to the number of connections;
 *     empty when it cannot tell
 * @param tls evidence of this end; null for plain
 * @param foreignShare share of the machine's CPU time that others took, 0–1; negative when unknown
 * @param environment the machine and the JVM; null when unknown
 * @param server what is known of server and driver
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
    String remark,
    Map<String, Double> figures,
    List<Double> throughputPerSecond,
    Map<String, Long> witness,
    TlsEvidence tls,
    double foreignShare,
    RunResult.Environment environment,
    Map<String, String> server) {

  /** A run during which others took more of the machine's CPU time is disturbed: 10 %. */
  public static final double MOST_FOREIGN_SHARE = 0.10;

  public RunRecord {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
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

  /** What is known before the run, and of a run without a result. */
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
        "",
        Map.of(),
        List.of(),
        Map.of(),
        null,
        -1,
        null,
        Map.of());
  }

  /** With the result, and what the server saw. */
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
        String.join("; ", result.problems()),
        Metric.figures(result),
        result.throughputPerSecond(),
        seenByServer,
        result.tls(),
        result.cpu() == null ? -1 : result.cpu().foreignShare(),
        result.environment(),
        result.server());
  }

  /** With another status, and a remark instead of the one it has. */
  public RunRecord with(Status newStatus, String newRemark) {
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
        newRemark,
        figures,
        throughputPerSecond,
        witness,
        tls,
        foreignShare,
        environment,
        server);
  }
}
