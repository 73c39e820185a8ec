package site.ycsb.tls.comparison.run;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Analysis;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.Precision;

/** The state of a running comparison's knowledge, in one line. */
final class PrecisionSummary {
  /** With fewer blocks, the width of an interval means almost nothing. */
  private static final int LEAST_BLOCKS = 3;

  private PrecisionSummary() {}

  /** How well one change of one variant is known. */
  private record KnownChange(Variant variant, Metric metric, Interval change) {
    /** Half-width over the one that is narrow enough, to a common factor. */
    double missing() {
      return change.halfWidth() / Precision.halfWidth(change.estimate(), 1);
    }

    String inWords() {
      return String.format(
          Locale.ROOT,
          "%s %+.0f %% ±%.1f",
          metric.key(),
          100 * change.estimate(),
          100 * change.halfWidth());
    }
  }

  /**
   * For example {@code So far: server CPU +23 % ±3.0, client CPU +15 % ±4.1, throughput -12 % ±2.2
   * (TLS_AES_256_GCM_SHA384); ±2 in about 3 min}: always the same metrics, of the variant that is
   * known least. Empty before the third block; of whole runs, before they have intervals of 95 %.
   *
   * @param blockSeconds duration of a block, at all points together, s
   */
  static Optional<String> of(StopRule blocks, Point point, double blockSeconds) {
    ComparisonPlan plan = blocks.plan();
    Analysis analysis = new Analysis(plan, blocks.runs());
    return plan.others().stream()
        .flatMap(
            variant ->
                PrimaryMetric.deciding(plan, point, variant).stream()
                    .flatMap(metric -> known(plan, analysis, point, variant, metric).stream()))
        .max(Comparator.comparingDouble(KnownChange::missing))
        .map(
            least ->
                String.format(
                    Locale.ROOT,
                    "So far: %s (%s)%s",
                    Stream.of(
                            Metric.SERVER_CPU,
                            Metric.CLIENT_CPU,
                            PrimaryMetric.of(plan, point, least.variant))
                        .flatMap(m -> known(plan, analysis, point, least.variant, m).stream())
                        .map(KnownChange::inWords)
                        .collect(Collectors.joining(", ")),
                    least.variant.name(),
                    further(blocks, analysis, point, blockSeconds, least.change.estimate())));
  }

  private static Optional<KnownChange> known(
      ComparisonPlan plan, Analysis analysis, Point point, Variant variant, Metric metric) {
    return analysis
        .contrast(point, variant, plan.baseline(), metric)
        .filter(contrast -> contrast.logRatios().size() >= LEAST_BLOCKS)
        .filter(contrast -> contrast.change().reachesLevel())
        .map(contrast -> new KnownChange(variant, metric, contrast.change()));
  }

  private static String further(
      StopRule blocks, Analysis analysis, Point point, double seconds, double overhead) {
    ComparisonPlan plan = blocks.plan();
    double precision = plan.schedule().precision();
    OptionalInt needed = precision > 0 ? analysis.blocksNeeded(point) : OptionalInt.empty();
    if (needed.isEmpty()) {
      return "";
    }
    int made = blocks.finished(point).size();
    double left = Math.max(0, (long) needed.getAsInt() * plan.groups() - made) * seconds;
    return left == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "; ±%.1f in about %.0f min",
            100 * Precision.halfWidth(overhead, precision),
            Math.max(1, left / 60));
  }
}
