package site.ycsb.tls.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void coresThatAreNotNoneAreNotShownAsNone() {
    assertThat(DoubleStream.of(12.34, 2.344, 0.2344, 0.02344, 0.0023).mapToObj(Figures::cores))
        .containsExactly("+12.3", "+2.34", "+0.234", "+0.0234", "+0.00230");
    assertThat(DoubleStream.of(0.000355, 5.917e-6, -5.483e-6, 0).mapToObj(Figures::cores))
        .containsExactly("+0.000355", "+0.00000592", "-0.00000548", "+0");
  }

  @Test
  void anAmountHasThreeSignificantDigitsOrMore() {
    assertThat(
            DoubleStream.of(0, 1.0 / 60, 0.5, 1.005, 1.667, 9.996, 99.96, 999.7, 1234, 50_000)
                .mapToObj(Figures::significant))
        .containsExactly(
            "0", "0.0167", "0.500", "1.01", "1.67", "10.0", "100", "1,000", "1,234", "50,000");
    assertThat(Figures.significant(Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
  }
}
