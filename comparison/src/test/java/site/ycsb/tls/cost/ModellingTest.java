package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.cost.Prediction.Cores;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.fit.Term;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.socket.count.TransportCounts;

/** A model of comparisons whose runs cost what is known: from their files to the checks. */
class ModellingTest {
  private static final double NOISE = 0.01;
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";
  private static final String CHURN = "site.ycsb.tls.workload.ConnectionChurnWorkload";

  @TempDir Path directory;

  /** What a suite, and small records, add to the cost of an operation, so that variants differ. */
  private static double suite(RunRequest request) {
    Map<String, String> properties = request.properties();
    return (properties.get("tls.cipher").contains("128") ? 5 : 8)
        + ("2048".equals(properties.get("tls.recordsize")) ? 20 : 0);
  }

  /** Runs whose CPU time is what their properties cost; the server's is half of the client's. */
  private static final class KnownRuns implements RunLauncher {
    private final FabricatedRuns fabricated = new FabricatedRuns(0.2, 0.01);
    private final SplittableRandom random = new SplittableRandom(11);

    /** Multiplies the cost of what only the checks contain: 1 is a model that is right. */
    private double surprise = 1;

    /** By how much the machine is slower in a run. */
    private ToDoubleFunction<RunRequest> speedOf = request -> 1;

    /** Runs of which the server's CPU time is not known. */
    private Predicate<RunRequest> withoutServer = request -> false;

    @Override
    public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
      RunOutcome outcome = fabricated.launch(request);
      return request.phase() == Phase.LOAD
          ? outcome
          : new RunOutcome(0, Optional.of(write(request, outcome.result().orElseThrow())), "");
    }

    private RunResult write(RunRequest request, RunResult made) throws IOException {
      Map<String, String> properties = request.properties();
      boolean churn = properties.get("workload").equals(CHURN);
      boolean tls = properties.containsKey("tls.cipher");
      boolean resumed = "on".equals(properties.get("tls.resumption"));
      long reads = churn ? Long.parseLong(properties.getOrDefault("churn.operations", "1")) : 1;
      long units = made.succeeded();
      long bytes = reads * (10 * Long.parseLong(properties.get("fieldlength")) + 150);
      double micros = reads * 40 + bytes / 1000.0 * 2 + (churn ? 300 : 0);
      if (tls) {
        double added =
            reads * suite(request)
                + bytes / 1000.0
                + reads * Math.max(0, bytes / 1000.0 / reads - 16.384) * 0.5
                + (churn ? (resumed ? 400 : 900) : 0);
        micros += added * (bytes > 3000 && bytes < 4000 ? surprise : 1);
      }
      micros *= speedOf.applyAsDouble(request) * (1 + NOISE * random.nextGaussian());
      RunResult result =
          new RunResult(
              made.format(),
              made.configuration(),
              made.validity(),
              made.window(),
              new Work(
                  units,
                  0,
                  made.operations(),
                  made.work().throughputPerSecond(),
                  null,
                  churn ? new Churn("client", units, reads, units, 0, 0) : null),
              new Resources(
                  new CpuUse(
                      micros * units / 1e6,
                      withoutServer.test(request) ? null : Double.valueOf(micros * units / 2e6),
                      0.0,
                      0,
                      20),
                  Map.of(),
                  null,
                  null),
              new TransportUse(
                  new TransportCounts(
                      churn ? units : 0,
                      0,
                      churn && tls && !resumed ? units : 0,
                      churn && resumed ? units : 0,
                      0,
                      0,
                      0,
                      units * 50,
                      units * (bytes - 50),
                      0,
                      0),
                  TransportCounts.NONE,
                  made.tls(),
                  null,
                  null),
              made.server(),
              made.environment(),
              null,
              null);
      RunResultFile.write(result, request.directory().resolve(RunResultFile.NAME));
      return result;
    }
  }

  private CostModel model(KnownRuns runs, boolean resumes) throws Exception {
    return model(
        runs, resumes, Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256"));
  }

  private CostModel model(KnownRuns runs, boolean resumes, Map<String, String> variants)
      throws Exception {
    Modelling modelling = new Modelling(Optional.of(StartTls.POSTGRES));
    for (ModelParts.Part part : ModelParts.all(resumes)) {
      Path own = directory.resolve(runs.surprise + part.name());
      modelling.add(part, compare(runs, part, variants, own), own);
    }
    return modelling.model("1", "bin/ycsb model fake");
  }

  private static ComparisonResult compare(
      KnownRuns runs, ModelParts.Part part, Map<String, String> variants, Path own)
      throws Exception {
    Map<String, String> properties = new LinkedHashMap<>(part.properties());
    properties.put("workload", part.isChurn() ? CHURN : "site.ycsb.workloads.CoreWorkload");
    properties.putAll(variants);
    properties.put("tls.keysize", "2048");
    properties.put("tls.resumption", String.join(",", part.resumption()));
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "fake",
            properties,
            List.of(part.axis()),
            "plain",
            true,
            Schedule.wholeRuns(1).withBlocks(6));
    return FabricatedComparison.run(own, runs, runs.fabricated, plan, "bin/ycsb model fake");
  }

  @Test
  void theKnownCostsComeBackAndTheChecksHold() throws Exception {
    CostModel model = model(new KnownRuns(), true);

    CostFit plain = model.baseline().client();
    assertThat(plain.micros(Term.OPERATION).value()).isCloseTo(40, within(1.0));
    assertThat(plain.micros(Term.KILOBYTE).value()).isCloseTo(2, within(0.05));
    assertThat(plain.micros(Term.CONNECTION).value()).isCloseTo(300, within(6.0));
    assertThat(model.variants())
        .extracting(VariantCost::name)
        .containsExactly("TLS_AES_256_GCM_SHA384 RSA-2048", "TLS_AES_128_GCM_SHA256 RSA-2048");
    CostFit strong = model.variants().get(0).client();
    CostFit weak = model.variants().get(1).client();
    assertThat(strong.micros(Term.OPERATION).value()).isCloseTo(8, within(1.5));
    assertThat(weak.micros(Term.OPERATION).value()).isCloseTo(5, within(1.5));
    assertThat(strong.micros(Term.FULL_HANDSHAKE).value()).isCloseTo(900, within(30.0));
    assertThat(strong.micros(Term.RESUMED_HANDSHAKE).value()).isCloseTo(400, within(30.0));
    assertThat(strong.micros(Term.KILOBYTE).value()).isCloseTo(1, within(0.3));
    assertThat(strong.micros(Term.KILOBYTE_BEYOND_16).value()).isCloseTo(0.5, within(0.3));
    CostFit server = model.variants().get(0).server();
    assertThat(server.micros(Term.FULL_HANDSHAKE).value()).isCloseTo(450, within(15.0));
    assertThat(model.leastKilobytes()).isCloseTo(0.25, within(1e-3));
    assertThat(model.mostKilobytes()).isCloseTo(100.15, within(1e-3));
    assertThat(model.checks()).hasSize(12).allMatch(SelfCheck::holds);
    assertThat(model.connections())
        .extracting(c -> c.variant() + " " + c.resumed() + " " + c.roundTrips())
        .contains(
            "plain false 1",
            "TLS_AES_256_GCM_SHA384 RSA-2048 false 3",
            "TLS_AES_256_GCM_SHA384 RSA-2048 true 3");
  }

  @Test
  void whatTheModelDoesNotKnowFailsItsCheckAndIsNotPredicted() throws Exception {
    KnownRuns runs = new KnownRuns();
    runs.surprise = 4;

    CostModel model = model(runs, true);

    assertThat(model.checks())
        .filteredOn(check -> !check.holds())
        .hasSize(4)
        .allMatch(check -> check.point().equals("reads of 3 KB"));
    assertThatThrownBy(() -> Prediction.of(model, new Load(1, 1, 0, 0)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("No prediction for TLS_AES_256_GCM_SHA384 RSA-2048");
  }

  /** Its checks hold: they are as cold as what they check. */
  @Test
  void whatWasFittedToCodeThatIsNotCompiledIsNotPredicted() throws Exception {
    KnownRuns runs = new KnownRuns();
    Map<String, String> suites =
        Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256");
    Modelling modelling = new Modelling(Optional.of(StartTls.POSTGRES));
    for (ModelParts.Part part : ModelParts.all(true)) {
      Path own = directory.resolve(part.name());
      ComparisonResult warm = compare(runs, part, suites, own);
      String cold = warm.plan().variants().get(0).id();
      modelling.add(
          part,
          FabricatedComparison.changed(
                  warm, run -> run.variant().equals(cold) ? run.withCpuTrend(-0.4) : run)
              .analysedAgain(),
          own);
    }
    CostModel model = modelling.model("1", "bin/ycsb model fake");

    assertThat(model.checks()).allMatch(SelfCheck::holds);
    Prediction prediction = Prediction.of(model, new Load(1, 1, 0, 0));
    assertThat(prediction.withTls())
        .extracting(Prediction.VariantLoad::name)
        .containsExactly("TLS_AES_128_GCM_SHA256 RSA-2048");
    assertThat(prediction.remarks())
        .singleElement()
        .asString()
        .startsWith(
            "No prediction for TLS_AES_256_GCM_SHA384 RSA-2048: code was still being compiled;");
    assertThat(model.warnings()).anyMatch(warning -> warning.startsWith("Still warming up ("));
  }

  /** As in the comparisons that it is made of; a check meets the speed that its model met. */
  @Test
  void howFastTheMachineWasInEachBlockIsInTheIntervals() throws Exception {
    KnownRuns steady = new KnownRuns();
    KnownRuns runs = new KnownRuns();
    runs.speedOf =
        request -> request.directory().toString().matches(".*block-0[135].*") ? 0.9 : 1.1;

    Load load = new Load(10_000, 1, 0, 0);
    Cores usual = Prediction.of(model(steady, false), load).withTls().get(0).client();
    directory = directory.resolve("changing");
    CostModel model = model(runs, false);
    Cores changing = Prediction.of(model, load).withTls().get(0).client();

    assertThat(changing.all().halfWidth() / changing.all().value()).isBetween(0.06, 0.15);
    assertThat(changing.all().halfWidth()).isGreaterThan(1.3 * usual.all().halfWidth());
    assertThat(changing.tls().halfWidth()).isGreaterThan(changing.atThisSpeed().halfWidth());
    assertThat(model.checks()).allMatch(SelfCheck::holds);
  }

  @Test
  void whatIntervalsOfOneServerDoNotContainIsSaid() throws Exception {
    KnownRuns runs = new KnownRuns();
    Modelling modelling = new Modelling(Optional.empty());
    for (ModelParts.Part part : ModelParts.all(false)) {
      Path own = directory.resolve(part.name());
      ComparisonResult result = compare(runs, part, Map.of("tls.cipher", SUITE), own);
      modelling.add(part, result.withPlan(result.plan().withOneServer(true)), own);
    }

    assertThat(modelling.model("1", "bin/ycsb model fake").warnings())
        .containsOnlyOnce(
            "One start of the server served all blocks: the intervals do not contain what differs between its starts.");
  }

  /** Those of which it is known are the dearer ones. */
  @Test
  void theServersCostsAreKnownIfAllRunsHaveThem() throws Exception {
    KnownRuns runs = new KnownRuns();
    runs.withoutServer =
        request ->
            request.properties().get("workload").equals(CHURN)
                && request.properties().getOrDefault("tls.cipher", "").contains("AES_256")
                && request.directory().toString().contains("block-02");

    CostModel model = model(runs, true);

    assertThat(model.baseline().server()).isNotNull();
    assertThat(model.variants().get(0).server()).isNull();
    assertThat(model.variants().get(1).server()).isNotNull();
    assertThat(model.checks())
        .filteredOn(check -> check.side() == Side.SERVER)
        .extracting(SelfCheck::variant)
        .containsOnly("TLS_AES_128_GCM_SHA256 RSA-2048");
  }

  /** The size of records is no part of the pin. */
  @Test
  void variantsWithTheSamePinHaveCostsAndChecksOfTheirOwn() throws Exception {
    CostModel model =
        model(
            new KnownRuns(),
            true,
            Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.recordsize", "2048,16384"));

    String small = "TLS_AES_128_GCM_SHA256 RSA-2048 recordsize=2048";
    String large = "TLS_AES_128_GCM_SHA256 RSA-2048 recordsize=16384";
    assertThat(model.variants()).extracting(VariantCost::name).containsExactly(small, large);
    assertThat(model.variants().get(0).client().micros(Term.OPERATION).value())
        .isCloseTo(25, within(1.5));
    assertThat(model.variants().get(1).client().micros(Term.OPERATION).value())
        .isCloseTo(5, within(1.5));
    assertThat(model.checks()).hasSize(12).allMatch(SelfCheck::holds);
    assertThat(model.checks()).extracting(SelfCheck::variant).containsOnly(small, large);
    assertThat(model.connections())
        .extracting(ConnectionTime::variant)
        .containsExactlyInAnyOrder("plain", small, small, large, large);
  }

  @Test
  void withoutResumedHandshakesTheyAreNoTerm() throws Exception {
    CostModel model = model(new KnownRuns(), false);

    assertThat(model.variants().get(0).client().terms())
        .containsExactly(
            Term.OPERATION,
            Term.KILOBYTE,
            Term.KILOBYTE_BEYOND_16,
            Term.KILOBYTE_BEYOND_32,
            Term.FULL_HANDSHAKE);
  }
}
