package site.ycsb.tls.property.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of a process between two samples of a profiler.
 *
 * @param nanos 100 µs to 100 ms, ns
 */
public record SampleInterval(long nanos) {
  /** 1 ms. */
  public static final SampleInterval USUAL = new SampleInterval(1_000_000);

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})(us|ms)");
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long LEAST = 100 * MICROSECOND;
  private static final long MOST = 100 * MILLISECOND;

  public SampleInterval {
    if (nanos < LEAST || nanos > MOST) {
      throw new IllegalArgumentException(
          "expected CPU time from 100us to 100ms, such as 1ms or 500us");
    }
  }

  /**
   * Parses {@code 1ms} or {@code 500us}.
   *
   * @throws IllegalArgumentException when it is neither, or out of range; the message says what was
   *     expected
   */
  public static SampleInterval parse(String text) {
    Matcher parts = FORM.matcher(text);
    long unit = text.endsWith("us") ? MICROSECOND : MILLISECOND;
    return new SampleInterval(parts.matches() ? Long.parseLong(parts.group(1)) * unit : 0);
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return nanos % MILLISECOND == 0 ? nanos / MILLISECOND + "ms" : nanos / MICROSECOND + "us";
  }
}
