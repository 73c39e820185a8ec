package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cost.Prediction.VariantLoad;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.fit.Term;

class PredictionTest {
  @TempDir Path directory;

  @Test
  void coresAreTheSumOfWhatTheLoadContains() throws Exception {
    Prediction prediction = Prediction.of(KnownCosts.model(true), new Load(50_000, 2, 200, 0.9));

    VariantLoad plain = prediction.variants().get(0);
    VariantLoad tls = prediction.variants().get(1);
    // 50,000 x (40 + 2 x 2) + 200 x 300 µs; and 50,000 x (6 + 2 x 1) + 20 x 900 + 180 x 400 µs.
    assertThat(plain.client().all().value()).isCloseTo(2.26, within(0.05));
    assertThat(tls.client().tls().value()).isCloseTo(0.49, within(0.02));
    assertThat(tls.client().all().value())
        .isEqualTo(plain.client().all().value() + tls.client().tls().value());
    assertThat(tls.client().all().lower()).isLessThan(tls.client().all().value());
    assertThat(tls.client().byTerm().get(Term.RESUMED_HANDSHAKE)).isCloseTo(0.072, within(0.005));
    assertThat(prediction.cheapest()).contains(tls);
    assertThat(prediction.remarks()).isEmpty();
  }

  @Test
  void whatWasNotMeasuredIsMarkedOrRefused() throws Exception {
    CostModel model = KnownCosts.model(true);

    assertThat(Prediction.of(model, new Load(1, 400, 0, 0)).remarks())
        .singleElement()
        .asString()
        .startsWith("Extrapolated");
    CostFit full =
        CostFit.of(
            List.of(
                Term.OPERATION,
                Term.KILOBYTE,
                Term.KILOBYTE_BEYOND_16,
                Term.KILOBYTE_BEYOND_32,
                Term.FULL_HANDSHAKE),
            KnownCosts.tls(0.02, new java.util.SplittableRandom(1)).subList(0, 36));
    CostModel noResumption = KnownCosts.with(new VariantCost("TLS_X", full, full));
    assertThatThrownBy(() -> Prediction.of(noResumption, new Load(1, 1, 10, 0.5)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("resumed handshakes of TLS_X were not measured");
    assertThat(Prediction.of(noResumption, new Load(1, 1, 0, 0.5)).variants()).hasSize(2);
  }

  /** Of each, client and server take 6 ± 0.3 µs more: together 12 ± 0.42. */
  @Test
  void theCheapestIsKnownWhereNoiseDoesNotMakeTheOrder() throws Exception {
    VariantCost one = KnownCosts.perOperation("one", 6, 0.3);
    VariantCost alike = KnownCosts.perOperation("alike", 6.1, 0.3);
    VariantCost uncertain = KnownCosts.perOperation("uncertain", 20, 30);
    VariantCost dear = KnownCosts.perOperation("dear", 9, 0.3);

    assertThat(cheapest(one, dear)).contains("one");
    assertThat(cheapest(dear, one)).contains("one");
    assertThat(cheapest(one, alike)).isEmpty();
    assertThat(cheapest(one, alike, dear)).isEmpty();
    assertThat(cheapest(one, uncertain, dear)).isEmpty();
    assertThat(cheapest(one, new VariantCost("without server", dear.client(), null))).isEmpty();
  }

  private static Optional<String> cheapest(VariantCost... variants) throws ModelException {
    return Prediction.of(KnownCosts.with(variants), new Load(1000, 1, 0, 0))
        .cheapest()
        .map(VariantLoad::name);
  }

  /** As the errors of few blocks may make them, far from what was measured. */
  @Test
  void noLoadTakesLessThanNoCores() throws Exception {
    VariantCost tls = KnownCosts.perOperation("TLS_X", -50, 60);

    assertThatThrownBy(() -> Prediction.of(KnownCosts.with(tls), new Load(1000, 0.01, 0, 0)))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("TLS_X, client: the model makes -0.0")
        .hasMessageEndingWith("or measure a model with more --blocks");
    assertThat(Prediction.of(KnownCosts.with(tls), new Load(0, 1, 0, 0)).variants()).hasSize(2);
  }

  @Test
  void aModelThatFailedItsCheckPredictsNothing() {
    assertThatThrownBy(() -> Prediction.of(KnownCosts.model(false), new Load(1, 1, 0, 0)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("at check-3kb the model said +9.0 µs for the client and +30.0");
  }

  @Test
  void aModelIsReadBackAsItWasWritten() throws Exception {
    CostModel model = KnownCosts.model(true);

    model.writeTo(directory);

    assertThat(CostModel.read(directory)).isEqualTo(model);
    Path empty = Files.createDirectory(directory.resolve("empty"));
    refused(() -> CostModel.read(empty))
        .hasMessageContaining("expected the directory of a finished 'bin/ycsb model'");
  }
}
