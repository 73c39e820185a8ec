package site.ycsb.tls.session;

import java.util.Map;
import java.util.Set;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;

/** Where a run may go on after an operation that failed. */
public final class AllowedErrors {
  /** Workloads whose transactions draw no operations from the proportions: they only read. */
  private static final Set<String> READ_ONLY =
      Set.of(RunOptions.CHURN_WORKLOAD, RunOptions.OLTP_WORKLOAD);

  private AllowedErrors() {}

  /**
   * Refuses to go on after a write that takes earlier ones with it: they were counted as done.
   *
   * @throws UsageException when writes succeed or fail together, and errors are allowed or failed
   *     inserts repeated
   */
  public static void require(Binding binding, Map<String, String> properties, Phase phase) {
    TypedProperties values = new TypedProperties(properties);
    boolean load = phase == Phase.LOAD;
    String workload = values.get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD);
    if (!load && READ_ONLY.contains(workload)) {
      return;
    }
    // A third party's workload may insert whatever the proportions are.
    boolean inserts =
        load
            || !workload.equals(RunOptions.CORE_WORKLOAD)
            || values.get(WorkloadProperties.INSERTPROPORTION) > 0;
    boolean writes =
        inserts
            || values.get(WorkloadProperties.UPDATEPROPORTION) > 0
            || values.get(WorkloadProperties.READMODIFYWRITEPROPORTION) > 0;
    if (writes) {
      binding
          .writeGroup(properties, inserts)
          .ifPresent(
              group -> {
                refuse(values, group, RunProperties.ERRORS_MAX);
                if (load) {
                  refuse(values, group, WorkloadProperties.INSERTION_RETRY_LIMIT);
                }
              });
    }
  }

  private static void refuse(
      TypedProperties values, Property<Integer> group, Property<Long> allowed) {
    if (values.get(allowed) > 0) {
      throw new UsageException(
          "%s=%d with %s=%d: a write that fails takes up to %d earlier ones with it, which were counted as done; leave one of the two out"
              .formatted(
                  group, values.get(group), allowed, values.get(allowed), values.get(group) - 1));
    }
  }
}
