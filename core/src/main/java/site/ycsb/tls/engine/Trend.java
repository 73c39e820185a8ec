package site.ycsb.tls.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import site.ycsb.tls.statistics.Spearman;

/** Whether throughput was steady from the beginning of the measured window to its end. */
final class Trend {
  /** With fewer seconds no trend is significant. */
  private static final int LEAST_SECONDS = 8;

  /** Two-sided. Neighbouring seconds depend on each other; a low level avoids false alarms. */
  private static final double LEVEL = 0.01;

  /** The least difference of the halves for a warning. */
  private static final double NOTEWORTHY = 0.05;

  private Trend() {}

  /**
   * A warning for a rank correlation with time and halves that differ.
   *
   * @param perSecond operations in each second of the window
   * @return a line that says what to do; empty when throughput was steady, or the window too short
   */
  static Optional<String> of(List<Double> perSecond) {
    int seconds = perSecond.size();
    double first = mean(perSecond.subList(0, seconds / 2));
    if (seconds < LEAST_SECONDS || first == 0) {
      return Optional.empty();
    }
    double[] values = perSecond.stream().mapToDouble(Double::doubleValue).toArray();
    double change = mean(perSecond.subList(seconds - seconds / 2, seconds)) / first - 1;
    boolean same = Spearman.overTime(values).pValue() >= LEVEL || !(Math.abs(change) > NOTEWORTHY);
    return same
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "throughput was not steady: %+.0f %% from the first half of the measured window to"
                    + " the second; %s",
                100 * change,
                change > 0
                    ? "warm up for longer (warmup.seconds; compare: --warmup)"
                    : "look for what slows the server or the machine down"));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
