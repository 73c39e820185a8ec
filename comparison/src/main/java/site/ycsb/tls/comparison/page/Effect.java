package site.ycsb.tls.comparison.page;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.servers.Variant;

/**
 * The overhead of a variant in a metric at a point, as an answer has it.
 *
 * @param known see {@link ComparisonResult#isKnown}
 */
record Effect(Point point, Variant variant, Metric metric, Overhead overhead, boolean known) {
  static final Comparator<Effect> BY_SIZE =
      Comparator.comparingDouble(effect -> effect.overhead().change());

  /** All of a variant in a metric, one for each point that has it. */
  static List<Effect> of(ComparisonResult result, Variant variant, Metric metric) {
    return result.plan().points().stream()
        .flatMap(point -> at(result, point, variant, metric))
        .toList();
  }

  /** None or one. */
  static Stream<Effect> at(ComparisonResult result, Point point, Variant variant, Metric metric) {
    return result.overhead(point, variant, metric).stream()
        .map(
            overhead ->
                new Effect(
                    point, variant, metric, overhead, result.isKnown(point, variant, metric)));
  }

  boolean is(Verdict... verdicts) {
    return List.of(verdicts).contains(overhead.verdict());
  }

  boolean isCpu() {
    return metric.equals(Metric.CLIENT_CPU) || metric.equals(Metric.SERVER_CPU);
  }

  /** The side whose CPU it is. */
  String side() {
    return metric.equals(Metric.CLIENT_CPU) ? "client" : "server";
  }

  boolean isLess() {
    return overhead.change() < 0;
  }

  String name() {
    return name(metric);
  }

  static String name(Metric metric) {
    return metric.kind() == Metric.Kind.MEAN
        ? "mean " + metric.operation() + " latency"
        : metric.key();
  }

  /** {@code 15.2 %}, without a sign. */
  String size() {
    return Figures.percent(overhead.change());
  }

  /** {@code (13.1 to 17.3 %)}. */
  String range() {
    return "(" + Figures.unsignedRange(overhead.lower(), overhead.upper()) + ")";
  }

  /** {@code between -18.9 and +419.9 %}; of one value, {@code +19.8 % in a single block}. */
  String asFarAsKnown() {
    return overhead.hasInterval()
        ? "between "
            + Figures.range(overhead.lower(), overhead.upper()).replace(" to ", " and ")
            + lowConfidence()
        : Figures.change(overhead.change()) + " in a single block";
  }

  /** {@code with 75 % confidence} of an interval from few blocks; empty of one of 95 %. */
  String lowConfidence() {
    return overhead.interval().reachesLevel()
        ? ""
        : " with " + Figures.level(overhead.confidence()) + " confidence";
  }

  /** {@code client CPU (+1.2 %, -0.8 to +3.1 %)}. */
  String withSigns() {
    return "%s (%s, %s)"
        .formatted(
            name(),
            Figures.change(overhead.change()),
            Figures.range(overhead.lower(), overhead.upper()));
  }
}
