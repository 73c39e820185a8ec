package site.ycsb.tls.measurement;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The latencies of one kind of operation, in ns: an HdrHistogram of three significant digits, and
 * the exact sum, minimum and maximum. Not thread-safe.
 */
final class Latencies {
  private static final int DIGITS = 3;

  /** The initial range of a thread's histogram; it grows for longer latencies. */
  private static final long FIRST_RANGE_NANOS = 16_000_000;

  private final AbstractHistogram histogram;
  private long sum;
  private long min = Long.MAX_VALUE;
  private long max;

  private Latencies(AbstractHistogram histogram) {
    this.histogram = histogram;
    histogram.setAutoResize(true);
  }

  /** For one thread and one interval of seconds: counts are ints, half the memory. */
  static Latencies ofInterval() {
    return new Latencies(new IntCountsHistogram(1, FIRST_RANGE_NANOS, DIGITS));
  }

  /** For sums of any size. */
  static Latencies ofRun() {
    return new Latencies(new Histogram(1, FIRST_RANGE_NANOS, DIGITS));
  }

  /** Allocates nothing, unless the histogram must grow. */
  void record(long nanos) {
    long value = Math.max(0, nanos);
    histogram.recordValue(value);
    sum += value;
    if (value < min) {
      min = value;
    }
    if (value > max) {
      max = value;
    }
  }

  void add(Latencies other) {
    histogram.add(other.histogram);
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  void reset() {
    histogram.reset();
    sum = 0;
    min = Long.MAX_VALUE;
    max = 0;
  }

  AbstractHistogram histogram() {
    return histogram;
  }

  long count() {
    return histogram.getTotalCount();
  }

  double sumNanos() {
    return (double) sum;
  }

  long minNanos() {
    return count() == 0 ? 0 : min;
  }

  long maxNanos() {
    return max;
  }

  /** At most the exact maximum: the histogram tells the end of a bucket. */
  long percentileNanos(double percentile) {
    return Math.min(max, histogram.getValueAtPercentile(percentile));
  }
}
