package site.ycsb.tls.engine;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import site.ycsb.tls.engine.option.RunOptions;

/**
 * YCSB's status line: {@code 2026-11-20 10:00:00:123 10 sec: 1234 operations; 123.4 current
 * ops/sec; est completion in 3 minutes [READ: Count=…]}.
 *
 * @param at when
 * @param label printed before it, as in upstream
 * @param seconds since the start of the measured window
 * @param operations done until now, including failed ones
 * @param perSecond operations per second since the last line
 * @param remaining estimate of the time until all is done; null when it cannot be estimated
 * @param summary latencies since the last line
 */
public record StatusLine(
    LocalDateTime at,
    String label,
    long seconds,
    long operations,
    double perSecond,
    Duration remaining,
    String summary) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT);

  /**
   * Estimates when all will be done.
   *
   * @param elapsed since the start of the measured window, s
   * @return the remaining time; null when it cannot be estimated
   */
  public static Duration remaining(RunOptions options, long done, double elapsed) {
    double left = Double.POSITIVE_INFINITY;
    if (options.operations() > 0 && done > 0) {
      left = (options.operations() - done) * elapsed / done;
    }
    if (options.maxSeconds() > 0) {
      left = Math.min(left, options.maxSeconds() - elapsed);
    }
    return Double.isInfinite(left) ? null : Duration.ofSeconds((long) Math.ceil(Math.max(0, left)));
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(label).append(TIME.format(at));
    line.append(' ').append(seconds).append(" sec: ").append(operations).append(" operations; ");
    if (operations > 0) {
      DecimalFormat decimal =
          new DecimalFormat("#.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
      line.append(decimal.format(perSecond)).append(" current ops/sec; ");
    }
    if (remaining != null) {
      line.append("est completion in ").append(words(remaining));
    }
    return line.append(summary).toString();
  }

  /** Days and hours, hours and minutes, minutes, or seconds. */
  private static String words(Duration duration) {
    StringBuilder words = new StringBuilder();
    append(words, duration.toDays(), "day");
    append(words, duration.toHoursPart(), "hour");
    if (duration.toDays() == 0) {
      append(words, duration.toMinutesPart(), "minute");
    }
    if (words.length() == 0) {
      words
          .append(duration.toSeconds())
          .append(duration.toSeconds() == 1 ? " second " : " seconds ");
    }
    return words.toString();
  }

  private static void append(StringBuilder words, long number, String unit) {
    if (number > 0) {
      words.append(number).append(' ').append(unit).append(number == 1 ? " " : "s ");
    }
  }
}
