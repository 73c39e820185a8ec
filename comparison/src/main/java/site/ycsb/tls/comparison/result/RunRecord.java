package site.ycsb.tls.comparison.result;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.result.RunResult;

/**
 * One run of a comparison. The whole result is in {@code run.json} in its directory.
 *
 * @param place where it stands
 * @param status whether it counts
 * @param remarks why it does not count, or warnings; one line each
 * @param facts the part of its result that the comparison needs
 * @param sliceSpread by key of the metric: standard deviation over the rounds of the block of
 *     {@code ln(variant / baseline)}; empty for whole runs, and for the baseline
 * @param cpuTrend {@code ln} of the client CPU per operation in the second half of its slices over
 *     that in the first half; clearly negative: its code was still being compiled. Null for whole
 *     runs, and when unknown
 * @param serverTrend the same of the server's; absent in files of before 29 November 2026
 */
@RecordBuilder
public record RunRecord(
    @JsonUnwrapped RunPlace place,
    Status status,
    @JsonAlias("remark") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> remarks,
    @JsonUnwrapped RunFacts facts,
    Map<String, Double> sliceSpread,
    Double cpuTrend,
    Double serverTrend)
    implements RunRecordBuilder.With {

  /** A run is disturbed if others took more than this share of the machine's CPU time: 10 %. */
  public static final double MOST_FOREIGN_SHARE = 0.10;

  public RunRecord {
    // Earlier versions wrote one text, empty when there was nothing to say.
    remarks = remarks == null ? List.of() : remarks.stream().filter(r -> !r.isEmpty()).toList();
    sliceSpread = RunFacts.ordered(sliceSpread);
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
  public static RunRecord of(RunPlace place) {
    return new RunRecord(place, Status.PENDING, List.of(), RunFacts.NONE, Map.of(), null, null);
  }

  /** With the result, and the server's account. */
  public RunRecord with(RunResult result, double wallSeconds, Map<String, Long> seenByServer) {
    return withRemarks(result.problems()).withFacts(RunFacts.of(result, wallSeconds, seenByServer));
  }

  /** Without figures of cold code, with one more remark that says why. */
  public RunRecord withoutCold(String why) {
    Map<String, Double> others = new LinkedHashMap<>(figures());
    others.keySet().removeIf(key -> Metric.ofKey(key).kind().ofColdCode());
    List<String> all = new ArrayList<>(remarks);
    all.add(why);
    return withRemarks(all).withFacts(facts.withFigures(others));
  }

  /** Number of the block, from 1. */
  public int block() {
    return place.block();
  }

  /** Id of the point. */
  public String point() {
    return place.point();
  }

  /** Id of the variant. */
  public String variant() {
    return place.variant();
  }

  /** Figures by key of the metric. */
  public Map<String, Double> figures() {
    return facts.figures();
  }
}
