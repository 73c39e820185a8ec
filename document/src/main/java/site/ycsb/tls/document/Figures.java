package site.ycsb.tls.document;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Formats figures: with a sensible number of digits, always with a decimal point. */
public final class Figures {
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final MathContext SIX_DIGITS = new MathContext(6);

  private Figures() {}

  /** A rate or a time: three digits or more. */
  public static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    String text = String.format(Locale.ROOT, format, value);
    return text.equals("-0.00") ? "0.00" : text;
  }

  /** A share as a signed percentage: {@code +41.2 %}. */
  public static String change(double share) {
    return percentWithSign(share) + " %";
  }

  /** A share as a percentage without its sign: {@code 41.0 %}. */
  public static String percent(double share) {
    return size(100 * Math.abs(share)) + " %";
  }

  /** Two shares in percent: {@code [+38.1, +44.0]}. */
  public static String interval(double lower, double upper) {
    return "[" + percentWithSign(lower) + ", " + percentWithSign(upper) + "]";
  }

  /**
   * The ends of the interval for a sentence that says the direction in words: {@code 38.1 to 44.0
   * %}; with signs when the interval contains 0.
   */
  public static String unsignedRange(double lower, double upper) {
    double first = Math.abs(100 * lower);
    double last = Math.abs(100 * upper);
    return lower < 0 && upper > 0
        ? range(lower, upper)
        : "%s to %s %%".formatted(size(Math.min(first, last)), size(Math.max(first, last)));
  }

  /** Two shares in percent, with signs: {@code -0.8 to +3.1 %}. */
  public static String range(double lower, double upper) {
    return percentWithSign(lower) + " to " + percentWithSign(upper) + " %";
  }

  /** A figure as it was given, to six digits: {@code 6}, {@code 12.5}, {@code 0.005}. */
  public static String given(double value) {
    return new BigDecimal(value, SIX_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** A share as it was given: {@code 1 %}, {@code 0.5 %}. */
  public static String share(double share) {
    return new BigDecimal(100 * share, THREE_DIGITS).stripTrailingZeros().toPlainString() + " %";
  }

  /** A figure with its sign: {@code +6.46}. */
  public static String signed(double value) {
    String size = number(Math.abs(value));
    return (value < 0 && size.matches(".*[1-9].*") ? "-" : "+") + size;
  }

  /**
   * An amount with three significant digits or more: {@code 50,000}, {@code 1.67}, {@code
   * 0.000355}. Only none is 0.
   */
  public static String significant(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded = exact.round(THREE_DIGITS);
    int decimals = Math.max(0, 3 - (rounded.precision() - rounded.scale()));
    return String.format(Locale.ROOT, "%,." + decimals + "f", exact);
  }

  /** Cores, with their sign and three significant digits or more: {@code +2.34}. */
  public static String cores(double cores) {
    return (cores < 0 ? "-" : "+") + significant(Math.abs(cores));
  }

  /** The ends of an interval of figures: {@code [+4.10, +8.80]}. */
  public static String signedInterval(double lower, double upper) {
    return "[" + signed(lower) + ", " + signed(upper) + "]";
  }

  private static String size(double percent) {
    return String.format(Locale.ROOT, percent >= 1000 ? "%.0f" : "%.1f", percent);
  }

  /** The level of an interval, of 0–1: {@code 95 %}, or less; only what has it is said to. */
  public static String level(double confidence) {
    double percent = 100 * confidence;
    if (percent >= 95 - 1e-6) {
      return "95 %";
    }
    return (percent >= 94.5 || percent == 0 ? given(Math.floor(10 * percent) / 10) : bare(percent))
        + " %";
  }

  /** Without trailing zeros: 41, 4.1, 0.35. */
  public static String bare(double value) {
    String format = value >= 10 ? "%.0f" : value >= 1 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String percentWithSign(double share) {
    double percent = 100 * share;
    String text = String.format(Locale.ROOT, format(percent), percent);
    return text.equals("-0.0") ? "+0.0" : text;
  }

  private static String format(double percent) {
    double size = Math.abs(percent);
    return size >= 1e5 ? "%+.2e" : size >= 1000 ? "%+.0f" : "%+.1f";
  }

  /** A number of things: {@code 1 block}, {@code 2 blocks}. */
  public static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** A duration for people: {@code 75 s}, {@code 12 min}, {@code 3 h 05 min}. */
  public static String duration(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < 90) {
      return seconds + " s";
    }
    long minutes = (seconds + 30) / 60;
    return minutes < 90 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
  }
}
