package site.ycsb.tls.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Analysis;
import site.ycsb.tls.compare.result.Contrast;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.Precision;

/** The state of a running comparison's knowledge, in one line. */
final class Knowledge {
  /** With fewer blocks, the width of an interval means almost nothing. */
  private static final int LEAST_BLOCKS = 3;

  private Knowledge() {}

  /**
   * For example {@code So far: client CPU +15 % ±4 (TLS_AES_256_GCM_SHA384); ±2 in about 3 min}:
   * for the variant with the widest interval. Empty before the third block.
   *
   * @param blockSeconds duration of a block, s
   */
  static Optional<String> of(
      ComparisonPlan plan, List<RunRecord> runs, Point point, double blockSeconds) {
    Analysis analysis = new Analysis(plan, runs);
    Variant widest = null;
    Interval known = null;
    for (Variant variant : plan.columns()) {
      Optional<Contrast> contrast =
          variant.equals(plan.baseline())
              ? Optional.empty()
              : analysis.contrast(point, variant, plan.baseline(), Metric.CLIENT_CPU);
      if (contrast.isPresent()
          && contrast.get().logRatios().size() >= LEAST_BLOCKS
          && (known == null || contrast.get().change().halfWidth() > known.halfWidth())) {
        widest = variant;
        known = contrast.get().change();
      }
    }
    return known == null
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "So far: client CPU %+.0f %% ±%.1f (%s)%s",
                100 * known.estimate(),
                100 * known.halfWidth(),
                widest.name(),
                further(plan, analysis, point, runs, blockSeconds, known.estimate())));
  }

  private static String further(
      ComparisonPlan plan,
      Analysis analysis,
      Point point,
      List<RunRecord> runs,
      double seconds,
      double overhead) {
    double precision = plan.schedule().precision();
    OptionalInt needed = precision > 0 ? analysis.blocksNeeded(point) : OptionalInt.empty();
    if (needed.isEmpty()) {
      return "";
    }
    long made =
        runs.stream()
            .filter(r -> r.status() == RunRecord.Status.ACCEPTED && r.point().equals(point.id()))
            .map(RunRecord::block)
            .distinct()
            .count();
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
