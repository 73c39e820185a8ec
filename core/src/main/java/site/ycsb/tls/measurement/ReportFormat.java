package site.ycsb.tls.measurement;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
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
    switch (this) {
      case TEXT -> writeText(lines, out);
      case JSON -> writeJson(lines, out);
      case JSON_ARRAY -> writeJsonArray(lines, result.configuration().properties(), out);
      case CSV -> writeCsv(lines, out);
    }
    out.flush();
  }

  private static void writeText(List<ReportLine> lines, Writer out) throws IOException {
    for (ReportLine line : lines) {
      out.write("[" + line.section() + "], " + line.measurement() + ", " + line.value());
      out.write(System.lineSeparator());
    }
  }

  private static void writeJson(List<ReportLine> lines, Writer out) throws IOException {
    for (ReportLine line : lines) {
      out.write(JSON_WRITER.writeValueAsString(line));
      out.write(System.lineSeparator());
    }
  }

  private static void writeJsonArray(
      List<ReportLine> lines, Map<String, String> configuration, Writer out) throws IOException {
    List<ReportLine> all = new ArrayList<>(lines);
    configuration.forEach((name, value) -> all.add(new ReportLine("CONFIGURATION", name, value)));
    out.write(JSON_WRITER.writeValueAsString(all));
    out.write(System.lineSeparator());
  }

  private static void writeCsv(List<ReportLine> lines, Writer out) throws IOException {
    out.write("section,measurement,value\r\n");
    for (ReportLine line : lines) {
      out.write(
          quoted(line.section())
              + ','
              + quoted(line.measurement())
              + ','
              + quoted(String.valueOf(line.value()))
              + "\r\n");
    }
  }

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
