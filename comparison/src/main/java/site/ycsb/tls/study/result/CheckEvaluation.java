package site.ycsb.tls.study.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Analysis;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Contrast;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Holm;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.Check;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.PublishedTable;

/**
 * Answers the checks of a study. As for the verdicts of a comparison, two tests must agree: the
 * interval, and the paired t tests with Holm's correction over all checks of the study
 * (docs/decisions/statistics.md#a-studys-conclusions).
 */
final class CheckEvaluation {
  private static final int FEWEST_FOR_INTERVAL = 2;

  private final List<Question> questions = new ArrayList<>();

  /**
   * A check with its measured contrasts.
   *
   * @param whole whether all variants that it names have one at all points, as far as they are in
   *     the plan
   * @param begun whether there are runs for it, with figures or without
   */
  private record Question(
      Part part,
      Check check,
      boolean quick,
      List<NamedContrast> contrasts,
      boolean whole,
      boolean begun) {
    boolean isTested() {
      return !contrasts.isEmpty()
          && contrasts.stream().allMatch(c -> c.contrast.logRatios().size() >= PairedT.FEWEST);
    }

    /**
     * p-value of "somewhere the change lies outside": each must be refuted, so that the largest
     * p-value is that of all (intersection-union test, Berger 1982).
     */
    double pOfYes() {
      return contrasts.stream()
          .mapToDouble(c -> PairedT.inside(c.contrast.ratios(), lower(), upper()))
          .max()
          .orElse(1);
    }

    /** p-value of "everywhere the change lies inside", by Bonferroni. */
    double pOfNo() {
      double least =
          contrasts.stream()
              .mapToDouble(c -> PairedT.outside(c.contrast.ratios(), lower(), upper()))
              .min()
              .orElse(1);
      return Math.min(1, contrasts.size() * least);
    }

    /** Little is warm where runs are short; such answers are indicative anyway. */
    boolean isDoubtful(Contrast contrast) {
      return contrast.doubt().filter(doubt -> !(quick && doubt.isOfWarmUp())).isPresent();
    }

    private double lower() {
      double share = check.range().lower();
      return share <= -1 ? Double.NEGATIVE_INFINITY : Math.log1p(share);
    }

    private double upper() {
      return Math.log1p(check.range().upper());
    }
  }

  /** A contrast, with its variants and point. */
  private record NamedContrast(String of, Point point, Contrast contrast) {
    ChangeRange range() {
      return new ChangeRange(contrast.change().lower(), contrast.change().upper());
    }
  }

  /**
   * Adds the checks of a part.
   *
   * @param measured the part's comparison, complete or not; empty when it was not begun
   */
  void add(Part part, Optional<ComparisonResult> measured) {
    for (Check check : part.checks()) {
      List<NamedContrast> contrasts = measured.map(m -> contrasts(check, m)).orElse(List.of());
      boolean quick = measured.map(m -> m.plan().schedule().quick()).orElse(false);
      boolean whole = measured.filter(m -> contrasts.size() == places(check, m.plan())).isPresent();
      boolean begun = measured.filter(m -> hasRuns(check, m)).isPresent();
      questions.add(new Question(part, check, quick, contrasts, whole, begun));
    }
  }

  private static List<NamedContrast> contrasts(Check check, ComparisonResult measured) {
    ComparisonPlan plan = measured.plan();
    Analysis analysis = new Analysis(plan, measured.runs());
    List<NamedContrast> contrasts = new ArrayList<>();
    for (Point point : plan.points()) {
      for (String of : check.concerns(point) ? check.of() : List.<String>of()) {
        Optional<Variant> one = plan.named(of);
        Optional<Variant> other = plan.named(check.to());
        if (one.isPresent() && other.isPresent()) {
          analysis
              .contrast(point, one.get(), other.get(), check.metric())
              .ifPresent(c -> contrasts.add(new NamedContrast(of, point, c)));
        }
      }
    }
    return contrasts;
  }

  /** The number of contrasts that the plan promises. */
  private static long places(Check check, ComparisonPlan plan) {
    long points = plan.points().stream().filter(check::concerns).count();
    long variants = check.of().stream().filter(of -> plan.named(of).isPresent()).count();
    return plan.named(check.to()).isPresent() ? points * variants : 0;
  }

  private static boolean hasRuns(Check check, ComparisonResult measured) {
    return measured.plan().points().stream()
        .filter(check::concerns)
        .anyMatch(
            point ->
                hasRuns(check.to(), point, measured)
                    && check.of().stream().anyMatch(of -> hasRuns(of, point, measured)));
  }

  private static boolean hasRuns(String name, Point point, ComparisonResult measured) {
    return measured
        .plan()
        .named(name)
        .filter(
            variant ->
                measured.acceptedRuns().stream()
                    .anyMatch(
                        run ->
                            run.variant().equals(variant.id()) && run.point().equals(point.id())))
        .isPresent();
  }

  /** The answers, in the order in which the checks were added. */
  List<CheckResult> answers() {
    List<Double> yes = adjusted(Question::pOfYes);
    List<Double> no = adjusted(Question::pOfNo);
    List<CheckResult> results = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      results.add(result(questions.get(i), yes.get(i), no.get(i)));
    }
    return results;
  }

  /** Holm-corrected over all checks that can be tested; 1 for the others. */
  private List<Double> adjusted(ToDoubleFunction<Question> test) {
    return Holm.adjust(questions, Question::isTested, question -> true, test).stream()
        .map(p -> p == null ? 1.0 : p)
        .toList();
  }

  private static CheckResult result(Question question, double pOfYes, double pOfNo) {
    Check check = question.check;
    boolean indicative =
        question.quick || question.contrasts.stream().anyMatch(c -> c.contrast.isIndicative());
    return new CheckResult(
        question.part.name(),
        check.claim(),
        check.metric().key(),
        check.printed(),
        answer(question, indicative || pOfYes <= Holm.ALPHA, pOfNo <= Holm.ALPHA),
        indicative,
        published(question.part, check),
        question.contrasts.stream().map(c -> evidence(check, c)).toList(),
        question.part.cases(check));
  }

  private static Answer answer(Question question, boolean mayBeYes, boolean mayBeNo) {
    List<NamedContrast> contrasts = question.contrasts;
    ChangeRange claimed = question.check.range();
    if (contrasts.isEmpty()) {
      return question.begun ? Answer.INCONCLUSIVE : Answer.NOT_MEASURED;
    }
    if (contrasts.stream()
        .anyMatch(
            c ->
                question.isDoubtful(c.contrast)
                    || c.contrast.logRatios().size() < FEWEST_FOR_INTERVAL)) {
      return Answer.INCONCLUSIVE;
    }
    if (mayBeYes && question.whole && contrasts.stream().allMatch(c -> claimed.holds(c.range()))) {
      return Answer.YES;
    }
    return mayBeNo && contrasts.stream().anyMatch(c -> !claimed.meets(c.range()))
        ? Answer.NO
        : Answer.INCONCLUSIVE;
  }

  private static CheckResult.Evidence evidence(Check check, NamedContrast measured) {
    Interval change = measured.contrast.change();
    return new CheckResult.Evidence(
        measured.of,
        check.to(),
        measured.point.label(),
        measured.contrast.logRatios().size(),
        change.estimate(),
        change.lower(),
        change.upper(),
        change.confidence());
  }

  /** Whether the authors' own figures lie in the range; null without figures. */
  private static Boolean published(Part part, Check check) {
    List<ChangeRange> changes = new ArrayList<>();
    for (PublishedTable table : part.published()) {
      if (table.metric().filter(check.metric()::equals).isEmpty()) {
        continue;
      }
      for (PublishedTable.Row row : table.rows()) {
        for (String of : check.concerns(row.at()) ? check.of() : List.<String>of()) {
          table.change(row.at(), of, check.to(), part.baseline()).ifPresent(changes::add);
        }
      }
    }
    return changes.isEmpty() ? null : changes.stream().allMatch(check.range()::holds);
  }
}
