package site.ycsb.tls.cost;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.Estimate;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.fit.Sample;
import site.ycsb.tls.cost.fit.Samples;
import site.ycsb.tls.cost.fit.Speed;
import site.ycsb.tls.cost.fit.Term;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/** Makes a model of the finished parts. Not thread-safe. */
public final class Modelling {
  static final List<Term> PLAIN =
      List.copyOf(EnumSet.complementOf(EnumSet.of(Term.FULL_HANDSHAKE, Term.RESUMED_HANDSHAKE)));

  static final List<Term> TLS = List.copyOf(EnumSet.complementOf(EnumSet.of(Term.CONNECTION)));

  private static final String ONE_SERVER =
      "One start of the server served all blocks: the intervals do not contain what differs between its starts.";

  private final Optional<StartTls> before;
  private final Map<ModelParts.Part, Samples> parts = new LinkedHashMap<>();

  /**
   * A model of a server.
   *
   * @param before what precedes TLS on its connections; empty when nothing does
   */
  public Modelling(Optional<StartTls> before) {
    this.before = before;
  }

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
    Samples kept = fitted(false);
    List<Sample> client = baseline(Side.CLIENT);
    boolean known = isServerKnown(samples -> List.of(samples.result().plan().baseline()));
    VariantCost baseline =
        new VariantCost(
            kept.result().plan().baseline().name(),
            fit(PLAIN, client, Side.CLIENT),
            known ? fit(PLAIN, baseline(Side.SERVER), Side.SERVER) : null);
    List<VariantCost> variants = new ArrayList<>();
    for (Variant variant : kept.result().plan().variants()) {
      variants.add(
          new VariantCost(
              variant.name(),
              fit(TLS, differences(variant, Side.CLIENT), Side.CLIENT),
              known && isServerKnown(samples -> same(samples, variant))
                  ? fit(TLS, differences(variant, Side.SERVER), Side.SERVER)
                  : null));
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
        connections(fitted(true)),
        kilobytes(client).min().orElseThrow(),
        kilobytes(client).max().orElseThrow(),
        checks(variants),
        doubts(),
        warnings());
  }

  /** With the speed of the part of which it is known least. */
  private CostFit fit(List<Term> terms, List<Sample> samples, Side side) throws ModelException {
    return CostFit.of(terms, samples)
        .withSpeed(
            parts.values().stream()
                .flatMap(part -> part.speed(side).stream())
                .max(Comparator.comparingDouble(Speed::variance))
                .orElse(Speed.EXACT));
  }

  /** Those of the comparisons, and what their intervals do not contain. */
  private List<String> warnings() {
    List<ComparisonResult> all = parts.values().stream().map(Samples::result).toList();
    return Stream.concat(
            all.stream().flatMap(result -> result.warnings().stream()),
            all.stream().filter(result -> result.plan().hasOneServer()).map(result -> ONE_SERVER))
        .distinct()
        .toList();
  }

  /** Why the figures of each variant are no answer; of short runs, whose code is cold, none. */
  private Map<String, List<Doubt>> doubts() {
    Map<String, List<Doubt>> all = new LinkedHashMap<>();
    for (Variant variant : fitted(false).result().plan().variants()) {
      List<Doubt> doubts =
          parts.entrySet().stream()
              .flatMap(part -> doubts(part.getKey(), part.getValue(), variant))
              .distinct()
              .toList();
      if (!doubts.isEmpty()) {
        all.put(variant.name(), doubts);
      }
    }
    return all;
  }

  private static Stream<Doubt> doubts(ModelParts.Part part, Samples samples, Variant variant) {
    ComparisonResult result = samples.result();
    return result.plan().points().stream()
        .filter(point -> part.isFitted(point) && !result.plan().schedule().quick())
        .flatMap(
            point ->
                same(samples, variant).stream()
                    .flatMap(each -> result.doubt(point, each, Metric.SERVER_CPU).stream()));
  }

  private static java.util.stream.DoubleStream kilobytes(List<Sample> samples) {
    return samples.stream().mapToDouble(s -> s.amounts().of(Term.KILOBYTE));
  }

  /**
   * Whether all runs of these variants have the server's CPU time. What some lack is not known, as
   * in a comparison: those that lack it are the ones in which least was left.
   */
  private boolean isServerKnown(Function<Samples, List<Variant>> variants) {
    return parts.values().stream()
        .flatMap(samples -> variants.apply(samples).stream().flatMap(v -> samples.runs(v).stream()))
        .allMatch(run -> Metric.SERVER_CPU.of(run).isPresent());
  }

  /** What is fitted of one part. */
  private Samples fitted(boolean churn) {
    return parts.entrySet().stream()
        .filter(e -> e.getKey().isChurn() == churn)
        .map(e -> e.getValue().at(e.getKey()::isFitted))
        .findFirst()
        .orElseThrow();
  }

  private List<Sample> baseline(Side side) {
    return Stream.of(fitted(false), fitted(true))
        .flatMap(samples -> samples.baseline(side).stream())
        .toList();
  }

  private List<Sample> differences(Variant variant, Side side) {
    return Stream.of(fitted(false), fitted(true))
        .flatMap(part -> same(part, variant).stream().map(v -> part.differences(v, side)))
        .flatMap(List::stream)
        .toList();
  }

  /** The variants of a part that differ from this one in nothing but resumption. */
  private static List<Variant> same(Samples samples, Variant variant) {
    return samples.result().plan().variants().stream()
        .filter(v -> settings(v).equals(settings(variant)))
        .toList();
  }

  private static Map<String, String> settings(Variant variant) {
    Map<String, String> settings = new LinkedHashMap<>(variant.properties());
    settings.remove(TlsProperties.RESUMPTION.name());
    return settings;
  }

  private List<ConnectionTime> connections(Samples churn) {
    List<ConnectionTime> times = new ArrayList<>();
    for (Variant variant : churn.result().plan().columns()) {
      List<RunResult> runs = churn.runs(variant);
      boolean resumed = resumed(runs);
      Optional<Variant> kept = same(fitted(false), variant).stream().findFirst();
      times.add(
          new ConnectionTime(
              kept.map(Variant::name).orElse(variant.name()),
              resumed,
              mean(runs, "TCP-CONNECT"),
              mean(runs, "TLS-HANDSHAKE"),
              ConnectionTime.roundTrips(before, Optional.ofNullable(runs.get(0).tls()), resumed)));
    }
    return times;
  }

  /** As counted, not as asked: a server may give no tickets. */
  private static boolean resumed(List<RunResult> runs) {
    return runs.stream()
        .map(run -> run.transport().connections())
        .filter(Objects::nonNull)
        .anyMatch(counts -> counts.resumedHandshakes() > counts.fullHandshakes());
  }

  private static double mean(List<RunResult> runs, String phase) {
    return runs.stream()
            .flatMap(run -> Optional.ofNullable(run.operations().get(phase)).stream())
            .mapToDouble(OperationResult::meanNanos)
            .average()
            .orElse(0)
        / 1000;
  }

  /** What is to be checked: a variant's cost at a point, on one side. */
  private record Unchecked(
      String point, Samples samples, Variant variant, String name, CostFit fit, Side side) {}

  private List<SelfCheck> checks(List<VariantCost> variants) {
    List<Unchecked> checks = new ArrayList<>();
    parts.forEach(
        (part, samples) -> {
          for (Point point : samples.result().plan().points()) {
            if (!part.isFitted(point)) {
              checks.addAll(unchecked(part, point, samples.at(point::equals), variants));
            }
          }
        });
    double confidence = 1 - (1 - Interval.LEVEL) / Math.max(1, checks.size());
    return checks.stream().map(each -> check(each, confidence)).toList();
  }

  private List<Unchecked> unchecked(
      ModelParts.Part part, Point point, Samples samples, List<VariantCost> variants) {
    List<Unchecked> checks = new ArrayList<>();
    for (Variant variant : samples.result().plan().variants()) {
      boolean resumed = resumed(samples.runs(variant));
      VariantCost cost = cost(variants, variant);
      for (Side side : Side.values()) {
        cost.of(side)
            .ifPresent(
                fit ->
                    checks.add(
                        new Unchecked(
                            part.inWords(point, resumed),
                            samples,
                            variant,
                            cost.name(),
                            fit,
                            side)));
      }
    }
    return checks;
  }

  private VariantCost cost(List<VariantCost> variants, Variant variant) {
    String name = same(fitted(false), variant).get(0).name();
    return variants.stream().filter(cost -> cost.name().equals(name)).findFirst().orElseThrow();
  }

  private static SelfCheck check(Unchecked what, double confidence) {
    List<Sample> differences = what.samples.differences(what.variant, what.side);
    double[] micros = differences.stream().mapToDouble(Sample::micros).toArray();
    Estimate measured =
        new Estimate(
            StatUtils.mean(micros),
            Math.sqrt(StatUtils.variance(micros) / micros.length),
            Math.max(1, micros.length - 1));
    Estimate predicted = what.fit.micros(differences.get(0).amounts());
    Estimate difference =
        new Estimate(
            predicted.value() - measured.value(),
            Math.hypot(measured.standardError(), predicted.standardError()),
            Math.min(measured.freedom(), predicted.freedom()));
    return new SelfCheck(
        what.name,
        what.point,
        what.side,
        predicted,
        measured,
        what.samples.baseline(what.side).stream().mapToDouble(Sample::micros).average().orElse(0),
        difference.halfWidth(confidence));
  }
}
