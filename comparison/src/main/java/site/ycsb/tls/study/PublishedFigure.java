package site.ycsb.tls.study;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure as it was printed: a value, an overhead; one may be missing. A missing part is not
 * computed here.
 *
 * @param printed as written in the file, also a standard deviation
 * @param value in the table's unit
 * @param overhead the printed overhead as a share, with its authors' sign: a loss of throughput is
 *     above 0
 */
public record PublishedFigure(
    String printed, OptionalDouble value, Optional<ChangeRange> overhead) {
  private static final String NUMBER = "[0-9]+(?:\\.[0-9]+)?";
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<value>NUM)(?: sd NUM)?)?(?: ?\\(~?(?<low>NUM)(?:-(?<high>NUM))? %\\))?"
              .replace("NUM", NUMBER));

  /**
   * Reads {@code 6871.50}, {@code 9250.18 sd 1005.82}, {@code 4724.95 (31.24 %)}, {@code (~16 %)},
   * {@code (5-20 %)}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static PublishedFigure parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.isBlank() || !form.matches()) {
      throw new IllegalArgumentException(
          "expected a figure as it is printed, such as 6871.50, 9250.18 sd 1005.82, 4724.95 (31.24 %), (~16 %) or (5-20 %), given: "
              + text);
    }
    return new PublishedFigure(text, number(form.group("value")), overhead(form));
  }

  private static Optional<ChangeRange> overhead(Matcher form) {
    OptionalDouble low = number(form.group("low"));
    OptionalDouble high = number(form.group("high"));
    return low.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ChangeRange(low.getAsDouble() / 100, high.orElse(low.getAsDouble()) / 100));
  }

  private static OptionalDouble number(String text) {
    return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }
}
