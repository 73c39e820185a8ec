package site.ycsb.tls.measurement;

import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;

/**
 * How latencies are reported: YCSB's property {@code measurementtype}. They are always recorded in
 * HdrHistograms; the type affects the report only.
 */
public enum MeasurementType {
  /** {@code hdrhistogram}: percentiles. */
  HDR,
  /** {@code histogram}: counts in 1 ms buckets. */
  HISTOGRAM,
  /** {@code hdrhistogram+histogram}: both. */
  HDR_AND_HISTOGRAM;

  /**
   * The type of that name in YCSB.
   *
   * @throws UsageException for unknown names, and for {@code raw} and {@code timeseries}, which are
   *     found in the interval log instead
   */
  public static MeasurementType of(String name) {
    return switch (name) {
      case "hdrhistogram" -> HDR;
      case "histogram" -> HISTOGRAM;
      case "hdrhistogram+histogram" -> HDR_AND_HISTOGRAM;
      case "raw", "hdrhistogram+raw", "timeseries" ->
          throw new UsageException(
              "measurementtype="
                  + name
                  + ": not offered; use hdrhistogram with -p results.dir=DIR, whose intervals.hlog"
                  + " has the histogram of each second");
      default ->
          throw ReportProperties.MEASUREMENTTYPE.refused(
              name, "one of hdrhistogram, histogram, hdrhistogram+histogram", null);
    };
  }
}
