package site.ycsb.tls.cost;

import java.util.Optional;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.cost.fit.CostFit;

/**
 * What a variant costs.
 *
 * @param name of the variant
 * @param client CPU time of the client: the baseline's own, the others' in addition to it
 * @param server the same of the server; null when its CPU time is unknown
 */
public record VariantCost(String name, CostFit client, CostFit server) {

  /** The fit of one side; empty when its CPU time is unknown. */
  public Optional<CostFit> of(Side side) {
    return Optional.ofNullable(side == Side.CLIENT ? client : server);
  }
}
