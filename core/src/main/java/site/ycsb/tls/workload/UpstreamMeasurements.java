package site.ycsb.tls.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.tls.measurement.result.OperationResult;

/**
 * Records of a third party's workload in YCSB's own static {@code Measurements}, outside the
 * engine: the read-modify-writes and verifications of a subclass of {@code CoreWorkload}, for
 * example. In µs, and with the warm-up.
 */
final class UpstreamMeasurements implements MeasurementsExporter {
  private final Map<String, Map<String, Double>> sections = new LinkedHashMap<>();

  private UpstreamMeasurements() {}

  static Map<String, OperationResult> read() {
    UpstreamMeasurements read = new UpstreamMeasurements();
    try {
      Measurements.getMeasurements().exportMeasurements(read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, OperationResult> results = new LinkedHashMap<>();
    read.sections.forEach((section, values) -> results.put(section, result(values)));
    return results;
  }

  private static OperationResult result(Map<String, Double> values) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    Map<String, Long> returns = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (name.endsWith("PercentileLatency(us)")) {
            percentiles.put(name.replaceAll("[^0-9.].*", ""), (long) (value * 1000));
          } else if (name.startsWith("Return=")) {
            returns.put(name.substring("Return=".length()), value.longValue());
          }
        });
    long count = values.getOrDefault("Operations", 0.0).longValue();
    return new OperationResult(
        count,
        count == 0 ? 0 : values.getOrDefault("AverageLatency(us)", 0.0) * 1000 * count,
        (long) (values.getOrDefault("MinLatency(us)", 0.0) * 1000),
        (long) (values.getOrDefault("MaxLatency(us)", 0.0) * 1000),
        percentiles,
        returns,
        "");
  }

  @Override
  public void write(String metric, String measurement, int value) {
    write(metric, measurement, (double) value);
  }

  @Override
  public void write(String metric, String measurement, long value) {
    write(metric, measurement, (double) value);
  }

  @Override
  public void write(String metric, String measurement, double value) {
    sections.computeIfAbsent(metric, name -> new LinkedHashMap<>()).put(measurement, value);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
