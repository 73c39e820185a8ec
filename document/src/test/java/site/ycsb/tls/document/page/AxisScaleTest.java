package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisScaleTest {

  @Test
  void areRoundAndWithinTheData() {
    assertThat(AxisScale.linear(-3.2, 28.4, 8)).containsExactly(0.0, 5.0, 10.0, 15.0, 20.0, 25.0);
    assertThat(AxisScale.linear(0, 9.9, 5)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
    List<Double> small = AxisScale.linear(0.1, 0.35, 5);
    assertThat(small).hasSizeBetween(2, 5);
    assertThat(small.get(0)).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void ofALogarithmicAxisAreRoundToo() {
    assertThat(AxisScale.logarithmic(0.8, 60, 8)).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0);
    assertThat(AxisScale.logarithmic(1, 1e6, 8))
        .containsExactly(1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6);
    assertThat(AxisScale.logarithmic(3, 8, 8)).containsExactly(5.0);
  }
}
