package site.ycsb.tls.history;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.page.PointFigures;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.history.GateReports.Judgement;
import site.ycsb.tls.history.GateReports.Outcome;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.Precision;
import site.ycsb.tls.statistics.SignedRank;

/**
 * Judges overheads, or by how much they grew, against a limit: surely below it, surely above it, or
 * not known. Surely: the whole 95 % interval is on that side.
 *
 * @param limit as a share of the baseline; for throughput, of what is lost
 * @param metrics keys of those that are judged; none: the primary ones
 * @param allowUnknown whether a figure passes that is not known
 */
public record Gate(double limit, List<String> metrics, boolean allowUnknown) {

  /** A forecast beyond this is not printed. */
  private static final int MOST_BLOCKS = 1000;

  public Gate {
    metrics = List.copyOf(metrics);
  }

  /** What is to be judged. */
  private record Place(Point point, Variant variant, Metric metric) {
    String name() {
      String at = point.values().isEmpty() ? "" : point.id() + ", ";
      return at + variant.name() + ", " + metric.key();
    }
  }

  /**
   * What is judged.
   *
   * @param change as a share, with its interval
   * @param deviation standard deviation of the blocks' log ratios; empty when unknown
   * @param blocks so far
   * @param doubt why the report itself does not judge it, and what to do; usually empty
   */
  private record Figure(
      Place place,
      Interval change,
      Optional<Double> deviation,
      int blocks,
      Optional<String> doubt) {}

  /**
   * The overheads of a comparison, without that of the baseline against itself. What was not
   * measured in all runs is not known.
   *
   * @throws UsageException when no run has one of the metrics
   */
  public List<Judgement> overheads(ComparisonResult result) {
    requireMetrics(result);
    return places(result, measured(result))
        .map(
            place ->
                result
                    .overhead(place.point, place.variant, place.metric)
                    .map(overhead -> judgement(figure(place, overhead, result), ""))
                    .orElseGet(() -> notKnown(place, missing(place, result))))
        .toList();
  }

  /** Why an overhead is not there. */
  private String missing(Place place, ComparisonResult result) {
    return metrics.isEmpty() && !hasGaps(place, result)
        ? "not measured" + remedyHere(place.metric.key())
        : words(Doubt.GAPS);
  }

  /**
   * By how much the factor of each overhead is larger than in the earlier comparison. What only one
   * of them has, or not in all runs, is not known.
   *
   * @throws UsageException when no run of the second has one of the metrics
   */
  public List<Judgement> changes(ComparisonResult first, ComparisonResult second) {
    ComparisonPair pair = ComparisonPair.of(first, second);
    requireMetrics(second);
    return places(first, second).map(place -> change(place, pair)).toList();
  }

  /**
   * Whether the report judges all figures of an earlier comparison that the second would be judged
   * against. Against others nothing is ever known.
   *
   * @throws UsageException when no run of the second has one of the metrics
   */
  boolean judgesAgainst(ComparisonResult first, ComparisonResult second) {
    requireMetrics(second);
    return places(first, second).allMatch(place -> doubt(place, first).isEmpty());
  }

  private Judgement change(Place place, ComparisonPair pair) {
    if (pair.second().overhead(place.point, place.variant, place.metric).isEmpty()) {
      return notKnown(
          place,
          hasGaps(place, pair.second())
              ? words(Doubt.GAPS)
              : "this comparison does not have it" + remedyHere(place.metric.key()));
    }
    return pair.cell(place.point, place.variant, place.metric)
        .map(cell -> judgement(figure(place, cell, pair), " in each comparison"))
        .orElseGet(
            () ->
                notKnown(
                    place,
                    hasGaps(place, pair.first())
                        ? wordsOfTheEarlier(Doubt.GAPS)
                        : "the earlier comparison does not have it"));
  }

  /** Of the second; also what only the first has measured, as nobody may lose it unseen. */
  private Stream<Place> places(ComparisonResult first, ComparisonResult second) {
    Set<Metric> measured = new HashSet<>(measured(first));
    measured.addAll(measured(second));
    return places(second, measured);
  }

  /**
   * What is to be judged, in the order of reports: measured or not.
   *
   * @param measured of these, the primary metrics are judged if none is named
   */
  private Stream<Place> places(ComparisonResult result, Collection<Metric> measured) {
    return result.plan().points().stream()
        .flatMap(
            point ->
                result.plan().variants().stream()
                    .flatMap(
                        v -> gated(result, point, v, measured).map(m -> new Place(point, v, m))));
  }

  /**
   * The metrics that are judged at a point, measured there or not. The main operation is judged if
   * any run has it: of a workload that is not ours, it is not known. No gate is passed because
   * nobody named the server's process.
   */
  private Stream<Metric> gated(
      ComparisonResult result, Point point, Variant variant, Collection<Metric> measured) {
    ComparisonPlan plan = result.plan();
    Stream<Metric> wanted =
        metrics.isEmpty()
            ? Stream.concat(
                Stream.of(Metric.SERVER_CPU, Metric.CLIENT_CPU),
                measured.stream()
                    .filter(m -> PrimaryMetric.isPrimary(plan, point, m, variant, plan.baseline())))
            : metrics.stream().map(Metric::ofKey);
    return Metric.inOrder(wanted).stream();
  }

  private Figure figure(Place place, Overhead overhead, ComparisonResult result) {
    return new Figure(
        place,
        overhead.interval(),
        deviation(overhead),
        overhead.pairs(),
        doubt(place, result)
            .map(Gate::words)
            .or(
                () ->
                    noise(
                        place,
                        overhead.change(),
                        "the baseline differs from itself",
                        overhead.noiseFloor())));
  }

  /**
   * Where the baseline differs from itself by more than lies between estimate and limit.
   *
   * @param whose with the verb
   * @param noise null when that was not measured
   */
  private Optional<String> noise(Place place, double change, String whose, Double noise) {
    double cost = place.metric.moreIsBetter() ? -change : change;
    return Optional.ofNullable(noise)
        .filter(floor -> floor > Math.abs(limit - cost))
        .map(
            floor ->
                "%s by up to %s (--calibrate); measure on a quieter machine"
                    .formatted(whose, Figures.share(floor)));
  }

  private Figure figure(Place place, PairCell cell, ComparisonPair pair) {
    return new Figure(
        place,
        new Interval(cell.change(), cell.lower(), cell.upper(), cell.confidence()),
        deviation(cell.first())
            .flatMap(one -> deviation(cell.second()).map(other -> Math.hypot(one, other))),
        Math.min(cell.first().pairs(), cell.second().pairs()),
        doubt(place, pair.second())
            .map(Gate::words)
            .or(() -> doubt(place, pair.first()).map(Gate::wordsOfTheEarlier))
            .or(
                () ->
                    noise(
                        place,
                        cell.change(),
                        "the two baselines together differ from themselves",
                        cell.noise())));
  }

  /** Why the report itself does not judge a figure. */
  private static Optional<Doubt> doubt(Place place, ComparisonResult result) {
    if (hasGaps(place, result)) {
      return Optional.of(Doubt.GAPS);
    }
    return result.plan().schedule().quick()
        ? Optional.of(Doubt.SHORT)
        : result.doubt(place.point, place.variant, place.metric);
  }

  /** The reason, and what to do. */
  private static String words(Doubt doubt) {
    return doubt.why() + "; " + doubt.remedy();
  }

  /** The earlier comparison can no longer be made otherwise. */
  private static String wordsOfTheEarlier(Doubt doubt) {
    return "in the earlier comparison, " + doubt.why() + "; name another one with --baseline";
  }

  /** Whether some of the runs that the figure comes from have it, and others do not. */
  private static boolean hasGaps(Place place, ComparisonResult result) {
    List<RunRecord> own = PointFigures.runs(result, place.point, place.variant);
    List<RunRecord> base = PointFigures.runs(result, place.point, result.plan().baseline());
    return result.overhead(place.point, place.variant, place.metric).isEmpty()
        && !own.isEmpty()
        && Stream.concat(own.stream(), base.stream())
            .anyMatch(run -> run.figures().containsKey(place.metric.key()));
  }

  /** Those of any run: what another run lacks is not known. */
  private void requireMetrics(ComparisonResult result) {
    List<String> known = measured(result).stream().map(Metric::key).toList();
    for (String metric : metrics) {
      if (!known.contains(metric)) {
        throw new UsageException(
            "--metric %s: the comparison has %s%s"
                .formatted(metric, String.join(", ", known), remedy(metric)));
      }
    }
  }

  /** What to do about a metric that is judged and not there. */
  private String remedyHere(String metric) {
    String how = remedy(metric);
    return metrics.isEmpty()
        ? how + (how.isEmpty() ? "; " : ", or ") + "name the metrics that are judged with --metric"
        : how;
  }

  /** How a metric is measured that none of the runs has; empty where nothing need be given. */
  private static String remedy(String metric) {
    return metric.equals(Metric.SERVER_CPU.key())
        ? "; to measure it, name the server's process in compare with -p server.cpu=pid:NUMBER (docs/measuring-your-server.md)"
        : "";
  }

  /** The metrics of any run that counts, in the order of reports. */
  private static List<Metric> measured(ComparisonResult result) {
    return Metric.inOrder(
        result.acceptedRuns().stream()
            .flatMap(run -> run.figures().keySet().stream())
            .map(Metric::ofKey));
  }

  private static Optional<Double> deviation(Overhead overhead) {
    return overhead.pairs() < Precision.FEWEST
        ? Optional.empty()
        : Optional.of(Precision.deviation(overhead.ratios()));
  }

  /**
   * The judgement.
   *
   * @param where further blocks are wanted
   */
  private Judgement judgement(Figure figure, String where) {
    Interval change = figure.change();
    Outcome outcome = outcome(figure);
    String words =
        switch (outcome) {
          case PASSED -> "below the limit";
          case FAILURE -> "above the limit";
          case ERROR, SKIPPED ->
              "not known: "
                  + figure.doubt().orElseGet(() -> wanted(figure) + where + " would tell");
        };
    return new Judgement(
        figure.place().name(),
        "%s: %s %s: %s%s"
            .formatted(
                figure.place().name(),
                Figures.change(change.estimate()),
                Figures.interval(change.lower(), change.upper()),
                words,
                change.reachesLevel() ? "" : ", for there is no 95 % interval yet"),
        outcome);
  }

  private Outcome outcome(Figure figure) {
    Interval change = figure.change();
    boolean gains = figure.place().metric().moreIsBetter();
    if (figure.doubt().isEmpty()
        && figure.blocks() >= SignedRank.PAIRS_FOR_95
        && change.reachesLevel()) {
      if ((gains ? -change.upper() : change.lower()) > limit) {
        return Outcome.FAILURE;
      }
      if ((gains ? -change.lower() : change.upper()) <= limit) {
        return Outcome.PASSED;
      }
    }
    return notKnown();
  }

  private Judgement notKnown(Place place, String why) {
    return new Judgement(place.name(), place.name() + ": not known: " + why, notKnown());
  }

  private Outcome notKnown() {
    return allowUnknown ? Outcome.SKIPPED : Outcome.ERROR;
  }

  /** In words, how many more blocks would decide it. */
  private String wanted(Figure figure) {
    int least = Math.max(1, SignedRank.PAIRS_FOR_95 - figure.blocks());
    double bound = Math.log1p(figure.place().metric().moreIsBetter() ? -limit : limit);
    double distance = Math.abs(bound - Math.log1p(figure.change().estimate()));
    if (figure.deviation().isEmpty() || !(distance > 0)) {
      return "at least " + Figures.count(least, "more block");
    }
    int needed =
        Precision.pairsNeeded(figure.deviation().get(), distance, Precision.LEVEL)
            - figure.blocks();
    int more = Math.max(least, needed);
    return more > MOST_BLOCKS
        ? "more than " + MOST_BLOCKS + " more blocks, because it is so close to the limit,"
        : "about " + Figures.count(more, "more block");
  }
}
