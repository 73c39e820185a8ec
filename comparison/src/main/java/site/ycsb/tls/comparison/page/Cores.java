package site.ycsb.tls.comparison.page;

import java.util.Comparator;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.statistics.Interval;

/**
 * How many cores more a variant keeps busy at a rate of operations, if an operation costs there
 * what it cost when it was measured.
 *
 * @param more with its interval
 */
public record Cores(Interval more) {
  /** What {@code bin/ycsb compare} takes without {@code --rate}, operations/s. */
  public static final double USUAL_RATE = 10_000;

  static final Comparator<Cores> BY_ESTIMATE =
      Comparator.comparingDouble(cores -> cores.more().estimate());

  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * Of an overhead of CPU.
   *
   * @param rate operations/s
   */
  public static Cores of(Overhead overhead, double rate) {
    double factor = rate / MICROS_PER_SECOND;
    return new Cores(overhead.difference().map(micros -> micros * factor));
  }

  /** {@code +0.023 [+0.021, +0.026]}. */
  public String inBrackets() {
    return Figures.cores(more.estimate()) + " " + interval();
  }

  /** The same in a table. */
  Table.Cell cell() {
    return Table.Cell.estimate(
        Figures.cores(more.estimate()),
        more.estimate(),
        new Table.Interval(interval(), more.lower(), more.upper()));
  }

  private String interval() {
    return "[%s, %s]".formatted(Figures.cores(more.lower()), Figures.cores(more.upper()));
  }
}
