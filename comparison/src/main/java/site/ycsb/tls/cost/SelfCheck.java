package site.ycsb.tls.cost;

import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.cost.fit.Estimate;

/**
 * A point that is not in the fit: what the model predicts for it, and what was measured.
 *
 * @param variant name of the variant
 * @param point what was run
 * @param side whose CPU time
 * @param predicted CPU time in addition to the baseline's, µs per operation or cycle
 * @param measured the same, measured
 * @param baseline CPU time of the baseline, µs: what the difference is small or large compared with
 * @param off half-width of the interval of {@code predicted - measured}, corrected for the number
 *     of checks; µs
 */
public record SelfCheck(
    String variant,
    String point,
    Side side,
    Estimate predicted,
    Estimate measured,
    double baseline,
    double off) {

  /** Whether prediction and measurement agree within their interval. */
  public boolean holds() {
    return Math.abs(predicted.value() - measured.value()) <= off;
  }

  /** Whether it could have failed: a prediction of nothing would not have held. */
  public boolean tells() {
    return Math.abs(measured.value()) > off;
  }

  /** Why nothing is predicted for the variant if it does not hold. */
  String refusal() {
    return "No prediction for %s: at %s the model said %+.1f µs for the %s and %+.1f were measured, which is more than its interval (±%.1f); measure again with more --blocks."
        .formatted(variant, point, predicted.value(), side.label(), measured.value(), off);
  }

  /** How far off the prediction of the variant's whole CPU time is, as a share of it. */
  public double share() {
    return (predicted.value() - measured.value()) / (baseline + measured.value());
  }
}
