package site.ycsb.tls.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.compare.plan.Axis;

/**
 * The comparisons that a model is made of. What is fitted: reads over kept connections, of 100 B to
 * 100 KB; and one read on each new connection, with full and with resumed handshakes. What checks
 * it: reads of 3 KB, and ten reads on each new connection.
 */
public final class ModelParts {
  /** Properties that the parts set: the user cannot. */
  public static final Set<String> OWN =
      Set.of(
          "workload",
          "recordcount",
          "fieldcount",
          "fieldlength",
          "readproportion",
          "updateproportion",
          "insertproportion",
          "scanproportion",
          "churn.operations",
          "target");

  private static final String KEPT = "kept";
  private static final String CHURN = "churn";
  private static final String CHECK_BYTES = "check-3kb";
  private static final String CHECK_CONNECTIONS = "check-10-operations";

  /** Ten fields each, so that none is longer than databases allow. */
  private static final Map<String, String> RECORDS =
      Map.of("recordcount", "200", "fieldcount", "10");

  private ModelParts() {}

  /**
   * One comparison.
   *
   * @param name of its directory
   * @param workload file of its workload
   * @param properties on top of it
   * @param axes that are varied
   * @param resumes whether variants with resumed handshakes are wanted too
   */
  public record Part(
      String name,
      String workload,
      Map<String, String> properties,
      List<Axis> axes,
      boolean resumes) {

    /** Whether its figures are in the fit; otherwise they check it. */
    boolean isFitted() {
      return name.equals(KEPT) || name.equals(CHURN);
    }

    boolean isChurn() {
      return workload.endsWith("connectionchurn");
    }
  }

  /** All parts, in the order in which they are run. */
  public static List<Part> all() {
    return List.of(
        new Part(
            KEPT,
            "workloads/workloadc",
            RECORDS,
            List.of(new Axis("fieldlength", List.of("10", "100", "1000", "10000"))),
            false),
        new Part(CHURN, "workloads/connectionchurn", with("fieldlength", "10"), List.of(), true),
        new Part(CHECK_BYTES, "workloads/workloadc", with("fieldlength", "300"), List.of(), false),
        new Part(
            CHECK_CONNECTIONS,
            "workloads/connectionchurn",
            with("fieldlength", "10", "churn.operations", "10"),
            List.of(),
            false));
  }

  private static Map<String, String> with(String... namesAndValues) {
    Map<String, String> properties = new LinkedHashMap<>(RECORDS);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}
