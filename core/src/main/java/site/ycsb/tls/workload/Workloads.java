package site.ycsb.tls.workload;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.Workload;
import site.ycsb.tls.engine.option.ClassPath;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.workloads.CoreWorkload;

/** Finds the workload that the property {@code workload} names. */
public final class Workloads {
  private static final Set<String> OURS =
      Set.of(RunOptions.CORE_WORKLOAD, RunOptions.CHURN_WORKLOAD, RunOptions.OLTP_WORKLOAD);

  /** Which records there are. */
  static final List<Property<Long>> RECORDS =
      List.of(RunProperties.RECORDCOUNT, RunProperties.INSERTSTART, RunProperties.INSERTCOUNT);

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
    if (name.equals(RunOptions.CHURN_WORKLOAD)) {
      return new ChurnSource(options, properties);
    }
    if (name.equals(RunOptions.OLTP_WORKLOAD)) {
      return new OltpSource(options, properties);
    }
    if (!options.share().isWhole()) {
      throw new UsageException(
          "workload "
              + name
              + " does not know how to divide its records among agents; give one of this program's,"
              + " such as workloads/workloada");
    }
    Constructor<? extends Workload> found = find(name);
    if (isCore(found)) {
      // Its init would end the JVM for errors that are refused here.
      CoreSettings.parse(options, properties);
    }
    return new ForeignSource(found, properties);
  }

  /**
   * The properties with the numbers of records and operations that the workload sets itself when it
   * is initialised, as YCSB's {@code ConstantOccupancyWorkload} does. As upstream, those replace
   * the ones that are given.
   *
   * @throws UsageException when there is no such class, or it refuses its properties
   */
  public static Map<String, String> withOwnCounts(Map<String, String> given) {
    String name = new TypedProperties(given).get(RunProperties.WORKLOAD, "");
    if (name.isEmpty() || OURS.contains(name)) {
      return given;
    }
    Constructor<? extends Workload> found = find(name);
    if (isCore(found)) {
      checkWithoutCounts(given);
    }
    Properties own = TypedProperties.asProperties(given);
    new ForeignSource(found, own).initialise();
    Map<String, String> whole = TypedProperties.merged(given);
    Stream.concat(Stream.of(RunProperties.OPERATIONCOUNT), RECORDS.stream())
        .map(Property::name)
        .filter(own::containsKey)
        .forEach(count -> whole.put(count, own.getProperty(count)));
    return whole;
  }

  /** Its init would end the JVM for errors that are refused here. */
  private static void checkWithoutCounts(Map<String, String> given) {
    Map<String, String> counted = TypedProperties.merged(given);
    counted.putIfAbsent(RunProperties.RECORDCOUNT.name(), "1");
    counted.put(RunProperties.OPERATIONCOUNT.name(), "1");
    // Of a load, too.
    counted.remove(RunProperties.LOAD_CLEAR.name());
    CoreSettings.parse(
        RunOptions.parse(counted, Phase.TRANSACTIONS), TypedProperties.asProperties(counted));
  }

  private static Constructor<? extends Workload> find(String name) {
    String what = "workload '" + name + "'";
    return ClassPath.constructor(name, Workload.class, what, "unknown " + what + ": no such class");
  }

  /** Whether it is upstream's CoreWorkload, or extends it. */
  static boolean isCore(Constructor<? extends Workload> found) {
    return CoreWorkload.class.isAssignableFrom(found.getDeclaringClass());
  }
}
