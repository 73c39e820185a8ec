package site.ycsb.tls.comparison.result;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * The part of a run's result that its comparison needs.
 *
 * @param startedAt ISO 8601; empty when the run did not begin
 * @param wallSeconds from the start of the JVM to its end
 * @param figures by key of the metric
 * @param throughputPerSecond operations per second, second by second
 * @param witness what the server says that it negotiated in this run, to the number of connections;
 *     empty when it cannot tell
 * @param tls the client's evidence; null for plain
 * @param relatedShare share of the machine's CPU time that other processes of the comparison took,
 *     0–1, see {@link site.ycsb.tls.measurement.result.resource.CpuUse}; null when unknown, as in
 *     files of earlier versions
 * @param foreignShare share of the machine's CPU time that others took, 0–1; negative when unknown
 * @param environment the machine and the JVM; null when unknown
 * @param server known facts of server and driver
 * @param missedTarget whether it did fewer operations per second than its target
 * @param sliceSeconds mean length of its slices that count, s; null for whole runs
 * @param fleet the shares of the agents that made it together; null for a run of one process
 * @param toolVersion of this program, which may change what figures mean; empty in files of earlier
 *     versions
 */
@RecordBuilder
public record RunFacts(
    String startedAt,
    double wallSeconds,
    Map<String, Double> figures,
    List<Double> throughputPerSecond,
    Map<String, Long> witness,
    TlsEvidence tls,
    Double relatedShare,
    double foreignShare,
    Environment environment,
    Map<String, String> server,
    boolean missedTarget,
    Double sliceSeconds,
    FleetFigures fleet,
    String toolVersion)
    implements RunFactsBuilder.With {

  /** Of a run that has no result. */
  static final RunFacts NONE =
      new RunFacts(
          "", 0, Map.of(), List.of(), Map.of(), null, null, -1, null, Map.of(), false, null, null,
          "");

  public RunFacts {
    figures = ordered(figures);
    throughputPerSecond =
        throughputPerSecond == null ? List.of() : List.copyOf(throughputPerSecond);
    witness = ordered(witness);
    server = ordered(server);
    toolVersion = toolVersion == null ? "" : toolVersion;
  }

  static <T> Map<String, T> ordered(Map<String, T> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static RunFacts of(RunResult result, double wallSeconds, Map<String, Long> seenByServer) {
    return new RunFacts(
        result.window().startedAt(),
        wallSeconds,
        Metric.figures(result),
        result.work().throughputPerSecond(),
        seenByServer,
        result.tls(),
        result.resources().cpu() == null ? null : result.resources().cpu().relatedShare(),
        result.resources().cpu() == null ? -1 : result.resources().cpu().foreignShare(),
        result.environment(),
        result.server(),
        result.missedTarget(),
        result.slices() == null ? null : result.slices().meanSeconds(),
        result.fleet(),
        result.configuration().toolVersion());
  }
}
