package site.ycsb.tls.compare.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.statistics.Holm;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;
import site.ycsb.tls.statistics.SignedRank;

/**
 * From runs to overheads. The unit is the block: its runs are compared with each other and with
 * nothing else, so that what drifts from block to block falls out.
 *
 * <p>The interval is Hodges-Lehmann's with the exact Wilcoxon distribution. A verdict wants that
 * interval and, corrected by Holm over all cells, the paired t test to agree: the exact test alone
 * cannot give a p-value below 2/2^n, which no correction for a table of some size survives.
 */
public final class Analysis {
  private static final double LEVEL = 0.95;
  private static final double ALPHA = 0.05;

  /** With two pairs, the t interval spans orders of magnitude and says nothing. */
  private static final int FEWEST_FOR_T = 3;

  private final ComparisonPlan plan;
  private final List<RunRecord> runs;

  /**
   * @param runs all, in the order in which they were made; those that do not count are passed over
   */
  public Analysis(ComparisonPlan plan, List<RunRecord> runs) {
    this.plan = plan;
    this.runs = List.copyOf(runs);
  }

  /** A cell that lacks the verdict, which depends on all others. Never compared or changed. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Draft(
      Point point,
      Variant variant,
      Metric metric,
      double[] values,
      double[] logRatios,
      Double floor) {
    boolean isTested() {
      return logRatios.length >= FEWEST_FOR_T;
    }
  }

  /** All cells: by point, variant and metric, each in the order of reports. */
  public List<Cell> cells() {
    List<Draft> drafts = plan.points().stream().flatMap(this::drafts).toList();
    Double[] differs = adjusted(drafts, d -> PairedT.differs(d.logRatios));
    Double[] equivalent =
        adjusted(
            drafts, d -> PairedT.equivalent(d.logRatios, Math.log1p(plan.schedule().margin())));
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      cells.add(cell(drafts.get(i), differs[i], equivalent[i]));
    }
    return cells;
  }

  private Stream<Draft> drafts(Point point) {
    PointRuns paired = new PointRuns(plan, runs, point);
    List<Metric> metrics = paired.metrics();
    return plan.columns().stream()
        .flatMap(variant -> metrics.stream().map(metric -> draft(paired, point, variant, metric)))
        .filter(draft -> draft.values.length > 0);
  }

  private Draft draft(PointRuns paired, Point point, Variant variant, Metric metric) {
    return new Draft(
        point,
        variant,
        metric,
        paired.values(variant, metric),
        variant.equals(plan.baseline()) ? new double[0] : paired.logRatios(variant, metric),
        plan.noiseFloor()
            .filter(again -> !again.equals(variant))
            .map(again -> noise(paired.logRatios(again, metric)))
            .orElse(null));
  }

  /** The end of the interval of the baseline against itself that lies farther from 0. */
  private static Double noise(double[] logRatios) {
    if (logRatios.length == 0) {
      return null;
    }
    Interval interval = SignedRank.hodgesLehmann(logRatios, LEVEL);
    return Math.max(Math.abs(Math.expm1(interval.lower())), Math.abs(Math.expm1(interval.upper())));
  }

  private static Double[] adjusted(List<Draft> drafts, ToDoubleFunction<Draft> test) {
    double[] adjusted =
        Holm.adjust(drafts.stream().filter(Draft::isTested).mapToDouble(test).toArray());
    Double[] all = new Double[drafts.size()];
    for (int i = 0, next = 0; i < all.length; i++) {
      all[i] = drafts.get(i).isTested() ? adjusted[next++] : null;
    }
    return all;
  }

  private Cell cell(Draft draft, Double differs, Double equivalent) {
    double[] sorted = DoubleStream.of(draft.values).sorted().toArray();
    int n = sorted.length;
    return new Cell(
        draft.point.id(),
        draft.variant.id(),
        draft.metric.key(),
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        sorted[0],
        sorted[n - 1],
        n,
        draft.logRatios.length == 0 ? null : overhead(draft, differs, equivalent));
  }

  private Overhead overhead(Draft draft, Double differs, Double equivalent) {
    Interval exact = SignedRank.hodgesLehmann(draft.logRatios, LEVEL);
    Interval t = draft.isTested() ? PairedT.interval(draft.logRatios, LEVEL) : null;
    return new Overhead(
        draft.logRatios.length,
        Math.expm1(exact.estimate()),
        Math.expm1(exact.lower()),
        Math.expm1(exact.upper()),
        exact.confidence(),
        t == null ? null : Double.valueOf(Math.expm1(t.estimate())),
        t == null ? null : Double.valueOf(Math.expm1(t.lower())),
        t == null ? null : Double.valueOf(Math.expm1(t.upper())),
        differs,
        equivalent,
        draft.floor,
        verdict(draft, exact, differs, equivalent),
        Arrays.stream(draft.logRatios).boxed().toList());
  }

  private Verdict verdict(Draft draft, Interval exact, Double differs, Double equivalent) {
    if (plan.schedule().quick() || !exact.reaches(LEVEL)) {
      return Verdict.INDICATIVE;
    }
    double margin = Math.log1p(plan.schedule().margin());
    if (exact.lower() > -margin && exact.upper() < margin && equivalent <= ALPHA) {
      return Verdict.EQUIVALENT;
    }
    boolean aboveNoise =
        draft.floor == null || Math.abs(Math.expm1(exact.estimate())) > draft.floor;
    if (exact.contains(0) || differs > ALPHA || !aboveNoise) {
      return Verdict.INCONCLUSIVE;
    }
    return exact.estimate() > 0 == draft.metric.moreIsBetter() ? Verdict.GAIN : Verdict.OVERHEAD;
  }

  /**
   * A variant relative to any other, not only to the baseline.
   *
   * @return empty unless all runs of both have the metric, above 0
   */
  public Optional<Contrast> contrast(Point point, Variant of, Variant to, Metric metric) {
    double[] logRatios = new PointRuns(plan, runs, point).logRatios(of, to, metric);
    if (logRatios.length == 0) {
      return Optional.empty();
    }
    Interval exact = SignedRank.hodgesLehmann(logRatios, LEVEL);
    return Optional.of(
        new Contrast(
            new Interval(
                Math.expm1(exact.estimate()),
                Math.expm1(exact.lower()),
                Math.expm1(exact.upper()),
                exact.confidence()),
            Arrays.stream(logRatios).boxed().toList()));
  }

  /**
   * Whether the intervals of the primary metric are as narrow as the plan asks for, for all
   * variants at the point. False until they have 95 %.
   */
  public boolean isPreciseEnough(Point point) {
    PointRuns paired = new PointRuns(plan, runs, point);
    Metric metric = paired.primaryMetric();
    return plan.columns().stream()
        .filter(variant -> !variant.equals(plan.baseline()))
        .map(variant -> paired.logRatios(variant, metric))
        .allMatch(ratios -> ratios.length > 0 && isPreciseEnough(ratios));
  }

  private boolean isPreciseEnough(double[] logRatios) {
    Interval interval = SignedRank.hodgesLehmann(logRatios, LEVEL);
    double halfWidth = (Math.expm1(interval.upper()) - Math.expm1(interval.lower())) / 2;
    return interval.reaches(LEVEL) && halfWidth <= plan.schedule().precision();
  }

  /** Blocks that are expected to be needed in all for the wanted precision. */
  public java.util.OptionalInt blocksNeeded(Point point) {
    return java.util.OptionalInt.empty();
  }
}
