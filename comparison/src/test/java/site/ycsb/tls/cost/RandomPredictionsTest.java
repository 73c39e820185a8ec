package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.cost.Prediction.Cores;
import site.ycsb.tls.cost.Prediction.VariantLoad;
import site.ycsb.tls.cost.fit.Amounts;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.Estimate;
import site.ycsb.tls.cost.fit.Sample;
import site.ycsb.tls.cost.fit.Term;

/** How cores follow from a load, and costs from samples, whatever they are. */
class RandomPredictionsTest {
  private static final CostModel MODEL = KnownCosts.model(true);

  private static Load load(SplittableRandom random) {
    return new Load(
        random.nextInt(8) == 0 ? 0 : RandomCases.magnitude(random, 0.1, 1e6),
        RandomCases.magnitude(random, 0.01, 300),
        random.nextInt(3) == 0 ? 0 : RandomCases.magnitude(random, 0.1, 1e5),
        RandomCases.one(random, 0.0, 1.0, random.nextDouble()));
  }

  private static Offset<Double> like(double value) {
    return within(1e-9 * Math.abs(value) + 1e-15);
  }

  private static void assertTimes(Estimate found, Estimate expected, double factor) {
    assertThat(found.value()).isCloseTo(factor * expected.value(), like(factor * expected.value()));
    double half = factor * expected.halfWidth();
    assertThat(found.halfWidth()).isCloseTo(half, within(1e-6 * half + 1e-12));
  }

  @Test
  void twiceTheLoadTakesTwiceTheCores() {
    RandomCases.check(
        200,
        1,
        (random, size) -> {
          Load load = load(random);
          double factor = RandomCases.magnitude(random, 1e-3, 1e3);
          Prediction once = Prediction.of(MODEL, load);
          Prediction more =
              Prediction.of(
                  MODEL,
                  new Load(
                      factor * load.operationsPerSecond(),
                      load.kilobytesPerOperation(),
                      factor * load.connectionsPerSecond(),
                      load.resumedShare()));
          assertThat(more.remarks()).isEqualTo(once.remarks());
          for (int i = 0; i < once.variants().size(); i++) {
            VariantLoad one = once.variants().get(i);
            VariantLoad other = more.variants().get(i);
            assertTimes(other.client().all(), one.client().all(), factor);
            assertTimes(other.client().tls(), one.client().tls(), factor);
            assertTimes(other.server().all(), one.server().all(), factor);
          }
        });
  }

  @Test
  void partsAddUp() {
    RandomCases.check(
        200,
        1,
        (random, size) -> {
          Prediction prediction = Prediction.of(MODEL, load(random));
          Cores plain = prediction.variants().get(0).client();
          assertThat(plain.tls().value()).isZero();
          for (VariantLoad variant : prediction.withTls()) {
            Cores client = variant.client();
            double tls = client.tls().value();
            assertThat(client.byTerm().values().stream().mapToDouble(part -> part).sum())
                .isCloseTo(tls, like(client.all().value()));
            assertThat(client.all().value())
                .isCloseTo(plain.all().value() + tls, like(client.all().value()));
            assertThat(variant.tls().value())
                .isCloseTo(tls + variant.server().tls().value(), like(client.all().value()));
            for (Estimate estimate : List.of(client.all(), client.tls(), variant.tls())) {
              assertThat(estimate.value()).isBetween(estimate.lower(), estimate.upper());
            }
          }
        });
  }

  @Test
  void moreOfALoadNeverTakesFewerCores() {
    RandomCases.check(
        300,
        1,
        (random, size) -> {
          Load load = load(random);
          double factor = 1 + RandomCases.magnitude(random, 1e-4, 10);
          double operations = random.nextBoolean() ? factor : 1;
          double kilobytes = random.nextBoolean() ? factor : 1;
          double connections = random.nextBoolean() ? factor : 1;
          Prediction more =
              Prediction.of(
                  MODEL,
                  new Load(
                      operations * load.operationsPerSecond(),
                      kilobytes * load.kilobytesPerOperation(),
                      connections * load.connectionsPerSecond(),
                      load.resumedShare() * random.nextDouble()));
          List<VariantLoad> before = Prediction.of(MODEL, load).variants();
          for (int i = 0; i < before.size(); i++) {
            double least = before.get(i).client().all().value();
            assertThat(more.variants().get(i).client().all().value())
                .isGreaterThanOrEqualTo(least - 1e-9 * Math.abs(least));
          }
        });
  }

  @Test
  void theCheapestVariantTakesTheFewestCoresInAnyOrder() {
    RandomCases.check(
        200,
        5,
        (random, size) -> {
          VariantCost[] costs = new VariantCost[size];
          for (int i = 0; i < size; i++) {
            double micros = RandomCases.magnitude(random, 1, 100);
            double error = micros * random.nextDouble();
            costs[i] = KnownCosts.perOperation("variant " + i, micros, error);
          }
          Load load = new Load(1_000, 1, 0, 0);
          Prediction prediction = Prediction.of(KnownCosts.with(costs), load);
          Optional<VariantLoad> cheapest = prediction.cheapest();
          cheapest.ifPresent(
              one ->
                  assertThat(prediction.withTls())
                      .allMatch(other -> other.tls().value() >= one.tls().value()));
          VariantCost[] shuffled =
              RandomCases.shuffled(random, List.of(costs)).toArray(VariantCost[]::new);
          assertThat(
                  Prediction.of(KnownCosts.with(shuffled), load).cheapest().map(VariantLoad::name))
              .isEqualTo(cheapest.map(VariantLoad::name));
        });
  }

  @Test
  void costsComeBackFromExactSamplesInAnyOrderAndUnit() {
    RandomCases.check(
        40,
        1,
        (random, size) -> {
          Map<Term, Double> costs = new EnumMap<>(Term.class);
          KnownCosts.TERMS.forEach(
              term -> costs.put(term, RandomCases.magnitude(random, 0.1, 1_000)));
          List<Sample> exact = KnownCosts.samples(costs, 0, random);
          CostFit fit = CostFit.of(KnownCosts.TERMS, RandomCases.shuffled(random, exact));
          costs.forEach(
              (term, micros) ->
                  assertThat(fit.micros(term).value()).isCloseTo(micros, within(1e-3 * micros)));

          List<Sample> noisy = KnownCosts.samples(costs, 0.1, random);
          CostFit one = CostFit.of(KnownCosts.TERMS, noisy);
          CostFit other =
              CostFit.of(
                  KnownCosts.TERMS,
                  RandomCases.shuffled(random, noisy).stream()
                      .map(
                          s ->
                              new Sample(
                                  s.group(), s.amounts(), 1024 * s.micros(), 1024 * s.whole()))
                      .toList());
          Amounts amounts = load(random).amounts();
          double expected = 1024 * one.micros(amounts).value();
          assertThat(other.micros(amounts).value())
              .isCloseTo(expected, within(1e-6 * Math.abs(expected)));
        });
  }
}
