package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;

/**
 * The cells as CSV (RFC 4180): one row for each point, variant and metric; overheads in percent.
 */
final class CsvReport {
  private CsvReport() {}

  static String of(Report report) {
    ComparisonResult result = report.result();
    ComparisonPlan plan = result.plan();
    StringBuilder csv = new StringBuilder();
    List<String> header = new ArrayList<>(plan.axes().stream().map(a -> a.property()).toList());
    header.addAll(
        List.of(
            "variant",
            "metric",
            "unit",
            "runs",
            "median",
            "min",
            "max",
            "overhead_percent",
            "lower_percent",
            "upper_percent",
            "confidence",
            "t_lower_percent",
            "t_upper_percent",
            "p_holm",
            "noise_floor_percent",
            "verdict"));
    append(csv, header);
    for (Point point : plan.points()) {
      for (Variant variant : plan.columns()) {
        for (Cell cell : result.cells(point, variant)) {
          append(csv, row(point, variant, cell));
        }
      }
    }
    return csv.toString();
  }

  private static List<String> row(Point point, Variant variant, Cell cell) {
    Metric metric = Metric.ofKey(cell.metric());
    List<String> row = new ArrayList<>(point.values().values());
    row.addAll(List.of(variant.name(), metric.key(), metric.kind().unit()));
    row.add(Integer.toString(cell.runs()));
    row.add(number(cell.median()));
    row.add(number(cell.least()));
    row.add(number(cell.most()));
    Overhead overhead = cell.overhead();
    if (overhead == null) {
      row.addAll(Collections.nCopies(9, ""));
      return row;
    }
    row.add(percent(overhead.change()));
    row.add(percent(overhead.lower()));
    row.add(percent(overhead.upper()));
    row.add(number(overhead.confidence()));
    row.add(percent(overhead.tLower()));
    row.add(percent(overhead.tUpper()));
    row.add(overhead.pDiffers() == null ? "" : number(overhead.pDiffers()));
    row.add(percent(overhead.noiseFloor()));
    row.add(overhead.verdict().label());
    return row;
  }

  private static String percent(Double share) {
    return share == null ? "" : number(100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  private static void append(StringBuilder csv, List<String> row) {
    csv.append(row.stream().map(CsvReport::quoted).collect(Collectors.joining(","))).append("\r\n");
  }

  private static String quoted(String value) {
    return value.matches("(?s).*[\",\\r\\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
