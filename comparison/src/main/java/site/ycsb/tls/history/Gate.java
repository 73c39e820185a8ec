package site.ycsb.tls.history;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
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

  /**
   * What is judged.
   *
   * @param name point, variant and metric
   * @param change as a share, with its interval
   * @param deviation standard deviation of the blocks' log ratios; empty when unknown
   * @param blocks so far
   */
  private record Figure(
      String name, Metric metric, Interval change, Optional<Double> deviation, int blocks) {}

  /**
   * The overheads of a comparison, without that of the baseline against itself.
   *
   * @throws UsageException when it has not all of the metrics
   */
  public List<Judgement> overheads(ComparisonResult result) {
    String again = result.plan().noiseFloor().map(Variant::id).orElse("");
    List<Cell> cells =
        result.cells().stream()
            .filter(c -> c.overhead() != null && !c.variant().equals(again))
            .toList();
    requireMetrics(cells.stream().map(Cell::metric));
    return cells.stream()
        .filter(c -> isGated(c.metric(), c.overhead()))
        .map(
            c -> {
              Overhead o = c.overhead();
              return new Figure(
                  name(result, c.point(), c.variant(), c.metric()),
                  Metric.ofKey(c.metric()),
                  new Interval(o.change(), o.lower(), o.upper(), o.confidence()),
                  deviation(o),
                  o.pairs());
            })
        .map(figure -> judgement(figure, ""))
        .toList();
  }

  /**
   * By how much the factor of each overhead is larger than in the earlier comparison.
   *
   * @throws UsageException when they have not all of the metrics
   */
  public List<Judgement> changes(ComparisonResult first, ComparisonResult second) {
    List<PairCell> cells = ComparisonPair.of(first, second).cells();
    requireMetrics(cells.stream().map(PairCell::metric));
    return cells.stream()
        .filter(c -> isGated(c.metric(), c.second()))
        .map(
            c ->
                new Figure(
                    name(second, c.point(), c.variant(), c.metric()),
                    Metric.ofKey(c.metric()),
                    new Interval(c.change(), c.lower(), c.upper(), c.confidence()),
                    deviation(c.first())
                        .flatMap(a -> deviation(c.second()).map(b -> Math.hypot(a, b))),
                    Math.min(c.first().pairs(), c.second().pairs())))
        .map(figure -> judgement(figure, " in each comparison"))
        .toList();
  }

  private boolean isGated(String metric, Overhead overhead) {
    return metrics.isEmpty() ? overhead.primary() : metrics.contains(metric);
  }

  private void requireMetrics(Stream<String> measured) {
    List<String> known = measured.distinct().toList();
    for (String metric : metrics) {
      if (!known.contains(metric)) {
        throw new UsageException(
            "--metric %s: the comparison has %s%s"
                .formatted(
                    metric,
                    String.join(", ", known),
                    metric.equals("server CPU")
                        ? "; give compare the server's process with -p server.cpu=pid:NUMBER (docs/measuring-your-server.md)"
                        : ""));
      }
    }
  }

  private static String name(ComparisonResult result, String point, String variant, String metric) {
    return (result.plan().axes().isEmpty() ? "" : point + ", ")
        + result.nameOf(variant)
        + ", "
        + metric;
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
          case ERROR, SKIPPED -> "not known: %s%s would tell".formatted(wanted(figure), where);
        };
    return new Judgement(
        figure.name(),
        "%s: %s %s: %s%s"
            .formatted(
                figure.name(),
                Figures.change(change.estimate()),
                Figures.interval(change.lower(), change.upper()),
                words,
                change.reachesLevel() ? "" : ", for there is no 95 % interval yet"),
        outcome);
  }

  private Outcome outcome(Figure figure) {
    Interval change = figure.change();
    boolean gains = figure.metric().moreIsBetter();
    if (figure.blocks() >= SignedRank.PAIRS_FOR_95 && change.reachesLevel()) {
      if ((gains ? -change.upper() : change.lower()) > limit) {
        return Outcome.FAILURE;
      }
      if ((gains ? -change.lower() : change.upper()) <= limit) {
        return Outcome.PASSED;
      }
    }
    return allowUnknown ? Outcome.SKIPPED : Outcome.ERROR;
  }

  /** In words, how many more blocks would decide it. */
  private String wanted(Figure figure) {
    int least = Math.max(1, SignedRank.PAIRS_FOR_95 - figure.blocks());
    double bound = Math.log1p(figure.metric().moreIsBetter() ? -limit : limit);
    double distance = Math.abs(bound - Math.log1p(figure.change().estimate()));
    if (figure.deviation().isEmpty() || !(distance > 0)) {
      return "at least %d more %s".formatted(least, least == 1 ? "block" : "blocks");
    }
    int needed =
        Precision.pairsNeeded(figure.deviation().get(), distance, Interval.LEVEL) - figure.blocks();
    int more = Math.max(least, needed);
    return more > MOST_BLOCKS
        ? "more than " + MOST_BLOCKS + " more blocks, because it is so close to the limit,"
        : "about %d more %s".formatted(more, more == 1 ? "block" : "blocks");
  }
}
