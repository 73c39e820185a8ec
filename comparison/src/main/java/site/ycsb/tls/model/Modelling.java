package site.ycsb.tls.model;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.statistics.distribution.TDistribution;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.model.fit.CostFit;
import site.ycsb.tls.model.fit.Estimate;
import site.ycsb.tls.model.fit.ModelException;
import site.ycsb.tls.model.fit.Sample;
import site.ycsb.tls.model.fit.Samples;
import site.ycsb.tls.model.fit.Side;
import site.ycsb.tls.model.fit.Term;

/** Makes a model of the finished parts. Not thread-safe. */
public final class Modelling {
  static final List<Term> PLAIN = List.of(Term.OPERATION, Term.KILOBYTE, Term.CONNECTION);

  static final List<Term> TLS =
      List.of(Term.OPERATION, Term.KILOBYTE, Term.FULL_HANDSHAKE, Term.RESUMED_HANDSHAKE);

  private static final double CONFIDENCE = 0.95;

  private final Map<ModelParts.Part, Samples> parts = new LinkedHashMap<>();

  /**
   * Adds a finished part.
   *
   * @throws IOException when results of its runs are missing or damaged
   * @throws ModelException when the connections of a run are not known
   */
  public void add(ModelParts.Part part, ComparisonResult result, Path directory)
      throws IOException, ModelException {
    parts.put(part, Samples.of(result, directory));
  }

  /**
   * The model of all parts.
   *
   * @throws ModelException when there are too few figures for it
   */
  public CostModel model(String toolVersion, String command) throws ModelException {
    Samples kept = first(false);
    List<Sample> client = baseline(Side.CLIENT);
    VariantCost baseline =
        new VariantCost(
            kept.result().plan().baseline().name(),
            CostFit.of(PLAIN, client),
            fit(PLAIN, baseline(Side.SERVER)));
    List<VariantCost> variants = new ArrayList<>();
    for (Variant variant : kept.result().plan().variants()) {
      variants.add(
          new VariantCost(
              variant.name(),
              CostFit.of(TLS, differences(variant, Side.CLIENT)),
              fit(TLS, differences(variant, Side.SERVER))));
    }
    RunResult any = kept.runs(kept.result().plan().baseline()).get(0);
    return new CostModel(
        CostModel.FORMAT,
        toolVersion,
        command,
        OffsetDateTime.now(java.time.ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS)
            .toString(),
        kept.result().plan().binding(),
        any.server(),
        any.environment(),
        kept.result().plan().schedule().quick(),
        baseline,
        variants,
        connections(first(true)),
        kilobytes(client).min().orElseThrow(),
        kilobytes(client).max().orElseThrow(),
        checks(baseline, variants));
  }

  private static java.util.stream.DoubleStream kilobytes(List<Sample> samples) {
    return samples.stream().mapToDouble(s -> s.amounts().of(Term.KILOBYTE));
  }

  /** Null when the server's CPU time is unknown. */
  private static CostFit fit(List<Term> terms, List<Sample> samples) throws ModelException {
    return samples.isEmpty() ? null : CostFit.of(terms, samples);
  }

  private Samples first(boolean churn) {
    return parts.entrySet().stream()
        .filter(e -> e.getKey().isFitted() && e.getKey().isChurn() == churn)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    churn ? "no part with new connections" : "no part with kept connections"));
  }

  private List<Sample> baseline(Side side) {
    return parts.entrySet().stream()
        .filter(e -> e.getKey().isFitted())
        .flatMap(e -> e.getValue().baseline(side).stream())
        .toList();
  }

  private List<Sample> differences(Variant variant, Side side) {
    List<Sample> all = new ArrayList<>();
    parts.forEach(
        (part, samples) -> {
          if (part.isFitted()) {
            same(samples, variant).forEach(v -> all.addAll(samples.differences(v, side)));
          }
        });
    return all;
  }

  /** The variants of another part that pin the same. */
  private static List<Variant> same(Samples samples, Variant variant) {
    return samples.result().plan().variants().stream()
        .filter(v -> v.tls().isPresent() && pin(v).equals(pin(variant)))
        .toList();
  }

  private static Object pin(Variant variant) {
    return variant.tls().orElseThrow().pin();
  }

  private List<ConnectionTime> connections(Samples churn) {
    List<ConnectionTime> times = new ArrayList<>();
    for (Variant variant : churn.result().plan().columns()) {
      List<RunResult> runs = churn.runs(variant);
      boolean resumed = variant.tls().filter(tls -> !tls.resumption().isOff()).isPresent();
      Optional<Variant> kept =
          first(false).result().plan().variants().stream()
              .filter(v -> variant.tls().isPresent() && pin(v).equals(pin(variant)))
              .findFirst();
      times.add(
          new ConnectionTime(
              kept.map(Variant::name).orElse(variant.name()),
              resumed,
              mean(runs, "TCP-CONNECT"),
              mean(runs, "TLS-HANDSHAKE"),
              ConnectionTime.roundTrips(
                  runs.get(0).tls() == null ? "" : runs.get(0).tls().protocol(), resumed)));
    }
    return times;
  }

  private static double mean(List<RunResult> runs, String phase) {
    return runs.stream()
            .flatMap(run -> Optional.ofNullable(run.operations().get(phase)).stream())
            .mapToDouble(OperationResult::meanNanos)
            .average()
            .orElse(0)
        / 1000;
  }

  private List<SelfCheck> checks(VariantCost baseline, List<VariantCost> variants) {
    long points = parts.keySet().stream().filter(part -> !part.isFitted()).count();
    int sides = baseline.server() == null ? 1 : 2;
    double confidence = 1 - (1 - CONFIDENCE) / Math.max(1, points * sides * variants.size());
    List<SelfCheck> checks = new ArrayList<>();
    parts.forEach(
        (part, samples) -> {
          for (Variant variant : part.isFitted() ? List.<Variant>of() : plan(samples)) {
            for (Side side : Side.values()) {
              cost(variants, variant)
                  .ifPresent(
                      cost ->
                          cost.of(side)
                              .ifPresent(
                                  fit ->
                                      checks.add(
                                          check(
                                              part,
                                              samples,
                                              variant,
                                              cost,
                                              fit,
                                              side,
                                              confidence))));
            }
          }
        });
    return checks;
  }

  private static List<Variant> plan(Samples samples) {
    return samples.result().plan().variants();
  }

  private Optional<VariantCost> cost(List<VariantCost> variants, Variant variant) {
    return first(false).result().plan().variants().stream()
        .filter(v -> pin(v).equals(pin(variant)))
        .flatMap(v -> variants.stream().filter(cost -> cost.name().equals(v.name())))
        .findFirst();
  }

  private static SelfCheck check(
      ModelParts.Part part,
      Samples samples,
      Variant variant,
      VariantCost cost,
      CostFit fit,
      Side side,
      double confidence) {
    List<Sample> differences = samples.differences(variant, side);
    double[] micros = differences.stream().mapToDouble(Sample::micros).toArray();
    Estimate measured =
        new Estimate(
            StatUtils.mean(micros),
            Math.sqrt(StatUtils.variance(micros) / micros.length),
            Math.max(1, micros.length - 1));
    Estimate predicted = fit.micros(differences.get(0).amounts());
    double freedom = Math.min(measured.freedom(), predicted.freedom());
    double off =
        Math.hypot(measured.standardError(), predicted.standardError())
            * TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
    return new SelfCheck(
        cost.name(),
        part.name(),
        side,
        predicted,
        measured,
        samples.baseline(side).stream().mapToDouble(Sample::micros).average().orElse(0),
        off);
  }
}
