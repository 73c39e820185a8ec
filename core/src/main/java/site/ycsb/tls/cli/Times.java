package site.ycsb.tls.cli;

import site.ycsb.tls.option.UsageException;

/** Times as people write them. */
final class Times {
  private Times() {}

  /**
   * Seconds of {@code 90}, {@code 90s}, {@code 10m} or {@code 1.5h}.
   *
   * @param option whose value it is, for the message
   * @throws UsageException when it is no time above 0
   */
  static double seconds(String option, String text) {
    String number = text.replaceFirst("[smh]$", "");
    double unit = text.endsWith("h") ? 3600 : text.endsWith("m") ? 60 : 1;
    try {
      double seconds = Double.parseDouble(number) * unit;
      if (seconds > 0 && Double.isFinite(seconds)) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      throw refused(option, text, e);
    }
    throw refused(option, text, null);
  }

  private static UsageException refused(String option, String text, Exception cause) {
    return new UsageException(
        option + " " + text + ": expected a time above 0 such as 90s, 10m or 1h", cause);
  }
}
