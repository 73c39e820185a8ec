package site.ycsb.tls.workload;

import java.util.Properties;
import site.ycsb.tls.engine.RunOptions;
import site.ycsb.tls.engine.WorkloadSource;

/** Finds the workload that the property {@code workload} names. */
public final class Workloads {
  private Workloads() {}

  /**
   * Makes the workload that the properties ask for; all of its properties are checked here.
   *
   * @throws site.ycsb.tls.option.UsageException when there is no such class, or a property of the
   *     workload cannot be understood
   */
  public static WorkloadSource of(RunOptions options, Properties properties) {
    throw new UnsupportedOperationException("TODO");
  }
}
