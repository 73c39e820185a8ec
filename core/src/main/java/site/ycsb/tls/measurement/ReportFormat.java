package site.ycsb.tls.measurement;

import java.io.IOException;
import java.io.Writer;
import site.ycsb.tls.binding.TypedProperties;
import site.ycsb.tls.option.UsageException;

/**
 * The file formats of a report: YCSB's property {@code exporter}, by YCSB's class names or by a
 * short name.
 */
public enum ReportFormat {
  /** {@code [SECTION], Measurement, value} on each line: YCSB's default. */
  TEXT,
  /** Objects with {@code metric}, {@code measurement}, {@code value}, one after the other. */
  JSON,
  /** The same objects in an array, after one with the configuration. */
  JSON_ARRAY,
  /** {@code section,measurement,value} with a header line (RFC 4180). */
  CSV;

  /**
   * The format of that name.
   *
   * @param name {@code text}, {@code json}, {@code jsonarray}, {@code csv}, or the name of one of
   *     YCSB's exporter classes
   * @throws UsageException for other names
   */
  public static ReportFormat of(String name) {
    return switch (name) {
      case "text", "site.ycsb.measurements.exporter.TextMeasurementsExporter" -> TEXT;
      case "json", "site.ycsb.measurements.exporter.JSONMeasurementsExporter" -> JSON;
      case "jsonarray", "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter" ->
          JSON_ARRAY;
      case "csv" -> CSV;
      default ->
          throw TypedProperties.refused(
              "exporter",
              name,
              "text, json, jsonarray, csv, or one of YCSB's TextMeasurementsExporter,"
                  + " JSONMeasurementsExporter, JSONArrayMeasurementsExporter",
              null);
    };
  }

  /**
   * Writes the report of a run; the writer is flushed and left open.
   *
   * @throws IOException when it cannot be written
   */
  public void write(RunResult result, ReportOptions options, Writer out) throws IOException {
    throw new UnsupportedOperationException("TODO");
  }
}
