package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedTTest {

  @Test
  void agreesWithR() {
    // t.test(x, y, paired = TRUE) of R 4.2 for the data of SignedRankTest.
    Interval interval = PairedT.interval(SignedRankTest.DEPRESSION, 0.95);
    assertThat(interval.estimate()).isCloseTo(0.431888888888889, within(1e-12));
    assertThat(interval.lower()).isCloseTo(0.103778712272169, within(1e-12));
    assertThat(interval.upper()).isCloseTo(0.759999065505609, within(1e-12));
    assertThat(PairedT.differs(SignedRankTest.DEPRESSION))
        .isCloseTo(0.0161766274349081, within(1e-12));
  }

  @Test
  void equivalenceIsTheWorseOfTwoOneSidedTests() {
    // t.test(d - 0.4, mu = -0.5, alternative = "greater"), mu = 0.5 with "less": R 4.2.
    double[] centred = SignedRankTest.DEPRESSION.clone();
    for (int i = 0; i < centred.length; i++) {
      centred[i] -= 0.4;
    }
    assertThat(PairedT.equivalent(centred, 0.5)).isCloseTo(0.00551142801720834, within(1e-12));
    assertThat(PairedT.equivalent(SignedRankTest.DEPRESSION, 0.1)).isGreaterThan(0.5);
  }

  @Test
  void differencesWithoutSpreadAreDecided() {
    assertThat(PairedT.differs(new double[] {0.1, 0.1, 0.1})).isZero();
    assertThat(PairedT.differs(new double[] {0, 0, 0})).isEqualTo(1);
    assertThat(PairedT.equivalent(new double[] {0, 0, 0}, 0.01)).isZero();
    assertThat(PairedT.equivalent(new double[] {0.02, 0.02}, 0.01)).isEqualTo(1);
    assertThat(PairedT.interval(new double[] {0.1, 0.1, 0.1}, 0.95).halfWidth()).isZero();
  }
}
