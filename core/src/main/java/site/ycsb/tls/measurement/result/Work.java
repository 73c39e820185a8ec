package site.ycsb.tls.measurement.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was done in the measured window.
 *
 * @param succeeded operations that returned OK
 * @param failed operations that did not
 * @param operations by operation name ({@code READ}, {@code UPDATE-FAILED}, {@code Intended-READ},
 *     {@code TLS-HANDSHAKE}, …)
 * @param throughputPerSecond operations per second that succeeded, second by second
 * @param pacing how late operations started; null without {@code target}
 * @param churn counts of the connection-churn workload; null for other workloads
 */
public record Work(
    long succeeded,
    long failed,
    Map<String, OperationResult> operations,
    List<Double> throughputPerSecond,
    Pacing pacing,
    Churn churn) {

  /** What both did, at the same time. A second that only one of them measured is that one's. */
  public Work plus(Work other) {
    Map<String, OperationResult> sums = new LinkedHashMap<>(operations);
    other.operations.forEach((name, result) -> sums.merge(name, result, OperationResult::plus));
    return new Work(
        succeeded + other.succeeded,
        failed + other.failed,
        sums,
        sum(throughputPerSecond, other.throughputPerSecond),
        pacing == null
            ? other.pacing
            : other.pacing == null ? pacing : pacing.plus(other.pacing, done(), other.done()),
        churn == null ? other.churn : other.churn == null ? churn : churn.plus(other.churn));
  }

  /** Operations that ended, well or not. */
  public long done() {
    return succeeded + failed;
  }

  private static List<Double> sum(List<Double> one, List<Double> other) {
    List<Double> longer = one.size() >= other.size() ? one : other;
    List<Double> shorter = one.size() >= other.size() ? other : one;
    List<Double> sums = new ArrayList<>(longer);
    for (int second = 0; second < shorter.size(); second++) {
      sums.set(second, longer.get(second) + shorter.get(second));
    }
    return sums;
  }
}
