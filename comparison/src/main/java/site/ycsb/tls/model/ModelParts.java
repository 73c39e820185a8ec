package site.ycsb.tls.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.compare.plan.Axis;

/**
 * The comparisons that a model is made of. What is fitted: reads over kept connections, of 100 B to
 * 100 KB; and one read on each new connection, with full and with resumed handshakes. What checks
 * it: reads of 3 KB; ten reads on each new connection with a full handshake; and three reads of 2
 * KB on each new connection with a resumed one.
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
  private static final String CHECK_RESUMED = "check-resumed";

  private static final List<String> FULL = List.of("off");
  private static final List<String> RESUMED = List.of("on");
  private static final List<String> BOTH = List.of("off", "on");

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
   * @param resumption values of {@code tls.resumption}, a variant of each pin for each
   */
  public record Part(
      String name,
      String workload,
      Map<String, String> properties,
      List<Axis> axes,
      List<String> resumption) {

    /** Whether its figures are in the fit; otherwise they check it. */
    boolean isFitted() {
      return name.equals(KEPT) || name.equals(CHURN);
    }

    boolean isChurn() {
      return workload.endsWith("connectionchurn");
    }
  }

  /**
   * The parts in the order in which they are run.
   *
   * @param resumption false leaves out what needs resumed handshakes
   */
  public static List<Part> all(boolean resumption) {
    return Stream.of(
            new Part(
                KEPT,
                "workloads/workloadc",
                RECORDS,
                List.of(new Axis("fieldlength", List.of("10", "100", "1000", "10000"))),
                FULL),
            new Part(
                CHURN,
                "workloads/connectionchurn",
                with("fieldlength", "10"),
                List.of(),
                resumption ? BOTH : FULL),
            new Part(
                CHECK_BYTES, "workloads/workloadc", with("fieldlength", "300"), List.of(), FULL),
            new Part(
                CHECK_CONNECTIONS,
                "workloads/connectionchurn",
                with("fieldlength", "10", "churn.operations", "10"),
                List.of(),
                FULL),
            new Part(
                CHECK_RESUMED,
                "workloads/connectionchurn",
                with("fieldlength", "200", "churn.operations", "3"),
                List.of(),
                RESUMED))
        .filter(part -> resumption || !part.resumption().equals(RESUMED))
        .toList();
  }

  private static Map<String, String> with(String... namesAndValues) {
    Map<String, String> properties = new LinkedHashMap<>(RECORDS);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}
