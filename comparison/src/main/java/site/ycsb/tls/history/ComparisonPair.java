package site.ycsb.tls.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.history.PairCell.PairVerdict;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Holm;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.PairedT;
import site.ycsb.tls.statistics.RankSum;
import site.ycsb.tls.statistics.SignedRank;

/**
 * Two comparisons beside each other: the variants and points that both have, by name.
 *
 * <p>Blocks of one comparison have no partners in the other, so that the log ratios of the two are
 * independent samples. With {@code a_i} those of the first and {@code b_j} those of the second, the
 * estimate is {@code exp(mean(b_j) - mean(a_i)) - 1} where the variants of both took turns, see
 * {@link ModeratedT#shift}, and {@code exp(median(b_j - a_i)) - 1} where one has whole runs, see
 * {@link RankSum}.
 *
 * @param first the one that the other is compared with
 * @param second the other
 * @param points that both have
 * @param variants that both have, without the baseline
 * @param differences what differs in configuration and environment: name to {@code first / second}
 * @param cells by point, variant and metric
 */
public record ComparisonPair(
    ComparisonResult first,
    ComparisonResult second,
    List<Point> points,
    List<Variant> variants,
    Map<String, String> differences,
    List<PairCell> cells) {

  /**
   * Looks for what they have in common.
   *
   * @throws UsageException when they have another baseline, or no variant or no point in common
   */
  public static ComparisonPair of(ComparisonResult first, ComparisonResult second) {
    String baseline = first.plan().baseline().id();
    if (!baseline.equals(second.plan().baseline().id())) {
      throw new UsageException(
          "the comparisons have different baselines: %s and %s"
              .formatted(first.plan().baseline().name(), second.plan().baseline().name()));
    }
    List<Variant> variants =
        first.plan().others().stream()
            .filter(v -> second.plan().columns().stream().anyMatch(o -> o.id().equals(v.id())))
            .toList();
    if (variants.isEmpty()) {
      throw new UsageException(
          "the comparisons have no variant in common: %s and %s"
              .formatted(names(first), names(second)));
    }
    List<Point> points =
        first.plan().points().stream()
            .filter(p -> second.plan().points().stream().anyMatch(o -> o.id().equals(p.id())))
            .toList();
    if (points.isEmpty()) {
      throw new UsageException(
          "the comparisons have no point in common: %s and %s"
              .formatted(
                  first.plan().points().stream().map(Point::label).toList(),
                  second.plan().points().stream().map(Point::label).toList()));
    }
    return new ComparisonPair(
        first,
        second,
        points,
        variants,
        Differences.of(first, second, points, variants),
        cells(first, second, points, variants));
  }

  /**
   * In a sentence, what differs in configuration and environment, but for what each comparison has
   * anew, such as its number of blocks and the server's process; empty without any.
   */
  public Optional<String> otherCircumstances() {
    return Differences.ofCircumstances(differences);
  }

  /**
   * That no interval contains what differs between two starts of the server, in a sentence; empty
   * where each block of both had a new start.
   */
  public Optional<String> ofOneServer() {
    return Stream.of(first, second).anyMatch(result -> result.plan().hasOneServer())
        ? Optional.of(
            "One start of the server served all blocks of a comparison: if these are two starts, what differs between them is part of the difference, and not in its interval.")
        : Optional.empty();
  }

  /** In a sentence, what only one of the two has, and is not in the cells; empty without any. */
  Optional<String> notCompared() {
    List<String> all = new ArrayList<>();
    Stream.of(first, second)
        .flatMap(result -> result.plan().variants().stream())
        .filter(one -> variants.stream().noneMatch(both -> both.id().equals(one.id())))
        .map(Variant::name)
        .forEach(all::add);
    long figures = primaryInOneOnly();
    if (figures > 0) {
      all.add(Figures.count(figures, "primary figure"));
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Only one of the two has in all runs, and they are not compared: %s."
                .formatted(String.join(", ", all)));
  }

  /** Whether the variants of both took turns, so that it is known how their log ratios scatter. */
  boolean isModerated() {
    return tookTurns(first, second);
  }

  private static boolean tookTurns(ComparisonResult first, ComparisonResult second) {
    return Stream.of(first, second).allMatch(r -> r.plan().schedule().slices().isPresent());
  }

  /** The cells of a variant at a point, in the order of reports. */
  List<PairCell> cells(Point point, Variant variant) {
    return cells.stream()
        .filter(c -> c.point().equals(point.id()) && c.variant().equals(variant.id()))
        .toList();
  }

  /** The cell of a variant at a point for a metric; empty unless both comparisons have it. */
  Optional<PairCell> cell(Point point, Variant variant, Metric metric) {
    return cells(point, variant).stream().filter(c -> c.metric().equals(metric.key())).findFirst();
  }

  /** How many primary figures one of the two has, of the points and variants, and not the other. */
  long primaryInOneOnly() {
    long inOneOnly = 0;
    for (Point point : points) {
      for (Variant variant : variants) {
        inOneOnly +=
            Stream.of(first, second)
                .flatMap(result -> result.cells(point, variant).stream())
                .filter(figure -> figure.overhead() != null && figure.overhead().primary())
                .filter(f -> cell(point, variant, Metric.ofKey(f.metric())).isEmpty())
                .count();
      }
    }
    return inOneOnly;
  }

  private static List<String> names(ComparisonResult result) {
    return result.plan().others().stream().map(Variant::name).toList();
  }

  /** A cell without its verdict, which depends on all other cells. */
  private record UntestedDifference(
      Point point,
      Variant variant,
      Metric metric,
      Overhead first,
      Overhead second,
      boolean moderated,
      boolean doubtful) {
    boolean isTested() {
      return first.pairs() >= PairedT.FEWEST && second.pairs() >= PairedT.FEWEST;
    }

    Interval shift(double level) {
      return moderated
          ? ModeratedT.shift(first.ratios(), second.ratios(), metric.kind().prior(), level)
          : RankSum.shift(first.ratios(), second.ratios(), level);
    }

    /** A moderated interval has its level with one block, too. */
    boolean isOfFewBlocks() {
      return moderated && Math.min(first.pairs(), second.pairs()) < SignedRank.PAIRS_FOR_95;
    }
  }

  private static List<PairCell> cells(
      ComparisonResult first, ComparisonResult second, List<Point> points, List<Variant> variants) {
    List<UntestedDifference> drafts = new ArrayList<>();
    for (Point point : points) {
      for (Variant variant : variants) {
        for (Metric metric : first.metrics(point)) {
          Optional<Overhead> one = first.overhead(point, variant, metric);
          Optional<Overhead> other = second.overhead(point, variant, metric);
          if (one.isPresent() && other.isPresent()) {
            boolean doubtful =
                Stream.of(first, second).anyMatch(r -> r.doubt(point, variant, metric).isPresent());
            drafts.add(
                new UntestedDifference(
                    point,
                    variant,
                    metric,
                    one.get(),
                    other.get(),
                    tookTurns(first, second),
                    doubtful));
          }
        }
      }
    }
    List<Double> adjusted =
        Holm.adjust(
            drafts,
            UntestedDifference::isTested,
            d -> d.first.primary(),
            d -> RankSum.differs(d.first.ratios(), d.second.ratios()));
    boolean quick = first.plan().schedule().quick() || second.plan().schedule().quick();
    // Where looking decided when to stop, the blocks are few because they lay close together.
    double level = Math.max(first.plan().schedule().level(), second.plan().schedule().level());
    List<PairCell> cells = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      cells.add(cell(drafts.get(i), adjusted.get(i), quick, level));
    }
    return List.copyOf(cells);
  }

  private static PairCell cell(
      UntestedDifference draft, Double pDiffers, boolean quick, double level) {
    Interval shift = draft.shift(level);
    Interval change = shift.asChange();
    return new PairCell(
        draft.point.id(),
        draft.variant.id(),
        draft.metric.key(),
        draft.first,
        draft.second,
        change.estimate(),
        change.lower(),
        change.upper(),
        change.confidence(),
        pDiffers,
        verdict(draft, shift, pDiffers, quick));
  }

  private static PairVerdict verdict(
      UntestedDifference draft, Interval shift, Double pDiffers, boolean quick) {
    if (quick || pDiffers == null || draft.isOfFewBlocks() || !shift.reachesLevel()) {
      return PairVerdict.INDICATIVE;
    }
    if (draft.doubtful) {
      return PairVerdict.UNKNOWN;
    }
    Double noise = PairCell.noise(draft.first, draft.second);
    boolean aboveNoise = noise == null || Math.abs(Math.expm1(shift.estimate())) > noise;
    if (shift.contains(0) || pDiffers > Holm.ALPHA || !aboveNoise) {
      return PairVerdict.INCONCLUSIVE;
    }
    return shift.estimate() > 0 == draft.metric.moreIsBetter()
        ? PairVerdict.BETTER
        : PairVerdict.WORSE;
  }
}
