package site.ycsb.tls.cost.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;

class PredictionReportTest {

  /** One read of 1 KB in a second takes 42 µs, and TLS 7 µs more. */
  @Test
  void whatASmallLoadTakesIsNotShownAsNothing() throws Exception {
    CostModel model = KnownCosts.model(true);

    String text =
        new PredictionReport(model, Prediction.of(model, new Load(1, 1, 0, 0)))
            .text()
            .replaceAll("\\s+", " ");

    assertThat(text)
        .containsPattern("takes \\+0\\.00000\\d{3} cores \\(\\+\\d\\d\\.\\d %\\) on the client")
        .containsPattern("plain \\| client \\| 0\\.0000\\d{3} \\[0\\.0000\\d{3},")
        .contains("1.00 operations/s of 1.00 KB, 0 new connections/s, 0 % of them resumed.");
  }
}
