package site.ycsb.tls.comparison.result;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.Slices;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.ModeratedT.Prior;

/**
 * A metric that is measured in every run and compared between variants.
 *
 * @param kind what is measured
 * @param operation its operation ({@code READ}); empty for all together
 */
public record Metric(Kind kind, String operation) {
  /** Operations per second that succeeded. */
  public static final Metric THROUGHPUT = new Metric(Kind.THROUGHPUT, "");

  /** CPU time of the load generator's process per operation. */
  public static final Metric CLIENT_CPU = new Metric(Kind.CLIENT_CPU, "");

  /** CPU time of the server's processes per operation. */
  public static final Metric SERVER_CPU = new Metric(Kind.SERVER_CPU, "");

  /** Operations that are also reported in parts: of the churn and the oltp workload. */
  private static final Set<String> WHOLES = Set.of("CYCLE", "TRANSACTION");

  /** The least number of samples above a percentile; with fewer it depends on a few of them. */
  private static final int SAMPLES_ABOVE = 100;

  public Metric {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(operation);
    if (kind.ofOperation() == operation.isEmpty()) {
      throw new IllegalArgumentException(kind + " of operation \"" + operation + "\"");
    }
  }

  /**
   * What can be measured, in the order of reports: each with all that is known of it. A new one is
   * added here only. The priors, of the ratios and then of the baseline's figures, are those of the
   * series in {@code data/replications}, by {@code benchmarks/coverage/Prior.java}; those of cold
   * code are not, as there they are of an older definition.
   */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  public enum Kind {
    SERVER_CPU(
        "server CPU",
        run -> cpu(run, CpuUse::serverSeconds),
        null,
        new Prior(2.39, 0.0210),
        new Prior(3.64, 0.0579)),
    CLIENT_CPU(
        "client CPU",
        run -> cpu(run, CpuUse::clientSeconds),
        null,
        new Prior(2.50, 0.0269),
        new Prior(3.87, 0.0599)),
    THROUGHPUT(
        "throughput",
        RunResult::throughput,
        null,
        new Prior(1.74, 0.0205),
        new Prior(1.27, 0.0374)),
    MEAN(
        "mean",
        null,
        latency -> latency.meanNanos() / 1000,
        new Prior(1.57, 0.0339),
        new Prior(2.68, 0.0588)),
    P50(
        "p50",
        null,
        latency -> percentile(latency, 50),
        new Prior(1.39, 0.0305),
        new Prior(1.89, 0.0454)),
    P95(
        "p95",
        null,
        latency -> percentile(latency, 95),
        new Prior(3.33, 0.0447),
        new Prior(2.66, 0.0830)),
    P99(
        "p99",
        null,
        latency -> percentile(latency, 99),
        new Prior(5.56, 0.0355),
        new Prior(10.87, 0.0995)),
    COLD_CLIENT_CPU(
        "cold client CPU",
        run -> cold(run, Slices.Cold::clientCpuSeconds),
        null,
        unfitted(),
        unfittedBaseline()),
    COLD_SERVER_CPU(
        "cold server CPU",
        run -> cold(run, Slices.Cold::serverCpuSeconds),
        null,
        unfitted(),
        unfittedBaseline());

    private final String label;
    private final Function<RunResult, Double> ofRun;
    private final Function<OperationResult, Double> ofLatencies;
    private final Prior prior;
    private final Prior ofBaseline;

    /**
     * Of all operations together, or of one.
     *
     * @param ofRun gives null when a run does not have it; null for a latency
     * @param ofLatencies gives null when there are too few; null for all others
     */
    Kind(
        String label,
        Function<RunResult, Double> ofRun,
        Function<OperationResult, Double> ofLatencies,
        Prior prior,
        Prior ofBaseline) {
      this.label = label;
      this.ofRun = ofRun;
      this.ofLatencies = ofLatencies;
      this.prior = prior;
      this.ofBaseline = ofBaseline;
    }

    /**
     * Until there are series to fit one to: the fewest degrees of freedom and the greatest
     * deviation of the fitted priors.
     */
    private static Prior unfitted() {
      return new Prior(1.39, 0.0447);
    }

    /** The same of the baseline's figures. */
    private static Prior unfittedBaseline() {
      return new Prior(1.27, 0.0995);
    }

    /** How log ratios of two variants scatter from block to block, where they take turns. */
    public Prior prior() {
      return prior;
    }

    /** How logarithms of the baseline's figures scatter from block to block, likewise. */
    public Prior ofBaseline() {
      return ofBaseline;
    }

    /**
     * The geometric mean of the baseline's figures, with the interval of a moderated t.
     *
     * @param figures one of each block, above 0
     * @param level 0–1
     */
    public Interval geometricMean(DoubleStream figures, double level) {
      return ModeratedT.interval(figures.map(Math::log).toArray(), ofBaseline, level)
          .map(Math::exp);
    }

    /** Unit of its figures. */
    public String unit() {
      return this == THROUGHPUT ? "ops/s" : ofOperation() ? "µs" : "µs/op";
    }

    /** Whether it is a latency of one kind of operation. */
    public boolean ofOperation() {
      return ofLatencies != null;
    }

    /** Whether it is a time, in µs: a latency, or that of a CPU. */
    public boolean isTime() {
      return this != THROUGHPUT;
    }

    /** Whether it is the price of code that is not compiled yet. */
    public boolean ofColdCode() {
      return this == COLD_CLIENT_CPU || this == COLD_SERVER_CPU;
    }

    /** The place of all latencies is that of the first: they are ordered by operation. */
    private Kind rank() {
      return ofOperation() ? MEAN : this;
    }

    private static Double percentile(OperationResult latencies, int percentile) {
      boolean enough = latencies.count() * (1 - percentile / 100.0) >= SAMPLES_ABOVE - 1e-6;
      Long nanos = latencies.percentilesNanos().get(Integer.toString(percentile));
      return enough && nanos != null ? nanos / 1000.0 : null;
    }

    private static Double cpu(RunResult run, Function<CpuUse, Double> part) {
      CpuUse cpu = run.resources().cpu();
      return cpu == null || run.hasManyFailures()
          ? null
          : perOperation(part.apply(cpu), run.succeeded());
    }

    /**
     * The cost of the first operations of a process, before its code is compiled: the same number
     * of them in each variant, from the start of its JVM.
     */
    private static Double cold(RunResult run, Function<Slices.Cold, Double> part) {
      Slices.Cold cold = run.slices() == null ? null : run.slices().cold();
      return cold == null ? null : perOperation(part.apply(cold), cold.succeeded());
    }

    /** Where nothing was left when the idle cost was taken out, it is not known. */
    private static Double perOperation(Double seconds, long operations) {
      return seconds == null || seconds <= 0 || operations == 0 ? null : seconds * 1e6 / operations;
    }
  }

  /** The name in files: {@code throughput}, {@code READ p99}, {@code client CPU}. */
  public String key() {
    return kind.ofOperation() ? operation + " " + kind.label : kind.label;
  }

  /**
   * The metric with that key.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Metric ofKey(String key) {
    for (Kind kind : Kind.values()) {
      if (!kind.ofOperation() && key.equals(kind.label)) {
        return new Metric(kind, "");
      }
      if (kind.ofOperation() && key.endsWith(" " + kind.label)) {
        return new Metric(kind, key.substring(0, key.length() - kind.label.length() - 1));
      }
    }
    throw new IllegalArgumentException(
        "expected throughput, client CPU, server CPU, or an operation and mean, p50, p95 or p99, such as 'READ mean'; given: "
            + key);
  }

  /**
   * Each metric once: CPU, throughput, latencies by operation. An operation with parts (a cycle, a
   * transaction) comes before its parts, the others in the order of their first occurrence.
   */
  public static List<Metric> inOrder(Stream<Metric> metrics) {
    List<Metric> found = metrics.distinct().toList();
    List<String> operations =
        found.stream()
            .map(Metric::operation)
            .distinct()
            .sorted(Comparator.comparing((String operation) -> !WHOLES.contains(operation)))
            .toList();
    return found.stream()
        .sorted(
            Comparator.comparing((Metric m) -> m.kind.rank())
                .thenComparingInt(m -> operations.indexOf(m.operation))
                .thenComparing(Metric::kind))
        .toList();
  }

  /** The figure of a run; empty when the run does not have it. Not of a latency. */
  public Optional<Double> of(RunResult run) {
    return Optional.ofNullable(kind.ofRun.apply(run));
  }

  /** Whether more of it is better. */
  public boolean moreIsBetter() {
    return kind == Kind.THROUGHPUT;
  }

  /**
   * The figures of a run by {@link #key()}; the latencies of the most frequent operation come
   * first. Figures that the run does not have, or has too few samples for, are absent.
   */
  static Map<String, Double> figures(RunResult run) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Stream.of(Kind.values())
        .filter(kind -> !kind.ofOperation())
        .forEach(kind -> put(figures, new Metric(kind, ""), kind.ofRun.apply(run)));
    run.operations().entrySet().stream()
        .filter(e -> isLatencyOfSuccess(e.getKey(), run.operations()))
        .filter(e -> e.getValue().count() > 0 && !e.getValue().measuredElsewhere())
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<String, OperationResult> e) -> -e.getValue().count())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(e -> putLatencies(figures, e.getKey(), e.getValue()));
    return figures;
  }

  private static void putLatencies(
      Map<String, Double> figures, String operation, OperationResult latencies) {
    Stream.of(Kind.values())
        .filter(Kind::ofOperation)
        .forEach(
            kind -> put(figures, new Metric(kind, operation), kind.ofLatencies.apply(latencies)));
  }

  private static void put(Map<String, Double> figures, Metric metric, Double figure) {
    if (figure != null) {
      figures.put(metric.key(), figure);
    }
  }

  /** Errors have latencies, too: {@code READ-FAILED}, or {@code READ-ERROR} if they are tracked. */
  private static boolean isLatencyOfSuccess(String name, Map<String, OperationResult> all) {
    return !name.endsWith("-FAILED")
        && !name.equals("CLEANUP")
        && all.entrySet().stream()
            .noneMatch(
                operation ->
                    operation.getValue().returns().keySet().stream()
                        .anyMatch(status -> name.endsWith(operation.getKey() + "-" + status)));
  }
}
