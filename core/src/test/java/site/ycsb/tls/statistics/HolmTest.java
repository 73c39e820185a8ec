package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void agreesWithR() {
    // p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm") of R 4.2.
    assertThat(Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.5}))
        .containsExactly(new double[] {0.04, 0.09, 0.09, 0.025, 0.5}, within(1e-12));
  }

  @Test
  void oneTestNeedsNoCorrection() {
    assertThat(Holm.adjust(new double[] {0.03})).containsExactly(0.03);
    assertThat(Holm.adjust(new double[0])).isEmpty();
  }
}
