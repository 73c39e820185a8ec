package site.ycsb.tls.comparison.result;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.Variant;

/**
 * The metric that answers the question of a comparison. It follows from the plan, never from the
 * results: choosing afterwards would find differences by chance.
 */
public final class PrimaryMetric {
  /** Of equal proportions the first counts. */
  private static final Map<Property<Double>, String> OPERATIONS = new LinkedHashMap<>();

  static {
    OPERATIONS.put(WorkloadProperties.READPROPORTION, "READ");
    OPERATIONS.put(WorkloadProperties.UPDATEPROPORTION, "UPDATE");
    OPERATIONS.put(WorkloadProperties.INSERTPROPORTION, "INSERT");
    OPERATIONS.put(WorkloadProperties.SCANPROPORTION, "SCAN");
    OPERATIONS.put(WorkloadProperties.READMODIFYWRITEPROPORTION, "READ-MODIFY-WRITE");
  }

  private PrimaryMetric() {}

  /**
   * Throughput; if the variant or the baseline has a {@code target} there, the mean latency of the
   * workload's main operation: a cycle of the connection-churn workload, a transaction of oltp,
   * otherwise the operation with the greatest proportion.
   */
  public static Metric of(ComparisonPlan plan, Point point, Variant variant) {
    return of(plan, point, variant, plan.baseline());
  }

  /** That of all variants together, as in a chart of them: the latency, if one has a target. */
  public static Metric of(ComparisonPlan plan, Point point) {
    return plan.columns().stream().anyMatch(variant -> plan.hasTarget(point, variant))
        ? latency(plan, point)
        : Metric.THROUGHPUT;
  }

  private static Metric of(ComparisonPlan plan, Point point, Variant of, Variant to) {
    return plan.hasTarget(point, of) || plan.hasTarget(point, to)
        ? latency(plan, point)
        : Metric.THROUGHPUT;
  }

  private static Metric latency(ComparisonPlan plan, Point point) {
    Map<String, String> properties = new LinkedHashMap<>(plan.base());
    properties.putAll(point.values());
    boolean intendedOnly =
        new TypedProperties(properties)
            .get(ReportProperties.MEASUREMENT_INTERVAL, "")
            .equals("intended");
    return new Metric(Metric.Kind.MEAN, (intendedOnly ? "Intended-" : "") + operation(properties));
  }

  /**
   * The two metrics of a variant that decide whether a comparison is precise enough: client CPU and
   * the primary metric.
   */
  public static Set<Metric> deciding(ComparisonPlan plan, Point point, Variant variant) {
    return Set.of(Metric.CLIENT_CPU, of(plan, point, variant));
  }

  /** Whether the metric is of the primary family for some variant. */
  public static boolean isPrimary(ComparisonPlan plan, Point point, Metric metric) {
    return plan.others().stream()
        .anyMatch(variant -> isPrimary(plan, point, metric, variant, plan.baseline()));
  }

  /**
   * Whether the metric of the one relative to the other is of the primary family: its verdicts are
   * corrected among themselves only.
   */
  public static boolean isPrimary(
      ComparisonPlan plan, Point point, Metric metric, Variant of, Variant to) {
    return metric.equals(Metric.CLIENT_CPU)
        || metric.equals(Metric.SERVER_CPU)
        || metric.equals(of(plan, point, of, to));
  }

  private static String operation(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    String workload = values.get(RunProperties.WORKLOAD, "");
    if (workload.equals(RunOptions.CHURN_WORKLOAD)) {
      return "CYCLE";
    }
    if (workload.equals(RunOptions.OLTP_WORKLOAD)) {
      return "TRANSACTION";
    }
    // Of equals, max() keeps the last one and min() the first one.
    return OPERATIONS.entrySet().stream()
        .min(Comparator.comparingDouble(e -> -proportion(values, e.getKey())))
        .map(Map.Entry::getValue)
        .orElseThrow();
  }

  private static double proportion(TypedProperties values, Property<Double> proportion) {
    try {
      return values.get(proportion);
    } catch (UsageException e) {
      // The runs refuse it with a better message.
      return 0;
    }
  }
}
