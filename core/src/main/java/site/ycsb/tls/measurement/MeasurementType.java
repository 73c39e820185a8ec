package site.ycsb.tls.measurement;

import site.ycsb.tls.binding.TypedProperties;
import site.ycsb.tls.option.UsageException;

/**
 * What is reported of the latencies: YCSB's property {@code measurementtype}. They are always
 * recorded into HdrHistograms; the type decides what is made of these.
 */
public enum MeasurementType {
  /** {@code hdrhistogram}: percentiles. */
  HDR,
  /** {@code histogram}: counts in 1 ms buckets. */
  HISTOGRAM,
  /** {@code hdrhistogram+histogram}: both. */
  HDR_AND_HISTOGRAM,
  /** {@code timeseries}: mean latency for each interval. */
  TIMESERIES;

  /**
   * The type of that name in YCSB.
   *
   * @throws UsageException for unknown names, and for {@code raw}, which would keep each latency
   */
  public static MeasurementType of(String name) {
    return switch (name) {
      case "hdrhistogram" -> HDR;
      case "histogram" -> HISTOGRAM;
      case "hdrhistogram+histogram" -> HDR_AND_HISTOGRAM;
      case "timeseries" -> TIMESERIES;
      case "raw", "hdrhistogram+raw" ->
          throw new UsageException(
              "measurementtype="
                  + name
                  + ": single latencies are not kept; use hdrhistogram with -p results.dir=DIR,"
                  + " whose intervals.hlog has the histograms of each second");
      default ->
          throw TypedProperties.refused(
              "measurementtype",
              name,
              "one of hdrhistogram, histogram, hdrhistogram+histogram, timeseries",
              null);
    };
  }
}
