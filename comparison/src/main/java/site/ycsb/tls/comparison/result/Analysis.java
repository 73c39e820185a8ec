package site.ycsb.tls.comparison.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Holm;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.PairedT;
import site.ycsb.tls.statistics.Precision;
import site.ycsb.tls.statistics.SignedRank;

/**
 * Computes overheads from runs. The unit is the block: its runs are compared only with each other,
 * so that a drift from block to block cancels out.
 *
 * <p>For variants that take turns the interval is that of a moderated t; for whole runs it is
 * Hodges-Lehmann's with the exact Wilcoxon distribution. For a verdict, the interval and the paired
 * t test, Holm-corrected over its family, must agree: the exact test alone cannot give a p-value
 * below 2/2^n, which is too large to survive a correction for many cells. There are two families:
 * the metrics that answer the question, and all others ({@link PrimaryMetric}).
 *
 * @param plan of the comparison
 * @param runs all, in the order in which they were made; those that do not count are ignored
 */
public record Analysis(ComparisonPlan plan, List<RunRecord> runs) {
  public Analysis {
    runs = List.copyOf(runs);
  }

  /**
   * The analysis.
   *
   * @param cells by point, variant and metric, each in the order of reports
   * @param pairwise each variant relative to each one before it; empty unless the plan asks for it
   */
  public record Findings(List<Cell> cells, List<Pairwise> pairwise) {}

  /**
   * A comparison of two variants without its verdict, which depends on all others.
   *
   * @param floor the noise floor; null when it was not measured
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record UntestedOverhead(
      Point point,
      Variant variant,
      Variant relativeTo,
      Metric metric,
      boolean primary,
      PointRuns.Pairs pairs,
      double[] logRatios,
      Double floor,
      Double within,
      boolean doubtful) {
    boolean isTested() {
      return logRatios.length >= PairedT.FEWEST;
    }
  }

  /** All overheads with their verdicts. */
  public Findings findings() {
    List<UntestedOverhead> drafts = plan.points().stream().flatMap(this::drafts).toList();
    double margin = Math.log1p(plan.schedule().margin());
    List<Double> differs = adjusted(drafts, d -> PairedT.differs(d.logRatios));
    List<Double> equivalent = adjusted(drafts, d -> PairedT.equivalent(d.logRatios, margin));
    Map<List<String>, Overhead> toBaseline = new HashMap<>();
    List<Pairwise> pairwise = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      UntestedOverhead draft = drafts.get(i);
      Overhead overhead = overhead(draft, differs.get(i), equivalent.get(i));
      if (draft.relativeTo.equals(plan.baseline())) {
        toBaseline.put(key(draft.point, draft.variant, draft.metric), overhead);
      } else {
        pairwise.add(
            new Pairwise(
                draft.point.id(),
                draft.variant.id(),
                draft.relativeTo.id(),
                draft.metric.key(),
                overhead));
      }
    }
    return new Findings(
        plan.points().stream().flatMap(point -> cells(point, toBaseline)).toList(), pairwise);
  }

  /**
   * Each variant relative to the baseline and, if the plan asks for it, to each earlier variant.
   */
  private Stream<UntestedOverhead> drafts(Point point) {
    PointRuns paired = new PointRuns(plan, runs, point);
    List<Metric> metrics = paired.metrics();
    List<UntestedOverhead> drafts = new ArrayList<>();
    for (Variant variant : plan.others()) {
      metrics.forEach(metric -> drafts.add(draft(paired, variant, plan.baseline(), metric)));
    }
    List<Variant> variants = plan.schedule().pairwise() ? plan.variants() : List.of();
    for (Variant variant : variants) {
      for (Variant earlier : variants.subList(0, variants.indexOf(variant))) {
        metrics.forEach(metric -> drafts.add(draft(paired, variant, earlier, metric)));
      }
    }
    return drafts.stream().filter(draft -> draft.logRatios.length > 0);
  }

  private UntestedOverhead draft(
      PointRuns paired, Variant variant, Variant relativeTo, Metric metric) {
    PointRuns.Pairs pairs = paired.pairs(variant, relativeTo, metric);
    boolean toBaseline = relativeTo.equals(plan.baseline());
    Double floor =
        plan.noiseFloor()
            .filter(second -> !second.equals(variant))
            .map(second -> noise(paired.pairs(second, plan.baseline(), metric).logRatios(), metric))
            .orElse(null);
    return new UntestedOverhead(
        paired.point(),
        variant,
        relativeTo,
        metric,
        PrimaryMetric.isPrimary(plan, paired.point(), metric, variant, relativeTo),
        pairs,
        pairs.logRatios(),
        floor,
        toBaseline ? within(paired.runs(variant, relativeTo), metric) : null,
        paired.doubt(variant, relativeTo, metric).isPresent());
  }

  /** The end of the interval of the baseline against itself that is farther from 0. */
  private Double noise(double[] logRatios, Metric metric) {
    if (logRatios.length == 0) {
      return null;
    }
    Interval change = interval(logRatios, metric).asChange();
    return Math.max(Math.abs(change.lower()), Math.abs(change.upper()));
  }

  /** Root mean square over the runs with a known scatter of their rounds; null without any. */
  private static Double within(List<RunRecord> runs, Metric metric) {
    OptionalDouble meanSquare =
        runs.stream()
            .map(run -> run.sliceSpread().get(metric.key()))
            .filter(deviation -> deviation != null)
            .mapToDouble(deviation -> deviation * deviation)
            .average();
    return meanSquare.isPresent() ? Math.sqrt(meanSquare.getAsDouble()) : null;
  }

  /** Holm-corrected within each of the two families; null for too few pairs. */
  private static List<Double> adjusted(
      List<UntestedOverhead> drafts, ToDoubleFunction<UntestedOverhead> test) {
    return Holm.adjust(drafts, UntestedOverhead::isTested, UntestedOverhead::primary, test);
  }

  private static List<String> key(Point point, Variant variant, Metric metric) {
    return List.of(point.id(), variant.id(), metric.key());
  }

  private Stream<Cell> cells(Point point, Map<List<String>, Overhead> toBaseline) {
    PointRuns paired = new PointRuns(plan, runs, point);
    List<Metric> metrics = paired.metrics();
    List<Cell> cells = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      for (Metric metric : metrics) {
        double[] sorted = Arrays.stream(paired.values(variant, metric)).sorted().toArray();
        int n = sorted.length;
        if (n > 0) {
          cells.add(
              new Cell(
                  point.id(),
                  variant.id(),
                  metric.key(),
                  (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
                  sorted[0],
                  sorted[n - 1],
                  n,
                  toBaseline.get(key(point, variant, metric))));
        }
      }
    }
    return cells.stream();
  }

  private Overhead overhead(UntestedOverhead draft, Double differs, Double equivalent) {
    Interval exact = interval(draft.logRatios, draft.metric);
    Interval change = exact.asChange();
    Interval t =
        draft.isTested() ? PairedT.interval(draft.logRatios, Interval.LEVEL).asChange() : null;
    return new Overhead(
        draft.primary,
        draft.logRatios.length,
        isModerated(draft.logRatios)
            ? differences(draft.pairs, change, draft.metric)
            : SignedRank.hodgesLehmann(draft.pairs.differences(), plan.schedule().level()),
        change.estimate(),
        change.lower(),
        change.upper(),
        change.confidence(),
        t == null ? null : Double.valueOf(t.estimate()),
        t == null ? null : Double.valueOf(t.lower()),
        t == null ? null : Double.valueOf(t.upper()),
        differs,
        equivalent,
        draft.floor,
        verdict(draft, exact, differs, equivalent),
        draft.primary && draft.isTested() ? spread(draft) : null,
        Arrays.stream(draft.logRatios).boxed().toList());
  }

  private Interval interval(double[] logRatios, Metric metric) {
    return isModerated(logRatios)
        ? ModeratedT.interval(logRatios, metric.kind().prior(), plan.schedule().level())
        : SignedRank.hodgesLehmann(logRatios, plan.schedule().level());
  }

  /**
   * Whether the interval is that of a moderated t: with six blocks the exact one lies between the
   * least and the greatest ratio, and is narrow by luck. Where variants take turns, it is known how
   * such ratios scatter.
   */
  private boolean isModerated(double[] logRatios) {
    return plan.schedule()
        .slices()
        .filter(slicing -> slicing.moderated() || logRatios.length < SignedRank.PAIRS_FOR_95)
        .isPresent();
  }

  /**
   * The overhead in the metric's unit, by the geometric mean of the baseline. The interval contains
   * how the two scatter: a ratio cancels out that the machine is faster in one block than in
   * another, a difference does not.
   */
  private Interval differences(PointRuns.Pairs pairs, Interval change, Metric metric) {
    return change.times(
        metric.kind().geometricMean(Arrays.stream(pairs.base()), plan.schedule().level()));
  }

  private static Spread spread(UntestedOverhead draft) {
    double between = Precision.deviation(draft.logRatios);
    return new Spread(
        between,
        draft.within,
        Precision.pairsNeeded(between, Math.log1p(Spread.HALF_WIDTH), Interval.LEVEL));
  }

  private Verdict verdict(
      UntestedOverhead draft, Interval exact, Double differs, Double equivalent) {
    if (plan.schedule().quick()
        || draft.logRatios.length < SignedRank.PAIRS_FOR_95
        || !exact.reachesLevel()) {
      return Verdict.INDICATIVE;
    }
    if (draft.doubtful) {
      return Verdict.INCONCLUSIVE;
    }
    double share = plan.schedule().margin();
    double margin = Math.log1p(share);
    boolean within = exact.lower() > -margin && exact.upper() < margin && equivalent <= Holm.ALPHA;
    // If the baseline differs from itself by more than the margin, equivalence cannot be shown.
    if (within && (draft.floor == null || draft.floor <= share)) {
      return Verdict.EQUIVALENT;
    }
    boolean aboveNoise =
        draft.floor == null || Math.abs(Math.expm1(exact.estimate())) > draft.floor;
    if (exact.contains(0) || differs > Holm.ALPHA || !aboveNoise) {
      return Verdict.INCONCLUSIVE;
    }
    return exact.estimate() > 0 == draft.metric.moreIsBetter() ? Verdict.GAIN : Verdict.OVERHEAD;
  }

  /**
   * A variant relative to any other, not only to the baseline.
   *
   * @return empty unless all runs of both have the metric, above 0, in the blocks that have both
   */
  public Optional<Contrast> contrast(Point point, Variant of, Variant to, Metric metric) {
    PointRuns paired = new PointRuns(plan, runs, point);
    double[] logRatios = paired.pairs(of, to, metric).logRatios();
    if (logRatios.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Contrast(
            interval(logRatios, metric).asChange(),
            Arrays.stream(logRatios).boxed().toList(),
            paired.doubt(of, to, metric)));
  }

  /**
   * Whether the intervals of client CPU and of the primary metric are as narrow as the plan asks
   * for, for all variants at the point, see {@link Precision}. May be asked after every block.
   */
  public boolean isPreciseEnough(Point point) {
    List<DecidingSeries> deciding = deciding(point);
    return !deciding.isEmpty() && deciding.stream().allMatch(this::isPreciseEnough);
  }

  private boolean isPreciseEnough(DecidingSeries series) {
    return series.logRatios.length > 0
        && Precision.isReached(
            interval(series.logRatios, series.metric),
            series.logRatios.length,
            plan.schedule().precision());
  }

  /**
   * The expected number of blocks with each variant when {@link #isPreciseEnough} is first true.
   *
   * @return empty when the plan asks for no precision, or a variant has fewer than 3 blocks
   */
  public OptionalInt blocksNeeded(Point point) {
    double wanted = plan.schedule().precision();
    List<DecidingSeries> deciding = deciding(point);
    boolean known =
        wanted > 0 && deciding.stream().allMatch(d -> d.logRatios.length >= PairedT.FEWEST);
    return known
        ? deciding.stream()
            .mapToInt(
                series ->
                    isPreciseEnough(series)
                        ? series.logRatios.length
                        : Precision.pairsExpected(series.logRatios, wanted))
            .max()
        : OptionalInt.empty();
  }

  /** The log ratios of one variant that decide. */
  @SuppressWarnings("ArrayRecordComponent")
  private record DecidingSeries(Metric metric, double[] logRatios) {}

  /**
   * Those of the deciding metrics, for each variant; empty before the first block. A metric that a
   * run of the variant or of the baseline lacks has no interval, however many blocks follow: it
   * does not decide. A warning says so.
   */
  private List<DecidingSeries> deciding(Point point) {
    PointRuns paired = new PointRuns(plan, runs, point);
    List<Metric> measured = paired.metrics();
    return plan.others().stream()
        .flatMap(
            variant ->
                measured.stream()
                    .filter(PrimaryMetric.deciding(plan, point, variant)::contains)
                    .map(
                        m ->
                            new DecidingSeries(
                                m, paired.pairs(variant, plan.baseline(), m).logRatios()))
                    .filter(series -> series.logRatios.length > 0 || paired.pairs(variant) == 0))
        .toList();
  }
}
