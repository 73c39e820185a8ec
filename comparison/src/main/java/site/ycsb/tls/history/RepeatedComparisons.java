package site.ycsb.tls.history;

import java.util.List;
import java.util.Optional;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;

/**
 * An overhead over comparisons that repeat one another: they ask the same, and nothing is known
 * that differs between them. The unit is the comparison, so that the interval contains what differs
 * between two times of a machine, too. The interval of one comparison does not contain that.
 *
 * @param change the mean of {@code ln(1 + overhead)}, as a change, with the interval of Student's t
 *     over the comparisons
 * @param own the interval of each comparison, the earliest first; at least {@value PairedT#FEWEST}
 */
record RepeatedComparisons(Interval change, List<Interval> own) {
  RepeatedComparisons {
    own = List.copyOf(own);
  }

  /** Empty below {@value PairedT#FEWEST} comparisons. */
  static Optional<RepeatedComparisons> of(List<Overhead> overheads) {
    if (overheads.size() < PairedT.FEWEST) {
      return Optional.empty();
    }
    double[] logs = overheads.stream().mapToDouble(o -> Math.log1p(o.change())).toArray();
    return Optional.of(
        new RepeatedComparisons(
            PairedT.interval(logs, Interval.LEVEL).asChange(),
            overheads.stream().map(Overhead::interval).toList()));
  }

  /** How many of their own intervals contain the common estimate. */
  long containing() {
    return own.stream().filter(interval -> interval.contains(change.estimate())).count();
  }

  /** {@code 7 of 10}: {@link #containing}. */
  String containingOfAll() {
    return containing() + " of " + own.size();
  }
}
