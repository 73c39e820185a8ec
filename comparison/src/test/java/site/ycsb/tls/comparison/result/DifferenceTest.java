package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT.Prior;

/**
 * Overheads in a metric's unit, of variants that take turns. An operation of the baseline takes 20
 * µs on a machine whose speed is another one in each block.
 */
class DifferenceTest {
  private static final double BASELINE = 20;
  private static final int SERIES = 2_000;

  private static final ComparisonPlan PLAN =
      ComparisonPlan.parse(
          "fake",
          Map.of("workload", "site.ycsb.workloads.CoreWorkload", "variants.a.x", "1"),
          List.of(),
          "plain",
          /* loadsData= */ true,
          Schedule.standard(1));

  private final SplittableRandom random = new SplittableRandom(20261130);

  @Test
  void anIntervalInMicrosecondsContainsTheTruthAsOftenAsItSays() {
    assertThat(covered(0.2, 6)).isBetween(0.935, 0.98);
    assertThat(covered(3, 6)).isBetween(0.935, 0.98);
    assertThat(covered(3, 2)).isBetween(0.935, 0.99);
    assertThat(covered(-0.5, 6)).isBetween(0.935, 0.98);
  }

  /** So it was computed before. */
  @Test
  void theOverheadsIntervalTimesTheBaselineIsTooNarrow() {
    int covered = 0;
    for (int i = 0; i < SERIES; i++) {
      Overhead overhead = overhead(3, 6);
      double baseline = overhead.difference().estimate() / overhead.change();
      covered += overhead.interval().map(share -> share * baseline).contains(3 * BASELINE) ? 1 : 0;
    }
    assertThat((double) covered / SERIES).isLessThan(0.85);
  }

  @Test
  void itContainsTheOverheadsInterval() {
    for (int i = 0; i < 100; i++) {
      Overhead overhead = overhead(i / 50.0 - 0.5, 3);
      Interval difference = overhead.difference();
      double baseline = difference.estimate() / overhead.change();
      assertThat(difference.lower()).isLessThanOrEqualTo(overhead.lower() * baseline + 1e-9);
      assertThat(difference.upper()).isGreaterThanOrEqualTo(overhead.upper() * baseline - 1e-9);
    }
  }

  private double covered(double overhead, int blocks) {
    int covered = 0;
    for (int i = 0; i < SERIES; i++) {
      covered += overhead(overhead, blocks).difference().contains(overhead * BASELINE) ? 1 : 0;
    }
    return (double) covered / SERIES;
  }

  /** Deviations are drawn as the priors say. */
  private Overhead overhead(double change, int blocks) {
    double ofSpeed = deviation(Metric.Kind.CLIENT_CPU.ofBaseline());
    double ofRatio = deviation(Metric.Kind.CLIENT_CPU.prior());
    List<RunRecord> runs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      double plain = BASELINE * Math.exp(ofSpeed * random.nextGaussian());
      double a = plain * (1 + change) * Math.exp(ofRatio * random.nextGaussian());
      List<Double> micros = List.of(plain, a);
      for (int i = 0; i < micros.size(); i++) {
        runs.add(
            FabricatedRuns.accepted(
                block,
                new Point(Map.of()),
                PLAN.columns().get(i),
                1,
                Map.of("client CPU", micros.get(i)),
                Map.of()));
      }
    }
    return new Analysis(PLAN, runs)
        .findings().cells().stream()
            .filter(cell -> cell.overhead() != null)
            .findFirst()
            .orElseThrow()
            .overhead();
  }

  /** {@code d0 s0^2 / chi-square(d0)}; chi-square with a whole number of degrees of freedom. */
  private double deviation(Prior prior) {
    long freedom = Math.round(prior.degreesOfFreedom());
    double square = 0;
    for (int i = 0; i < freedom; i++) {
      double normal = random.nextGaussian();
      square += normal * normal;
    }
    return prior.deviation() * Math.sqrt(freedom / square);
  }
}
