package site.ycsb.tls.study;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of changes from one figure to another, {@code of / to - 1}, including its ends.
 *
 * @param lower a share, -1 or more: -0.4 = 40 % less; {@link Double#NEGATIVE_INFINITY} = no end
 * @param upper a share, not less than {@code lower}; {@link Double#POSITIVE_INFINITY} = no end
 */
public record ChangeRange(double lower, double upper) {
  private static final String PERCENT = "([-+]?[0-9]+(?:\\.[0-9]+)?) ?%";
  private static final Pattern ONE = Pattern.compile("(within|below|above) " + PERCENT);
  private static final Pattern TWO = Pattern.compile("between " + PERCENT + " and " + PERCENT);

  /** Two shares that are the same may be so far apart: 105 / 100 - 1 and 0.05. */
  private static final double ROUNDING = 1e-9;

  public ChangeRange {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException("lower end " + lower + " above upper end " + upper);
    }
  }

  /** Whether all of the other lies within this one, apart from rounding. */
  public boolean holds(ChangeRange other) {
    return lower - ROUNDING <= other.lower && other.upper <= upper + ROUNDING;
  }

  /** Whether the two overlap. */
  public boolean meets(ChangeRange other) {
    return lower <= other.upper && other.lower <= upper;
  }

  /**
   * Reads {@code within 5 %} (from -5 % to +5 %), {@code below -25 %}, {@code above 0 %}, {@code
   * between -40 % and -29 %}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static ChangeRange parse(String text) {
    Matcher one = ONE.matcher(text);
    Matcher two = TWO.matcher(text);
    if (one.matches()) {
      double end = share(one.group(2));
      if (one.group(1).equals("below")) {
        return new ChangeRange(Double.NEGATIVE_INFINITY, end);
      }
      if (one.group(1).equals("above")) {
        return new ChangeRange(end, Double.POSITIVE_INFINITY);
      }
      if (end > 0) {
        return new ChangeRange(-end, end);
      }
    } else if (two.matches() && share(two.group(1)) < share(two.group(2))) {
      return new ChangeRange(share(two.group(1)), share(two.group(2)));
    }
    throw new IllegalArgumentException(
        "expected 'within 5 %', 'below -25 %', 'above 0 %' or 'between -40 % and -29 %', given: "
            + text);
  }

  private static double share(String percent) {
    return Double.parseDouble(percent) / 100;
  }
}
