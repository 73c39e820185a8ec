package site.ycsb.tls.measurement;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;

/**
 * The file formats of a report: YCSB's property {@code exporter}, by YCSB's class names or by a
 * short name.
 */
public enum ReportFormat {
  /** {@code [SECTION], Measurement, value} on each line: YCSB's default. */
  TEXT,
  /** Objects with {@code metric}, {@code measurement}, {@code value}, one after the other. */
  JSON,
  /**
   * The same objects in an array, followed by the configuration as metric {@code CONFIGURATION}.
   */
  JSON_ARRAY,
  /** {@code section,measurement,value} with a header line (RFC 4180). */
  CSV;

  /** The package, as it is named today and until YCSB 0.15. */
  private static final Pattern OF_UPSTREAM =
      Pattern.compile("^(com\\.yahoo|site)\\.ycsb\\.measurements\\.exporter\\.");

  private static final ObjectWriter JSON_WRITER =
      new ObjectMapper().writerWithDefaultPrettyPrinter();

  /**
   * The format of that name.
   *
   * @param name {@code text}, {@code json}, {@code jsonarray}, {@code csv}, or the name of one of
   *     YCSB's exporter classes, with its package or without; in any case
   * @throws UsageException for other names
   */
  public static ReportFormat of(String name) {
    return switch (OF_UPSTREAM.matcher(name).replaceFirst("").toLowerCase(Locale.ROOT)) {
      case "text", "textmeasurementsexporter" -> TEXT;
      case "json", "jsonmeasurementsexporter" -> JSON;
      case "jsonarray", "jsonarraymeasurementsexporter" -> JSON_ARRAY;
      case "csv" -> CSV;
      default ->
          throw ReportProperties.EXPORTER.refused(
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
    List<ReportLine> lines = ReportLines.of(result, options);
    String end = System.lineSeparator();
    switch (this) {
      case TEXT -> {
        for (ReportLine line : lines) {
          out.write("[" + line.section() + "], " + line.measurement() + ", " + line.value() + end);
        }
      }
      case JSON -> {
        for (ReportLine line : lines) {
          out.write(JSON_WRITER.writeValueAsString(line) + end);
        }
      }
      case JSON_ARRAY -> {
        Stream<ReportLine> configuration =
            result.configuration().properties().entrySet().stream()
                .map(each -> new ReportLine("CONFIGURATION", each.getKey(), each.getValue()));
        List<ReportLine> all = Stream.concat(lines.stream(), configuration).toList();
        out.write(JSON_WRITER.writeValueAsString(all) + end);
      }
      case CSV -> {
        out.write("section,measurement,value\r\n");
        for (ReportLine line : lines) {
          out.write(quoted(line.section()) + ',' + quoted(line.measurement()) + ',');
          out.write(quoted(String.valueOf(line.value())) + "\r\n");
        }
      }
    }
    out.flush();
  }

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
