package site.ycsb.tls.report.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Rows of CSV (RFC 4180). */
public final class Csv {
  private static final String NUMBER = "[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?";

  private Csv() {}

  /**
   * A row with its line break. What a spreadsheet would take for a formula gets an apostrophe
   * before it: names and values of a sweep or a foreign study may be anything.
   */
  public static String row(List<String> fields) {
    return fields.stream().map(Csv::harmless).map(Csv::quoted).collect(Collectors.joining(","))
        + "\r\n";
  }

  private static String harmless(String value) {
    boolean formula = value.matches("(?s)[=+@\\-\\t\\r].*");
    return formula && !value.matches(NUMBER) ? "'" + value : value;
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
