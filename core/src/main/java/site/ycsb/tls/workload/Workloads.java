package site.ycsb.tls.workload;

import java.util.Properties;
import site.ycsb.Workload;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.property.UsageException;
import site.ycsb.workloads.CoreWorkload;

/** Finds the workload that the property {@code workload} names. */
public final class Workloads {
  private Workloads() {}

  /**
   * Makes the workload that the properties ask for; all of its properties are checked here.
   *
   * @throws UsageException when there is no such class, or a property of the workload cannot be
   *     understood
   */
  public static WorkloadSource of(RunOptions options, Properties properties) {
    String name = options.workload();
    if (name.equals(RunOptions.CORE_WORKLOAD)) {
      return new CoreSource(options, properties);
    }
    if (name.equals(ConnectionChurnWorkload.class.getName())) {
      return new ChurnSource(options, properties);
    }
    if (name.equals(OltpReadOnlyWorkload.class.getName())) {
      return new OltpSource(options, properties);
    }
    if (!options.share().isWhole()) {
      throw new UsageException(
          "workload "
              + name
              + " does not know how to divide its records among agents; give one of this program's,"
              + " such as workloads/workloada");
    }
    Class<? extends Workload> type = find(name);
    if (CoreWorkload.class.isAssignableFrom(type)) {
      // Its init would end the JVM for errors that are refused here.
      CoreSettings.parse(options, properties);
    }
    return new ForeignSource(type, properties);
  }

  private static Class<? extends Workload> find(String name) {
    try {
      return Class.forName(name).asSubclass(Workload.class);
    } catch (ClassNotFoundException e) {
      throw new UsageException(
          "unknown workload '" + name + "': no such class; add its jar with -cp", e);
    } catch (ClassCastException e) {
      throw new UsageException("workload '" + name + "' does not extend site.ycsb.Workload", e);
    } catch (LinkageError e) {
      throw new UsageException(
          "workload '" + name + "' cannot be loaded (" + e + "); add what it needs with -cp", e);
    }
  }
}
