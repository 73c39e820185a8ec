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
    SplittableRandom random = new SplittableRandom(7);
    Amounts point = Amounts.of(10, 30, 1, 1, 0);
    double truth = 10 * 6 + 30 * 1 + 900; // 3 KB per operation: one record.
    int inside = 0;
    for (int i = 0; i < 1000; i++) {
      Estimate estimate = CostFit.of(ALL, KnownCosts.tls(0.05, random)).micros(point);
      inside += estimate.lower() <= truth && truth <= estimate.upper() ? 1 : 0;
    }
    // The weights come from six samples each, which costs some coverage.
    assertThat(inside).isBetween(880, 980);
  }

  @Test
  void aModelThatIsTooSimpleHasALargeResidual() throws Exception {
    List<Sample> samples = new ArrayList<>(KnownCosts.tls(0.02, new SplittableRandom(3)));
    double usual = CostFit.of(ALL, samples).residual();
    samples.replaceAll(
        s ->
            s.amounts().of(Term.KILOBYTE) > 1 && s.amounts().of(Term.KILOBYTE) < 5
                ? new Sample(s.group(), s.amounts(), 2 * s.micros())
                : s);

    assertThat(usual).isBetween(0.5, 2.0);
    assertThat(CostFit.of(ALL, samples).residual()).isGreaterThan(3);
  }

  @Test
  void tooFewFiguresAndTermsThatCannotBeToldApartAreRefused() {
    Sample one = new Sample("a", Amounts.of(1, 1, 0, 0, 0), 10);
    assertThatThrownBy(() -> CostFit.of(ALL, List.of(one, one)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("too few");
    assertThatThrownBy(() -> CostFit.of(ALL, List.of(one, one, one)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cannot be told apart");
  }
}
