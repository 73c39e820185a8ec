package site.ycsb.tls.document.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Rows of CSV (RFC 4180), in which no cell is a formula. */
public final class Csv {
  private Csv() {}

  /**
   * A row with its line break. A text that a spreadsheet would execute as a formula gets an
   * apostrophe in front: names and values of a sweep or of somebody's study may be anything.
   */
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
    String text = isFormula(value) ? "'" + value : value;
    return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  /** Names and values may be those of a stranger's study: a spreadsheet would execute them. */
  private static boolean isFormula(String value) {
    return value.matches("(?s)[=+@\\t\r-].+")
        && !value.matches("[-+]?[0-9.]+(e[-+]?[0-9]+)?( ?%)?");
  }
}
