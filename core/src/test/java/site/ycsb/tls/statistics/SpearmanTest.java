package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpearmanTest {

  @Test
  void agreesWithR() {
    // cor.test(1:9, x, method = "spearman", exact = FALSE) of R 4.2.
    double[] x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    Spearman spearman = Spearman.overTime(x);
    assertThat(spearman.rho()).isCloseTo(0.0833333333333333, within(1e-12));
    assertThat(spearman.pValue()).isCloseTo(0.83121409771, within(1e-9));
  }

  @Test
  void steadyRiseIsDrift() {
    assertThat(Spearman.overTime(new double[] {1, 2, 3, 4, 5, 6})).isEqualTo(new Spearman(1, 0));
    assertThat(Spearman.overTime(new double[] {1, 1, 1})).isEqualTo(new Spearman(0, 1));
  }
}
