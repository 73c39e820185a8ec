package site.ycsb.tls.cli.option;

import site.ycsb.tls.property.UsageException;

/** Parses times. */
public final class Times {
  private Times() {}

  /**
   * Seconds of {@code 90}, {@code 90s}, {@code 10m} or {@code 1.5h}.
   *
   * @param option whose value it is, for the message
   * @throws UsageException when it is not a time above 0
   */
  public static double seconds(String option, String text) {
    if (!text.matches("[0-9]+(\\.[0-9]+)?[smh]?")) {
      throw refused(option, text);
    }
    double unit = text.endsWith("h") ? 3600 : text.endsWith("m") ? 60 : 1;
    double seconds = Double.parseDouble(text.replaceFirst("[smh]$", "")) * unit;
    if (seconds == 0) {
      throw refused(option, text);
    }
    return seconds;
  }

  private static UsageException refused(String option, String text) {
    return new UsageException(
        option + " " + text + ": expected a time above 0 such as 90s, 10m or 1h");
  }
}
