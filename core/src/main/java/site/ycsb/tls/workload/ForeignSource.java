package site.ycsb.tls.workload;

import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;

/** Any other workload, as upstream runs it: one for all threads. */
final class ForeignSource implements WorkloadSource {
  private final Constructor<? extends Workload> constructor;
  private final Properties properties;
  private Workload workload;

  ForeignSource(Constructor<? extends Workload> constructor, Properties properties) {
    this.constructor = constructor;
    this.properties = properties;
  }

  @Override
  public synchronized Workload forThread(int thread, boolean warmUp) throws WorkloadException {
    if (workload == null) {
      Map<String, String> before = counts();
      workload = initialised();
      requireSame(before);
    }
    return workload;
  }

  /**
   * Initialises one, which sets properties, and forgets it.
   *
   * @throws UsageException when it refuses its properties
   */
  void initialise() {
    try {
      initialised().cleanup();
    } catch (WorkloadException | RuntimeException e) {
      throw new UsageException(
          "workload %s refuses its properties: %s"
              .formatted(constructor.getName(), FileFailure.inWords(e)),
          e);
    }
  }

  private Workload initialised() throws WorkloadException {
    // What is due when is the engine's: to upstream's classes each operation starts as intended.
    Properties measured = TypedProperties.asProperties(TypedProperties.asMap(properties));
    measured.setProperty(ReportProperties.MEASUREMENT_INTERVAL.name(), "op");
    Measurements.setProperties(measured);
    if (Workloads.isCore(constructor)) {
      CoreSettings.writeAsUnderstood(properties);
    }
    try {
      Workload made = constructor.newInstance();
      made.init(properties);
      return made;
    } catch (ReflectiveOperationException e) {
      throw new WorkloadException(
          "workload %s cannot be created: %s"
              .formatted(constructor.getName(), Objects.requireNonNullElse(e.getCause(), e)),
          e);
    }
  }

  /**
   * A workload whose init changes which records exist would not run with those that the run was
   * planned with; upstream reads them afterwards. How many operations there are is the run's.
   */
  private void requireSame(Map<String, String> before) throws WorkloadException {
    Map<String, String> after = counts();
    for (Map.Entry<String, String> count : after.entrySet()) {
      String asked = before.getOrDefault(count.getKey(), "");
      if (!count.getValue().equals(asked)) {
        throw new WorkloadException(
            "workload %s sets %s=%s itself, and %s was given; give -p %s=%s"
                .formatted(
                    constructor.getName(),
                    count.getKey(),
                    count.getValue(),
                    asked.isEmpty() ? "none" : asked,
                    count.getKey(),
                    count.getValue()));
      }
    }
  }

  private Map<String, String> counts() {
    Map<String, String> counts = new TreeMap<>();
    for (Property<Long> count : Workloads.RECORDS) {
      String value = properties.getProperty(count.name());
      if (value != null) {
        counts.put(count.name(), value);
      }
    }
    return counts;
  }

  @Override
  public synchronized Map<String, OperationResult> measuredElsewhere() {
    return workload == null ? Map.of() : UpstreamMeasurements.read();
  }

  @Override
  public synchronized void close() throws WorkloadException {
    if (workload != null) {
      workload.cleanup();
    }
  }
}
