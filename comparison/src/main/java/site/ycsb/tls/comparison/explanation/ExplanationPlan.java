package site.ycsb.tls.comparison.explanation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.property.run.RunProperties;

/** The plan of the further comparison that explains a first one. */
final class ExplanationPlan {
  /** Enough for an interval that knows of other comparisons. */
  private static final int BLOCKS = 3;

  /**
   * Active time of each run that counts, s. With a sample for each 4 ms of CPU time, client and
   * server of two variants have about 20,000 together.
   */
  private static final double SECONDS = 14;

  private ExplanationPlan() {}

  /**
   * The same variants once more, for a first comparison that has one point and takes turns. Servers
   * are renewed as in it. If it is a short one to try, this is one, too.
   *
   * @param targets operations/s that were asked of every variant, by the points' ids
   */
  static ComparisonPlan of(ComparisonPlan first, Map<String, Double> targets) {
    Map<String, String> base = new LinkedHashMap<>(first.base());
    Point point = first.points().get(0);
    base.putAll(point.values());
    if (targets.containsKey(point.id())) {
      base.put(RunProperties.TARGET.name(), Double.toString(targets.get(point.id())));
    }
    return new ComparisonPlan(
        first.binding(),
        base,
        first.baseline(),
        first.variants(),
        List.of(),
        0,
        first.loadsData(),
        schedule(first.schedule()),
        List.of("Where the CPU time goes: with a profiler in most of the slices."),
        false);
  }

  private static Schedule schedule(Schedule first) {
    Slicing slicing = first.slices().orElseThrow();
    return first
        .withBlocks(first.quick() ? first.blocks() : BLOCKS)
        .withPrecision(0)
        .withTimeSeconds(0)
        .withRunSeconds(first.quick() ? first.runSeconds() : SECONDS)
        .withCalibrate(false)
        .withPairwise(false)
        .withSlicing(slicing.withColdConnections(0));
  }
}
