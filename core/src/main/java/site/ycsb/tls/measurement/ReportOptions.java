package site.ycsb.tls.measurement;

import java.util.List;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

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
    return parse(new Properties());
  }

  /**
   * Reads the properties of a report; others are ignored.
   *
   * @throws UsageException for a value that is not understood
   */
  public static ReportOptions parse(Properties properties) {
    TypedProperties read = new TypedProperties(properties);
    return new ReportOptions(
        ReportFormat.of(read.text("exporter").orElse("text")),
        percentiles(read),
        MeasurementType.of(read.text("measurementtype").orElse("hdrhistogram")),
        read.flag("measurement.histogram.verbose", false),
        (int) read.whole("histogram.buckets", 1000, 1, 1_000_000),
        read.flag("hdrhistogram.fileoutput", false)
            ? Optional.of(read.text("hdrhistogram.output.path").orElse(""))
            : Optional.empty());
  }

  private static List<Double> percentiles(TypedProperties read) {
    List<String> words = read.list("hdrhistogram.percentiles");
    return words.isEmpty()
        ? List.of(95.0, 99.0)
        : words.stream().map(ReportOptions::percentile).toList();
  }

  private static double percentile(String word) {
    String expected = "numbers over 0 and at most 100, separated by commas";
    try {
      double percentile = Double.parseDouble(word);
      if (percentile > 0 && percentile <= 100) {
        return percentile;
      }
    } catch (NumberFormatException e) {
      throw TypedProperties.refused("hdrhistogram.percentiles", word, expected, e);
    }
    throw TypedProperties.refused("hdrhistogram.percentiles", word, expected, null);
  }
}
