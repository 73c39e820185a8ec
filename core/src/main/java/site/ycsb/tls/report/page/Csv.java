package site.ycsb.tls.report.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Rows of CSV (RFC 4180). */
public final class Csv {
  private Csv() {}

  /** A row with its line break. */
  public static String row(List<String> fields) {
    return fields.stream().map(Csv::quoted).collect(Collectors.joining(",")) + "\r\n";
  }

  /** A figure to six digits; empty for null. */
  public static String number(Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.6g", value);
  }

  /** A share in percent; empty for null. */
  public static String percent(Double share) {
    return share == null ? "" : number(100 * share);
  }

  private static String quoted(String value) {
    return value.matches("(?s).*[\",\\r\\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
