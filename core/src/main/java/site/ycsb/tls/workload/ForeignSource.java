package site.ycsb.tls.workload;

import java.util.Map;
import java.util.Properties;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.measurement.result.OperationResult;

/** Any other workload, as upstream runs it: one for all threads. */
final class ForeignSource implements WorkloadSource {
  private final Class<? extends Workload> type;
  private final Properties properties;
  private Workload workload;

  ForeignSource(Class<? extends Workload> type, Properties properties) {
    this.type = type;
    this.properties = properties;
  }

  @Override
  public synchronized Workload forThread(int thread, boolean warmUp) throws WorkloadException {
    if (workload == null) {
      Measurements.setProperties(properties);
      try {
        Workload made = type.getConstructor().newInstance();
        made.init(properties);
        workload = made;
      } catch (ReflectiveOperationException e) {
        throw new WorkloadException(
            "workload " + type.getName() + " cannot be made: " + e.getCause(), e);
      }
    }
    return workload;
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
