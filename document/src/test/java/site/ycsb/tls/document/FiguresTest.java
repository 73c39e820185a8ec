package site.ycsb.tls.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void coresThatAreNotNoneAreNotShownAsNone() {
    assertThat(DoubleStream.of(12.34, 2.344, 0.2344, 0.02344, 0.0023).mapToObj(Figures::cores))
        .containsExactly("+12.3", "+2.34", "+0.234", "+0.0234", "+0.0023");
    assertThat(DoubleStream.of(0.000355, 5.917e-6, -5.483e-6, 0).mapToObj(Figures::cores))
        .containsExactly("+0.000355", "+0.00000592", "-0.00000548", "+0.0000");
  }
}
