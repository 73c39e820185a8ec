package site.ycsb.tls.comparison.result;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;

/**
 * The metric that answers the question of a comparison. It follows from the plan, never from the
 * results: choosing afterwards would find differences by chance.
 */
public final class PrimaryMetric {
  /** YCSB's defaults: property, operation, proportion; of equal proportions the first counts. */
  private static final Map<String, Operation> PROPORTIONS = new LinkedHashMap<>();

  static {
    PROPORTIONS.put("readproportion", new Operation("READ", 0.95));
    PROPORTIONS.put("updateproportion", new Operation("UPDATE", 0.05));
    PROPORTIONS.put("insertproportion", new Operation("INSERT", 0));
    PROPORTIONS.put("scanproportion", new Operation("SCAN", 0));
    PROPORTIONS.put("readmodifywriteproportion", new Operation("READ-MODIFY-WRITE", 0));
  }

  private PrimaryMetric() {}

  private record Operation(String name, double proportion) {}

  /**
   * Throughput; with a {@code target} the mean latency of the workload's main operation: a cycle of
   * the connection-churn workload, a transaction of oltp, otherwise the operation with the greatest
   * proportion.
   */
  public static Metric of(ComparisonPlan plan, Point point) {
    if (!plan.throttled()) {
      return Metric.THROUGHPUT;
    }
    Map<String, String> properties = new LinkedHashMap<>(plan.base());
    properties.putAll(point.values());
    boolean intendedOnly = properties.getOrDefault("measurement.interval", "").equals("intended");
    return new Metric(Metric.Kind.MEAN, (intendedOnly ? "Intended-" : "") + operation(properties));
  }

  /**
   * The two metrics that decide whether a comparison is precise enough: client CPU and the primary
   * metric.
   */
  public static Set<Metric> deciding(ComparisonPlan plan, Point point) {
    return Set.of(Metric.CLIENT_CPU, of(plan, point));
  }

  /**
   * Whether the metric is of the primary family: its verdicts are corrected among themselves only.
   */
  public static boolean isPrimary(ComparisonPlan plan, Point point, Metric metric) {
    return metric.equals(Metric.CLIENT_CPU)
        || metric.equals(Metric.SERVER_CPU)
        || metric.equals(of(plan, point));
  }

  private static String operation(Map<String, String> properties) {
    String workload = properties.getOrDefault("workload", "");
    if (workload.endsWith(".ConnectionChurnWorkload")) {
      return "CYCLE";
    }
    if (workload.endsWith(".OltpReadOnlyWorkload")) {
      return "TRANSACTION";
    }
    // Of equals, max() keeps the last one and min() the first one.
    return PROPORTIONS.entrySet().stream()
        .min(Comparator.comparingDouble(e -> -proportion(properties, e.getKey(), e.getValue())))
        .map(e -> e.getValue().name())
        .orElseThrow();
  }

  private static double proportion(
      Map<String, String> properties, String name, Operation operation) {
    try {
      String given = properties.get(name);
      return given == null ? operation.proportion() : Double.parseDouble(given.trim());
    } catch (NumberFormatException e) {
      // The runs refuse it with a better message.
      return 0;
    }
  }
}
