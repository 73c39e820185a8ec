package site.ycsb.tls.cost.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;
import site.ycsb.tls.cost.VariantCost;

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
        .containsPattern(
            "takes 0\\.00000\\d{3} \\[0\\.00000\\d{3}, 0\\.00000\\d{3}\\] cores more \\(\\+\\d\\d\\.\\d %\\) on the client")
        .containsPattern("plain \\| client \\| 0\\.0000\\d{3} \\[0\\.0000\\d{3},")
        .contains("1.00 operations/s of 1.00 KB, 0 new connections/s, 0 % of them resumed.");
  }

  @Test
  void warningsOfTheComparisonsAreThoseOfTheModelAndOfItsPredictions() throws Exception {
    CostModel model = KnownCosts.warned("Noisy machine: a build ran beside it.");

    assertThat(new ModelReport(model).text()).contains("Noisy machine: a build ran beside it.");
    PredictionReport report =
        new PredictionReport(model, Prediction.of(model, new Load(1, 400, 0, 0)));
    assertThat(report.text()).contains("Noisy machine: a build ran beside it.");
    assertThat(new ObjectMapper().readTree(report.json()).path("warnings").toString())
        .startsWith("[\"Extrapolated: 400 KB per operation were not measured")
        .endsWith(",\"Noisy machine: a build ran beside it.\"]");
  }

  @Test
  void whatNoiseMayHaveMadeIsNotSaid() throws Exception {
    VariantCost one = KnownCosts.perOperation("one", 6, 0.3);

    assertThat(answers(one, KnownCosts.perOperation("dear", 9, 0.3)))
        .containsPattern(
            "one takes 0\\.00600 \\[0\\.00527, 0\\.00673\\] cores more \\(\\+1\\d\\.\\d %\\) on the client and 0\\.00600 ")
        .endsWith("one takes the fewest cores.");
    assertThat(answers(one, KnownCosts.perOperation("alike", 6.1, 0.3)))
        .endsWith(
            "Which of them takes the fewest cores is not known: they differ by less than their intervals.");
    VariantCost dear = KnownCosts.perOperation("dear", 9, 0.3);
    assertThat(answers(one, new VariantCost("without server", dear.client(), null)))
        .endsWith("is not known: the server's CPU time is known of some only.");
    assertThat(
            answers(
                new VariantCost("one", one.client(), null),
                new VariantCost("dear", dear.client(), null)))
        .startsWith("one takes 0.00600 [0.00527, 0.00673] cores more (+")
        .contains("%) on the client; what it takes on the server is not known. dear takes")
        .endsWith("one takes the fewest cores on the client; those on the server are not known.");
    assertThat(answers(KnownCosts.perOperation("uncertain", 0.1, 1)))
        .isEqualTo(
            "uncertain takes at most 0.00237 cores more (not distinguishable from none) on the"
                + " client and at most 0.00237 cores more (not distinguishable from none) on the server.");
  }

  /** 1000 operations/s that take -0.5 ± 1 µs more each. */
  @Test
  void coresAreNegativeInNoFormat() throws Exception {
    CostModel model = KnownCosts.with(KnownCosts.perOperation("uncertain", -0.5, 1));

    PredictionReport report =
        new PredictionReport(model, Prediction.of(model, new Load(1000, 1, 0, 0)));

    assertThat(report.text()).contains("| 0 [0, 0.00177] |");
    assertThat(report.csv())
        .containsPattern("uncertain,client,[^-\r]*,0\\.00000,0\\.00000,0\\.0017[67]");
    JsonNode client = new ObjectMapper().readTree(report.json()).at("/variants/1/clientCores");
    assertThat(client.path("tls").asDouble()).isZero();
    assertThat(client.path("tlsByTerm")).isEmpty();
    assertThat(client.path("tlsLower").asDouble()).isZero();
    assertThat(client.path("tlsUpper").asDouble()).isCloseTo(0.00177, within(1e-5));
  }

  /** A variant for which a prediction is refused may take fewer. */
  @Test
  void theFewestCoresAreThoseOfWhatIsPredicted() throws Exception {
    CostModel model =
        KnownCosts.doubtful(
            "cold",
            KnownCosts.perOperation("one", 6, 0.3),
            KnownCosts.perOperation("dear", 9, 0.3),
            KnownCosts.perOperation("cold", 3, 0.3));

    assertThat(answers(model)).endsWith("one takes the fewest cores of those that are predicted.");
  }

  private static String answers(VariantCost... variants) throws Exception {
    return answers(KnownCosts.with(variants));
  }

  private static String answers(CostModel model) throws Exception {
    return new PredictionReport(model, Prediction.of(model, new Load(1000, 1, 0, 0)))
        .document().answers().stream()
            .map(answer -> answer.subject() + " " + answer.text())
            .collect(Collectors.joining(" "));
  }
}
