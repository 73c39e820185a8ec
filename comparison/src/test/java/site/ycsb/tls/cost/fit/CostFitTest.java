package site.ycsb.tls.cost.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.statistics.ModeratedT.Prior;

class CostFitTest {
  private static final List<Term> ALL = KnownCosts.TERMS;
  private static final Prior PRIOR = Metric.CLIENT_CPU.kind().ofBaseline();

  @Test
  void exactFiguresGiveTheCostsBack() throws Exception {
    CostFit fit = CostFit.of(ALL, KnownCosts.tls(0, new SplittableRandom(1)));

    assertThat(fit.terms())
        .containsExactly(
            Term.OPERATION,
            Term.KILOBYTE,
            Term.KILOBYTE_BEYOND_16,
            Term.KILOBYTE_BEYOND_32,
            Term.FULL_HANDSHAKE,
            Term.RESUMED_HANDSHAKE);
    assertThat(fit.micros(Term.OPERATION).value()).isCloseTo(6, within(1e-6));
    assertThat(fit.micros(Term.KILOBYTE).value()).isCloseTo(1, within(1e-6));
    assertThat(fit.micros(Term.KILOBYTE_BEYOND_16).value()).isCloseTo(0.5, within(1e-6));
    assertThat(fit.micros(Term.KILOBYTE_BEYOND_32).value()).isCloseTo(0.25, within(1e-6));
    assertThat(fit.micros(Term.FULL_HANDSHAKE).value()).isCloseTo(900, within(1e-6));
    assertThat(fit.micros(Term.RESUMED_HANDSHAKE).value()).isCloseTo(400, within(1e-6));
    assertThat(fit.freedom()).isEqualTo(42 - 6);
  }

  @Test
  void intervalsOfAPredictionContainTheTruthAsOftenAsTheySay() throws Exception {
    // 3 KB per operation: one record.
    assertThat(inside(Amounts.of(10, 30, 1, 1, 0), 990, 6)).isBetween(920, 970);
  }

  /** By its own scatter alone, a group whose two blocks lie close by chance would rule the fit. */
  @Test
  void soDoThoseFromTwoOrThreeBlocks() throws Exception {
    Amounts operation = Amounts.of(1, 1, 0, 0, 0);
    Amounts churn = Amounts.of(10, 10, 1, 0, 1);
    for (int blocks : new int[] {2, 3}) {
      assertThat(inside(operation, 7, blocks)).isBetween(910, 970);
      assertThat(inside(churn, 470, blocks)).isBetween(910, 970);
    }
  }

  /** How many of 1000 predictions of a cost contain it. */
  private static int inside(Amounts point, double truth, int blocks) throws ModelException {
    SplittableRandom random = new SplittableRandom(7);
    int inside = 0;
    for (int i = 0; i < 1000; i++) {
      Estimate estimate = CostFit.of(ALL, KnownCosts.tls(blocks, () -> 0.05, random)).micros(point);
      inside += estimate.lower() <= truth && truth <= estimate.upper() ? 1 : 0;
    }
    return inside;
  }

  /** The points of a block are measured within minutes, all at the speed that the machine has. */
  @Test
  void intervalsContainHowFastTheMachineIs() throws Exception {
    assertThat(insideWhereTheSpeedChanges(true)).isBetween(930, 995);
    assertThat(insideWhereTheSpeedChanges(false)).as("as if points did not depend").isLessThan(850);
  }

  /**
   * How many of 1000 costs of a baseline are contained, where blocks differ by 5 %, and the points
   * of a block by 5 % more.
   */
  private static int insideWhereTheSpeedChanges(boolean contained) throws ModelException {
    SplittableRandom random = new SplittableRandom(7);
    int inside = 0;
    for (int i = 0; i < 1000; i++) {
      List<Sample> samples = new ArrayList<>();
      double[] logarithms = new double[6];
      for (int block = 0; block < 6; block++) {
        double speed = 0.05 * random.nextGaussian();
        for (double kilobytes : List.of(0.3, 1.2, 10.2, 30.2, 100.2)) {
          double deviation = speed + 0.05 * random.nextGaussian();
          logarithms[block] += deviation / 5;
          samples.add(
              Sample.whole(
                  "of " + kilobytes,
                  Amounts.of(1, kilobytes, 0, 0, 0),
                  (40 + 2 * kilobytes) * Math.exp(deviation)));
        }
      }
      CostFit fit = CostFit.of(List.of(Term.OPERATION, Term.KILOBYTE), samples);
      Speed speed = contained ? Speed.of(logarithms, PRIOR) : Speed.EXACT;
      Estimate estimate = fit.micros(Amounts.of(1, 10, 0, 0, 0)).at(speed);
      inside += estimate.lower() <= 60 && 60 <= estimate.upper() ? 1 : 0;
    }
    return inside;
  }

  /** A difference of two that are nearly equal scatters as they do. */
  @Test
  void aGroupCountsByTheScatterOfTheWhole() throws Exception {
    Amounts one = Amounts.of(1, 0, 0, 0, 0);
    List<Sample> samples =
        List.of(
            new Sample("small", one, 10, 20),
            new Sample("small", one, 11, 20),
            new Sample("large", one, 20, 2000),
            new Sample("large", one, 20, 2000));

    assertThat(CostFit.of(List.of(Term.OPERATION), samples).micros(Term.OPERATION).value())
        .isCloseTo(10.5, within(0.01));
  }

  @Test
  void aModelThatIsTooSimpleHasALargeResidual() throws Exception {
    List<Sample> samples = new ArrayList<>(KnownCosts.tls(0.02, new SplittableRandom(3)));
    double usual = CostFit.of(ALL, samples).residual();
    samples.replaceAll(
        s ->
            s.amounts().of(Term.KILOBYTE) > 1 && s.amounts().of(Term.KILOBYTE) < 5
                ? new Sample(s.group(), s.amounts(), 2 * s.micros(), 2 * s.whole())
                : s);

    assertThat(usual).isBetween(0.5, 2.0);
    assertThat(CostFit.of(ALL, samples).residual()).isGreaterThan(3);
  }

  @Test
  void tooFewFiguresAndTermsThatCannotBeToldApartAreRefused() {
    Sample one = Sample.whole("a", Amounts.of(1, 1, 0, 0, 0), 10);
    assertThatThrownBy(() -> CostFit.of(ALL, List.of(one, one)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("too few");
    assertThatThrownBy(() -> CostFit.of(ALL, List.of(one, one, one)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cannot be told apart");
  }
}
