package site.ycsb.tls.cli.option;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.property.UsageException;

/** Parses the amounts of a load, and times. */
public final class Amount {
  private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([a-z/%]*)");
  private static final Map<String, Double> BYTES =
      Map.of(
          "", 1.0, "b", 1.0, "k", 1e3, "kb", 1e3, "m", 1e6, "mb", 1e6, "kib", 0x1p10, "mib",
          0x1p20);
  private static final Map<String, Double> RATES =
      Map.of("", 1.0, "/s", 1.0, "k", 1e3, "k/s", 1e3, "m", 1e6, "m/s", 1e6, "/min", 1 / 60.0);
  private static final Map<String, Double> SHARES = Map.of("%", 0.01);

  private Amount() {}

  /**
   * Per second, of {@code 50000}, {@code 50000/s}, {@code 50k/s} or {@code 100/min}.
   *
   * @param option whose value it is, for the message
   * @throws UsageException when it is not such an amount
   */
  public static double rate(String option, String text) {
    return parse(option, text, RATES, "a rate such as 50000/s, 50k/s or 100/min");
  }

  /** Bytes, of {@code 800}, {@code 800B}, {@code 2KB} or {@code 2KiB}. */
  public static double bytes(String option, String text) {
    return parse(option, text, BYTES, "a size such as 800B, 2KB or 2KiB");
  }

  /** A share, of {@code 90%}. */
  public static double share(String option, String text) {
    double share = parse(option, text, SHARES, "a percentage from 0% to 100%");
    if (share > 1) {
      throw refused(option, text, "a percentage from 0% to 100%");
    }
    return share;
  }

  /** Seconds, above 0, of {@code 90}, {@code 90s}, {@code 10m} or {@code 1.5h}. */
  public static double seconds(String option, String text) {
    boolean isTime = text.matches("[0-9]+(\\.[0-9]+)?[smh]?");
    double unit = text.endsWith("h") ? 3600 : text.endsWith("m") ? 60 : 1;
    double seconds = isTime ? Double.parseDouble(text.replaceFirst("[smh]$", "")) * unit : 0;
    if (seconds == 0) {
      throw refused(option, text, "a time above 0 such as 90s, 10m or 1h");
    }
    return seconds;
  }

  private static double parse(
      String option, String text, Map<String, Double> units, String expected) {
    Matcher number = NUMBER.matcher(text.strip().toLowerCase(Locale.ROOT));
    Double unit = number.matches() ? units.get(number.group(2)) : null;
    if (unit == null) {
      throw refused(option, text, expected);
    }
    return Double.parseDouble(number.group(1)) * unit;
  }

  private static UsageException refused(String option, String text, String expected) {
    return new UsageException("%s %s: expected %s".formatted(option, text, expected));
  }
}
