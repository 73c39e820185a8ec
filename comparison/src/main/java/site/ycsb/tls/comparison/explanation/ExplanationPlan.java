package site.ycsb.tls.comparison.explanation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Variant;

/**
 * The further comparison that explains a first one: each of its variants twice, without and with a
 * profiler, so that what profiling costs is measured as everything else is.
 *
 * @param comparison the further one
 * @param pairs the variants, the first one's baseline first
 */
record ExplanationPlan(ComparisonPlan comparison, List<Pair> pairs) {
  /** Enough for an interval that knows of other comparisons. */
  private static final int BLOCKS = 3;

  /**
   * Active time of each run that counts, s. With samples of 4 ms, client and server of two variants
   * have about 20,000 together.
   */
  private static final double SECONDS = 10;

  private static final String PROFILED = ", profiled";

  /**
   * A variant of the first comparison.
   *
   * @param variant as it is there
   * @param profiled the same, with a profiler
   */
  record Pair(Variant variant, Variant profiled) {
    /** CPU time between two samples. */
    SampleInterval interval() {
      return SampleInterval.parse(profiled.properties().get(RunProperties.CLIENT_PROFILE.name()));
    }
  }

  ExplanationPlan {
    pairs = List.copyOf(pairs);
  }

  /**
   * The plan for a first one that has one point and takes turns.
   *
   * @param targets operations/s that were asked of every variant, by the points' ids
   */
  static ExplanationPlan of(
      ComparisonPlan first, SampleInterval interval, Map<String, Double> targets) {
    List<Pair> pairs =
        Stream.concat(Stream.of(first.baseline()), first.variants().stream())
            .map(variant -> pair(variant, interval))
            .toList();
    Stream<Variant> columns =
        pairs.stream().flatMap(pair -> Stream.of(pair.variant(), pair.profiled()));
    Map<String, String> base = new LinkedHashMap<>(first.base());
    Point point = first.points().get(0);
    base.putAll(point.values());
    if (targets.containsKey(point.id())) {
      base.put(RunProperties.TARGET.name(), Double.toString(targets.get(point.id())));
    }
    return new ExplanationPlan(
        new ComparisonPlan(
            first.binding(),
            base,
            first.baseline(),
            columns.skip(1).toList(),
            List.of(),
            0,
            first.loadsData(),
            schedule(first.schedule(), pairs.size()),
            List.of("Where the CPU time goes: each variant without and with a profiler.")),
        pairs);
  }

  /** The plan of which a further comparison was made. */
  static ExplanationPlan made(ComparisonPlan comparison) {
    List<Variant> columns = comparison.columns();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < columns.size(); i += 2) {
      pairs.add(new Pair(columns.get(i), columns.get(i + 1)));
    }
    return new ExplanationPlan(comparison, pairs);
  }

  /** Servers are renewed as in the comparison. One to try is as short as it was. */
  private static Schedule schedule(Schedule first, int variants) {
    Slicing slicing = first.slices().orElseThrow();
    return first
        .withBlocks(first.quick() ? first.blocks() : BLOCKS)
        .withPrecision(0)
        .withTimeSeconds(0)
        .withRunSeconds(first.quick() ? first.runSeconds() : SECONDS)
        .withCalibrate(false)
        .withPairwise(false)
        .withSlicing(slicing.withTogether(2 * variants).withColdConnections(0));
  }

  private static Pair pair(Variant variant, SampleInterval interval) {
    Map<String, String> properties = new LinkedHashMap<>(variant.properties());
    properties.put(RunProperties.CLIENT_PROFILE.name(), interval.toString());
    return new Pair(variant, new Variant(variant.name() + PROFILED, properties));
  }

  /** The variant of the first comparison that this one is, or repeats with a profiler. */
  Variant original(Variant variant) {
    return pairs.stream()
        .filter(pair -> pair.profiled().equals(variant))
        .map(Pair::variant)
        .findFirst()
        .orElse(variant);
  }
}
