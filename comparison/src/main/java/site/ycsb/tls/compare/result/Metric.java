package site.ycsb.tls.compare.result;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.measurement.RunResult.OperationResult;

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
    if (kind.ofOperation == operation.isEmpty()) {
      throw new IllegalArgumentException(kind + " of operation \"" + operation + "\"");
    }
  }

  /** What can be measured, in the order of reports. */
  public enum Kind {
    THROUGHPUT("throughput", "ops/s", false, 0),
    MEAN("mean", "µs", true, 0),
    P50("p50", "µs", true, 0.50),
    P95("p95", "µs", true, 0.95),
    P99("p99", "µs", true, 0.99),
    CLIENT_CPU("client CPU", "µs/op", false, 0),
    SERVER_CPU("server CPU", "µs/op", false, 0),
    COLD_CLIENT_CPU("cold client CPU", "µs/op", false, 0),
    COLD_SERVER_CPU("cold server CPU", "µs/op", false, 0);

    private final String label;
    private final String unit;
    private final boolean ofOperation;
    private final double quantile;

    Kind(String label, String unit, boolean ofOperation, double quantile) {
      this.label = label;
      this.unit = unit;
      this.ofOperation = ofOperation;
      this.quantile = quantile;
    }

    /** The name in tables. */
    public String label() {
      return label;
    }

    /** Unit of its figures. */
    public String unit() {
      return unit;
    }

    /** Whether it is a latency of one kind of operation. */
    public boolean ofOperation() {
      return ofOperation;
    }
  }

  /** The name in files: {@code throughput}, {@code READ p99}, {@code client CPU}. */
  public String key() {
    return kind.ofOperation ? operation + " " + kind.label : kind.label;
  }

  /**
   * The metric with that key.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Metric ofKey(String key) {
    for (Kind kind : Kind.values()) {
      if (!kind.ofOperation && key.equals(kind.label)) {
        return new Metric(kind, "");
      }
      if (kind.ofOperation && key.endsWith(" " + kind.label)) {
        return new Metric(kind, key.substring(0, key.length() - kind.label.length() - 1));
      }
    }
    throw new IllegalArgumentException("no such metric: " + key);
  }

  /**
   * Each metric once: throughput, latencies by operation, CPU. An operation with parts (a cycle, a
   * transaction) comes before its parts, the others in the order of their first occurrence.
   */
  static List<Metric> inOrder(Stream<Metric> metrics) {
    List<Metric> found = metrics.distinct().toList();
    List<String> operations =
        found.stream()
            .map(Metric::operation)
            .distinct()
            .sorted(Comparator.comparing((String operation) -> !WHOLES.contains(operation)))
            .toList();
    return found.stream()
        .sorted(
            Comparator.comparingInt((Metric m) -> rank(m.kind))
                .thenComparingInt(m -> operations.indexOf(m.operation))
                .thenComparing(Metric::kind))
        .toList();
  }

  private static int rank(Kind kind) {
    return switch (kind) {
      case THROUGHPUT -> 0;
      case MEAN, P50, P95, P99 -> 1;
      case CLIENT_CPU -> 2;
      case SERVER_CPU -> 3;
      case COLD_CLIENT_CPU, COLD_SERVER_CPU -> 4;
    };
  }

  /** Whether more of it is better. */
  public boolean moreIsBetter() {
    return kind == Kind.THROUGHPUT;
  }

  /**
   * The figures of a run by {@link #key()}: throughput, the latencies of its operations (the most
   * frequent first), CPU. Figures that the run does not have, or has too few samples for, are
   * absent.
   */
  static Map<String, Double> figures(RunResult run) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(THROUGHPUT.key(), run.throughput());
    run.operations().entrySet().stream()
        .filter(e -> isLatencyOfSuccess(e.getKey()) && e.getValue().count() > 0)
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<String, OperationResult> e) -> -e.getValue().count())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(e -> putLatencies(figures, e.getKey(), e.getValue()));
    if (run.succeeded() > 0 && run.cpu() != null) {
      figures.put(CLIENT_CPU.key(), run.cpu().clientSeconds() * 1e6 / run.succeeded());
      if (run.cpu().serverSeconds() != null) {
        figures.put(SERVER_CPU.key(), run.cpu().serverSeconds() * 1e6 / run.succeeded());
      }
    }
    if (run.slices() != null && run.slices().cold() != null) {
      putCold(figures, run.slices().cold());
    }
    return figures;
  }

  /** The cost of the first operations of a process, before its code is compiled. */
  private static void putCold(Map<String, Double> figures, RunResult.Cold cold) {
    if (cold.succeeded() > 0) {
      figures.put(
          new Metric(Kind.COLD_CLIENT_CPU, "").key(),
          cold.clientCpuSeconds() * 1e6 / cold.succeeded());
      if (cold.serverCpuSeconds() != null) {
        figures.put(
            new Metric(Kind.COLD_SERVER_CPU, "").key(),
            cold.serverCpuSeconds() * 1e6 / cold.succeeded());
      }
    }
  }

  private static boolean isLatencyOfSuccess(String operation) {
    return !operation.endsWith("-FAILED") && !operation.equals("CLEANUP");
  }

  private static void putLatencies(
      Map<String, Double> figures, String operation, OperationResult result) {
    figures.put(new Metric(Kind.MEAN, operation).key(), result.meanNanos() / 1000);
    for (Kind kind : List.of(Kind.P50, Kind.P95, Kind.P99)) {
      Long nanos = result.percentilesNanos().get(kind.label.substring(1));
      if (nanos != null && result.count() * (1 - kind.quantile) >= SAMPLES_ABOVE - 1e-6) {
        figures.put(new Metric(kind, operation).key(), nanos / 1000.0);
      }
    }
  }
}
