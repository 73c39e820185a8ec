package site.ycsb.tls.cost;

import java.util.List;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * The two comparisons that a model is made of: reads over kept connections, and reads on new
 * connections. What is fitted: reads of 100 B to 100 KB; and one read on each new connection, with
 * full and with resumed handshakes. What checks it: reads of 3 KB, and ten reads on each new
 * connection. Checks are points of the same comparisons, so that a machine that becomes slower does
 * so for both.
 */
public final class ModelParts {
  /**
   * Properties that say which operations the parts do and how long records are: the user cannot set
   * them.
   */
  public static final Set<String> OWN =
      Set.of(
          RunProperties.WORKLOAD.name(),
          RunProperties.RECORDCOUNT.name(),
          WorkloadProperties.FIELDCOUNT.name(),
          WorkloadProperties.FIELDLENGTH.name(),
          WorkloadProperties.MINFIELDLENGTH.name(),
          WorkloadProperties.FIELDLENGTHDISTRIBUTION.name(),
          WorkloadProperties.FIELDLENGTHHISTOGRAM.name(),
          WorkloadProperties.READALLFIELDS.name(),
          WorkloadProperties.READPROPORTION.name(),
          WorkloadProperties.UPDATEPROPORTION.name(),
          WorkloadProperties.INSERTPROPORTION.name(),
          WorkloadProperties.SCANPROPORTION.name(),
          WorkloadProperties.READMODIFYWRITEPROPORTION.name(),
          WorkloadProperties.CHURN_OPERATIONS.name(),
          RunProperties.TARGET.name());

  /** Ten fields each, so that none is longer than databases allow. */
  private static final Map<String, String> RECORDS =
      Map.of(RunProperties.RECORDCOUNT.name(), "200", WorkloadProperties.FIELDCOUNT.name(), "10");

  private static final Map<String, String> KEPT_CHECKS = Map.of("300", "reads of 3 KB");

  private static final Map<String, String> CHURN_CHECKS =
      Map.of("10", "ten reads on each new connection");

  private ModelParts() {}

  /**
   * One comparison.
   *
   * @param name of its directory
   * @param workload file of its workload
   * @param properties on top of it
   * @param axis that is varied
   * @param checks values of the axis that are not in the fit but check it, each in words
   * @param resumption values of {@code tls.resumption}, a variant of each pin for each
   */
  public record Part(
      String name,
      String workload,
      Map<String, String> properties,
      Axis axis,
      Map<String, String> checks,
      List<String> resumption) {

    boolean isChurn() {
      return workload.endsWith("connectionchurn");
    }

    /** Whether its figures are in the fit; otherwise they check it. */
    boolean isFitted(Point point) {
      return !checks.containsKey(value(point));
    }

    private String value(Point point) {
      return point.values().get(axis.property());
    }

    /** A point that is a check. */
    String inWords(Point point, boolean resumed) {
      String words = checks.get(value(point));
      return resumed ? words.replace("new", "resumed") : words;
    }
  }

  /**
   * The parts in the order in which they are run.
   *
   * @param resumption whether resumed handshakes are measured too
   */
  public static List<Part> all(boolean resumption) {
    return List.of(
        new Part(
            "kept",
            "workloads/workloadc",
            RECORDS,
            new Axis(
                WorkloadProperties.FIELDLENGTH.name(),
                List.of("10", "100", "300", "1000", "3000", "10000")),
            KEPT_CHECKS,
            List.of("off")),
        new Part(
            "churn",
            "workloads/connectionchurn",
            TypedProperties.merged(RECORDS, Map.of(WorkloadProperties.FIELDLENGTH.name(), "10")),
            new Axis(WorkloadProperties.CHURN_OPERATIONS.name(), List.of("1", "10")),
            CHURN_CHECKS,
            resumption ? List.of("off", "on") : List.of("off")));
  }
}
