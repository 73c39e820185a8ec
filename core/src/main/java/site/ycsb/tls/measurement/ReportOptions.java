package site.ycsb.tls.measurement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;

/**
 * How a report looks; YCSB's properties.
 *
 * @param format the file format
 * @param percentiles percentiles to report, each over 0 and at most 100
 * @param type how latencies are reported
 * @param allBuckets whether all buckets of a histogram are reported too
 * @param buckets number of 1 ms buckets of {@link MeasurementType#HISTOGRAM}
 * @param logPrefix of the names of upstream's {@code NAME.hdr} logs; empty = none are written
 */
public record ReportOptions(
    ReportFormat format,
    List<Double> percentiles,
    MeasurementType type,
    boolean allBuckets,
    int buckets,
    Optional<String> logPrefix) {

  public ReportOptions {
    percentiles = List.copyOf(percentiles);
  }

  /** YCSB's defaults. */
  public static ReportOptions defaults() {
    return parse(Map.of());
  }

  /**
   * Reads the properties of a report; others are ignored.
   *
   * @throws UsageException for a value that is not understood
   */
  public static ReportOptions parse(Map<String, String> properties) {
    TypedProperties read = new TypedProperties(properties);
    return new ReportOptions(
        ReportFormat.of(read.get(ReportProperties.EXPORTER)),
        read.get(ReportProperties.PERCENTILES),
        MeasurementType.of(read.get(ReportProperties.MEASUREMENTTYPE)),
        read.get(ReportProperties.HISTOGRAM_VERBOSE),
        read.get(ReportProperties.HISTOGRAM_BUCKETS),
        read.get(ReportProperties.FILEOUTPUT)
            ? Optional.of(read.get(ReportProperties.OUTPUT_PATH, ""))
            : Optional.empty());
  }
}
