package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Holm;
import site.ycsb.tls.statistics.Interval;

/** What overheads and verdicts must not depend on, and what a verdict must agree with. */
class RandomAnalysesTest {
  private static final Point ALL = new Point(Map.of());
  private static final List<String> METRICS =
      List.of("throughput", "READ mean", "READ p99", "client CPU", "server CPU");

  /** A plan, and runs that it may have. */
  private record Comparison(ComparisonPlan plan, List<RunRecord> runs) {
    static Comparison of(SplittableRandom random, int blocks) {
      Schedule schedule =
          RandomCases.one(
                  random,
                  Schedule.wholeRuns(1),
                  Schedule.wholeRuns(1),
                  Schedule.standard(1),
                  Schedule.standard(1).withSlicing(Slicing.of().withModerated(false)),
                  Schedule.quick(1))
              .withPairwise(random.nextBoolean())
              .withCalibrate(random.nextBoolean())
              .withMargin(RandomCases.one(random, 0.01, 0.001, 0.2));
      Map<String, String> properties =
          Map.of(
              "workload",
              "site.ycsb.workloads.CoreWorkload",
              "variants.a.x",
              "1",
              "variants.b.x",
              "2");
      ComparisonPlan plan =
          ComparisonPlan.parse("fake", properties, List.of(), "plain", true, schedule);
      return new Comparison(plan, runs(random, plan, blocks));
    }

    private static List<RunRecord> runs(SplittableRandom random, ComparisonPlan plan, int blocks) {
      Map<String, Double> units = new LinkedHashMap<>();
      METRICS.forEach(metric -> units.put(metric, RandomCases.magnitude(random, 1e-3, 1e9)));
      double noise = RandomCases.one(random, 0.0, 1e-6, 0.001, 0.01, 0.1, 1.0);
      Map<Variant, Double> factors = new LinkedHashMap<>();
      for (Variant variant : plan.columns()) {
        double far = RandomCases.one(random, 0.0, 0.003, 0.1, 2.0);
        factors.put(variant, Math.exp(far * random.nextGaussian()));
      }
      boolean incomplete = random.nextInt(4) == 0;
      List<RunRecord> runs = new ArrayList<>();
      for (int block = 1; block <= blocks; block++) {
        double slow = Math.exp(random.nextGaussian());
        for (Variant variant : plan.columns()) {
          if (!incomplete || random.nextInt(4) > 0) {
            Map<String, Double> figures = new LinkedHashMap<>(units);
            figures.replaceAll(
                (metric, unit) ->
                    unit * slow * factors.get(variant) * Math.exp(noise * random.nextGaussian()));
            if (random.nextInt(60) == 0) {
              figures.put(RandomCases.one(random, METRICS), 0.0);
            }
            if (random.nextInt(60) == 0) {
              figures.remove(RandomCases.one(random, METRICS));
            }
            runs.add(FabricatedRuns.accepted(block, ALL, variant, 1, figures, Map.of()));
          }
        }
      }
      return runs;
    }

    Analysis.Findings findings() {
      return findings(runs);
    }

    Analysis.Findings findings(List<RunRecord> others) {
      return new Analysis(plan, others).findings();
    }
  }

  @Test
  void anIntervalContainsItsEstimateAndAVerdictAgreesWithIt() {
    RandomCases.check(
        150,
        14,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          Schedule schedule = comparison.plan.schedule();
          Analysis.Findings findings = comparison.findings();
          for (Cell cell : findings.cells()) {
            assertThat(cell.median()).isBetween(cell.least(), cell.most());
            if (cell.overhead() != null) {
              assertAgrees(schedule, Metric.ofKey(cell.metric()), cell.overhead());
            }
          }
          findings
              .pairwise()
              .forEach(p -> assertAgrees(schedule, Metric.ofKey(p.metric()), p.overhead()));
        });
  }

  private static void assertAgrees(Schedule schedule, Metric metric, Overhead overhead) {
    Interval interval = overhead.interval();
    assertThat(interval.contains(overhead.change())).as("%s", overhead).isTrue();
    Interval difference = overhead.difference();
    assertThat(difference.contains(difference.estimate())).as("%s", overhead).isTrue();
    assertThat(overhead.pairs()).isEqualTo(overhead.logRatios().size());
    assertThat(overhead.pDiffers() == null).isEqualTo(overhead.pairs() < 3);
    if (overhead.tChange() != null) {
      assertThat(overhead.tChange()).isBetween(overhead.tLower(), overhead.tUpper());
      assertThat(overhead.pDiffers()).isBetween(0.0, 1.0);
      assertThat(overhead.pEquivalent()).isBetween(0.0, 1.0);
    }
    boolean few = overhead.pairs() < 6 || schedule.quick();
    assertThat(overhead.verdict() == Verdict.INDICATIVE).as("%s", overhead).isEqualTo(few);
    double margin = schedule.margin();
    boolean within = overhead.lower() > 1 / (1 + margin) - 1 && overhead.upper() < margin;
    boolean noisy = overhead.noiseFloor() != null && overhead.noiseFloor() > margin;
    switch (overhead.verdict()) {
      case OVERHEAD, GAIN -> {
        assertThat(interval.contains(0)).as("%s", overhead).isFalse();
        assertThat(overhead.pDiffers()).isLessThanOrEqualTo(Holm.ALPHA);
        boolean worse = overhead.change() > 0 != metric.moreIsBetter();
        assertThat(overhead.verdict()).isEqualTo(worse ? Verdict.OVERHEAD : Verdict.GAIN);
        double floor = overhead.noiseFloor() == null ? 0 : overhead.noiseFloor();
        assertThat(Math.abs(overhead.change())).as("%s", overhead).isGreaterThan(floor);
      }
      case EQUIVALENT -> {
        assertThat(within && !noisy).as("%s", overhead).isTrue();
        assertThat(overhead.pEquivalent()).isLessThanOrEqualTo(Holm.ALPHA);
      }
      case INCONCLUSIVE, INDICATIVE -> {}
    }
  }

  @Test
  void theOrderInWhichRunsWereMadeAndThoseThatDoNotCountChangeNothing() {
    RandomCases.check(
        100,
        12,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          List<RunRecord> runs = new ArrayList<>(comparison.runs);
          Comparison.runs(random, comparison.plan, 1 + random.nextInt(size))
              .forEach(
                  run ->
                      runs.add(
                          run.withStatus(
                              random.nextBoolean()
                                  ? RunRecord.Status.REPEATED
                                  : RunRecord.Status.PENDING)));

          assertThat(comparison.findings(RandomCases.shuffled(random, runs)))
              .isEqualTo(comparison.findings());
        });
  }

  /** A power of two is an exact factor. */
  @Test
  void theUnitOfAMetricChangesNoOverhead() {
    RandomCases.check(
        100,
        12,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          double unit = Math.scalb(1.0, random.nextInt(21) - 10);
          Analysis.Findings scaled =
              comparison.findings(changed(comparison.runs, (run, metric, figure) -> unit * figure));

          List<Cell> cells = comparison.findings().cells();
          assertThat(scaled.cells()).hasSameSizeAs(cells);
          for (int i = 0; i < cells.size(); i++) {
            Cell before = cells.get(i);
            Cell after = scaled.cells().get(i);
            assertThat(after.median()).isEqualTo(unit * before.median());
            assertThat(relative(after)).isEqualTo(relative(before));
          }
        });
  }

  /** All but what is in the metric's unit. */
  private static List<Object> relative(Cell cell) {
    Overhead overhead = cell.overhead();
    return overhead == null
        ? List.of()
        : List.of(
            overhead.interval(),
            overhead.logRatios(),
            overhead.verdict(),
            Optional.ofNullable(overhead.pDiffers()),
            Optional.ofNullable(overhead.pEquivalent()),
            Optional.ofNullable(overhead.noiseFloor()),
            Optional.ofNullable(overhead.spread()));
  }

  private interface Change {
    double of(RunRecord run, String metric, double figure);
  }

  private static List<RunRecord> changed(List<RunRecord> runs, Change change) {
    return runs.stream()
        .map(
            run -> {
              Map<String, Double> figures = new LinkedHashMap<>(run.figures());
              figures.replaceAll((metric, figure) -> change.of(run, metric, figure));
              return run.withFacts(run.facts().with().figures(figures).build());
            })
        .toList();
  }

  @Test
  void blocksInAnotherOrderHaveTheSameOverheads() {
    RandomCases.check(
        100,
        12,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          List<Integer> numbers =
              RandomCases.shuffled(random, IntStream.rangeClosed(1, size).boxed().toList());
          List<RunRecord> renumbered =
              comparison.runs.stream()
                  .map(
                      run ->
                          FabricatedRuns.accepted(
                              numbers.get(run.block() - 1),
                              ALL,
                              named(comparison.plan, run.variant()),
                              1,
                              run.figures(),
                              Map.of()))
                  .toList();

          List<Cell> cells = comparison.findings().cells();
          List<Cell> others = comparison.findings(renumbered).cells();
          assertThat(others).hasSameSizeAs(cells);
          for (int i = 0; i < cells.size(); i++) {
            Overhead before = cells.get(i).overhead();
            Overhead after = cell(others, cells.get(i)).overhead();
            if (before != null) {
              assertClose(after.interval(), before.interval());
              assertThat(after.logRatios()).containsExactlyInAnyOrderElementsOf(before.logRatios());
            } else {
              assertThat(after).isNull();
            }
          }
        });
  }

  private static Cell cell(List<Cell> cells, Cell like) {
    return cells.stream()
        .filter(cell -> cell.variant().equals(like.variant()))
        .filter(cell -> cell.metric().equals(like.metric()))
        .findFirst()
        .orElseThrow();
  }

  private static Variant named(ComparisonPlan plan, String id) {
    return plan.columns().stream().filter(v -> v.id().equals(id)).findFirst().orElseThrow();
  }

  private static void assertClose(Interval found, Interval expected) {
    assertThat(found.estimate()).isCloseTo(expected.estimate(), like(expected.estimate()));
    assertThat(found.lower()).isCloseTo(expected.lower(), like(expected.lower()));
    assertThat(found.upper()).isCloseTo(expected.upper(), like(expected.upper()));
    assertThat(found.confidence()).isEqualTo(expected.confidence());
  }

  private static Offset<Double> like(double value) {
    return within(1e-7 * (1 + Math.abs(value)));
  }

  @Test
  void whatAVariantCostsRelativeToAnotherIsTheReciprocalOfTheContrary() {
    RandomCases.check(
        150,
        12,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          Analysis analysis = new Analysis(comparison.plan, comparison.runs);
          Variant one = RandomCases.one(random, comparison.plan.columns());
          Variant other = RandomCases.one(random, comparison.plan.columns());
          for (String key : METRICS) {
            Metric metric = Metric.ofKey(key);
            Optional<Contrast> there = analysis.contrast(ALL, one, other, metric);
            Optional<Contrast> back = analysis.contrast(ALL, other, one, metric);
            assertThat(back.isPresent()).isEqualTo(there.isPresent());
            if (there.isPresent()) {
              Interval change = there.get().change();
              assertClose(
                  back.get().change(),
                  new Interval(
                      1 / (1 + change.estimate()) - 1,
                      1 / (1 + change.upper()) - 1,
                      1 / (1 + change.lower()) - 1,
                      change.confidence()));
            }
          }
        });
  }

  @Test
  void aVariantThatTakesMoreIsNeverSaidToTakeLess() {
    RandomCases.check(
        100,
        12,
        (random, size) -> {
          Comparison comparison = Comparison.of(random, size);
          Variant worse = named(comparison.plan, "a");
          double factor = 1 + RandomCases.magnitude(random, 1e-4, 1);
          Analysis.Findings after =
              comparison.findings(
                  changed(
                      comparison.runs,
                      (run, metric, figure) ->
                          run.variant().equals(worse.id()) ? factor * figure : figure));
          for (Cell before : comparison.findings().cells()) {
            Overhead overhead = before.overhead();
            if (before.variant().equals(worse.id()) && overhead != null) {
              Overhead more = cell(after.cells(), before).overhead();
              assertThat(more.change()).isGreaterThan(overhead.change());
              assertThat(more.lower()).isGreaterThan(overhead.lower());
              assertThat(more.upper()).isGreaterThan(overhead.upper());
              boolean gain = Metric.ofKey(before.metric()).moreIsBetter();
              Verdict ofMore = gain ? Verdict.GAIN : Verdict.OVERHEAD;
              if (overhead.verdict() == ofMore || overhead.lower() > 0) {
                assertThat(more.verdict()).isNotEqualTo(gain ? Verdict.OVERHEAD : Verdict.GAIN);
              }
            }
          }
        });
  }
}
