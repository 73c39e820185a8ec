package site.ycsb.tls.cost.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cost.KnownCosts;

class CostFitTest {
  private static final List<Term> ALL = KnownCosts.TERMS;

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
