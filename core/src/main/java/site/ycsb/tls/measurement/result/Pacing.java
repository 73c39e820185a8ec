package site.ycsb.tls.measurement.result;

/**
 * With {@code target}: how long after their intended start operations began. A mean of more than a
 * few µs means that the target was not reached.
 *
 * @param meanLagNanos mean, ns
 * @param p99LagNanos 99th percentile, ns
 * @param maxLagNanos largest, ns
 * @param spinSeconds CPU time that the threads spent spinning until the exact instant; not
 *     contained in {@link site.ycsb.tls.measurement.result.resource.CpuUse#clientSeconds}
 */
public record Pacing(double meanLagNanos, long p99LagNanos, long maxLagNanos, double spinSeconds) {

  /**
   * The lag of both: the mean is that of all operations, percentile and largest are those of the
   * later one, because percentiles cannot be added.
   *
   * @param operations number of this one's operations
   * @param otherOperations number of the other's
   */
  Pacing plus(Pacing other, long operations, long otherOperations) {
    double all = Math.max(1, operations + otherOperations);
    return new Pacing(
        (meanLagNanos * operations + other.meanLagNanos * otherOperations) / all,
        Math.max(p99LagNanos, other.p99LagNanos),
        Math.max(maxLagNanos, other.maxLagNanos),
        spinSeconds + other.spinSeconds);
  }
}
