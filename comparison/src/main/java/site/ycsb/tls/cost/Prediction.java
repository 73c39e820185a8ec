package site.ycsb.tls.cost;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.cost.fit.Amounts;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.Estimate;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.fit.Term;
import site.ycsb.tls.document.Figures;

/**
 * The cores that a load keeps busy.
 *
 * @param load what was asked
 * @param variants the baseline first
 * @param remarks what the reader must know, a sentence each
 */
public record Prediction(Load load, List<VariantLoad> variants, List<String> remarks) {

  /**
   * One variant.
   *
   * @param name of the variant
   * @param client the application's cores
   * @param server the database's; null when its CPU time is unknown
   */
  public record VariantLoad(String name, Cores client, Cores server) {
    /**
     * Cores that TLS takes, of client and server together where the server's are known, if the
     * machine is as fast as it was: how fast it is is the same for all variants.
     */
    public Estimate tls() {
      return server == null
          ? client.atThisSpeed()
          : client.atThisSpeed().plus(server.atThisSpeed());
    }

    /**
     * Whether TLS is known to take fewer cores than that of the other variant. What was measured
     * without TLS is in the costs of both, so that the difference is known better than is supposed
     * here.
     */
    private boolean takesFewerThan(VariantLoad other) {
      return (server == null) == (other.server == null)
          && other.tls().plus(tls().times(-1)).lower() > 0;
    }
  }

  /**
   * Cores of one side.
   *
   * @param all with TLS
   * @param tls of them TLS
   * @param atThisSpeed the same if the machine is as fast as it was
   * @param byTerm TLS's part, by what it is spent on
   */
  public record Cores(Estimate all, Estimate tls, Estimate atThisSpeed, Map<Term, Double> byTerm) {}

  /**
   * Predicts.
   *
   * @throws ModelException when the model cannot answer: it has no resumed handshakes, or all
   *     variants failed their checks or are doubtful, or its costs make no cores of this load
   */
  public static Prediction of(CostModel model, Load load) throws ModelException {
    List<String> remarks = new ArrayList<>();
    if (load.kilobytesPerOperation() < model.leastKilobytes() / 1.05
        || load.kilobytesPerOperation() > model.mostKilobytes() * 1.05) {
      remarks.add(
          "Extrapolated: %s KB per operation were not measured, only %s to %s KB."
              .formatted(
                  Figures.significant(load.kilobytesPerOperation()),
                  Figures.significant(model.leastKilobytes()),
                  Figures.significant(model.mostKilobytes())));
    }
    List<VariantLoad> variants = new ArrayList<>();
    variants.add(variant(model, Optional.empty(), load));
    for (VariantCost variant : model.variants()) {
      Optional<String> refusal = model.refusal(variant);
      if (refusal.isEmpty()) {
        variants.add(variant(model, Optional.of(variant), load));
        model.untold(variant).ifPresent(remarks::add);
      } else {
        remarks.add(refusal.get());
      }
    }
    if (variants.size() == 1) {
      throw new ModelException(String.join(" ", remarks));
    }
    return new Prediction(load, List.copyOf(variants), List.copyOf(remarks));
  }

  private static VariantLoad variant(CostModel model, Optional<VariantCost> tls, Load load)
      throws ModelException {
    VariantCost plain = model.baseline();
    VariantCost variant = tls.orElse(plain);
    if (tls.isPresent()
        && load.resumedShare() > 0
        && load.connectionsPerSecond() > 0
        && !variant.client().terms().contains(Term.RESUMED_HANDSHAKE)) {
      throw new ModelException(
          "resumed handshakes of %s were not measured: give no --resumed, or measure a model with them"
              .formatted(variant.name()));
    }
    Cores client = cores(plain.client(), tls.map(VariantCost::client), load);
    Cores server =
        plain.server() == null || variant.server() == null
            ? null
            : cores(plain.server(), tls.map(VariantCost::server), load);
    requireCores(model, load, variant.name() + ", client", client);
    if (server != null) {
      requireCores(model, load, variant.name() + ", server", server);
    }
    return new VariantLoad(variant.name(), client, server);
  }

  /** Costs with large errors may make none of a load that differs much from what was measured. */
  private static void requireCores(CostModel model, Load load, String whose, Cores cores)
      throws ModelException {
    if (cores.all().value() <= 0 && !load.isNone()) {
      throw new ModelException(
          "%s: the model makes %s busy cores of this load, and it takes more than none; give one that is nearer to what was measured (%s to %s KB per operation), or measure a model with more --blocks"
              .formatted(
                  whose,
                  Figures.significant(cores.all().value()),
                  Figures.significant(model.leastKilobytes()),
                  Figures.significant(model.mostKilobytes())));
    }
  }

  private static Cores cores(CostFit plain, Optional<CostFit> tls, Load load) {
    Amounts amounts = load.amounts();
    Estimate without = plain.micros(amounts).times(1e-6);
    Estimate with = tls.map(fit -> fit.micros(amounts).times(1e-6)).orElse(Estimate.exactly(0));
    Map<Term, Double> byTerm = new EnumMap<>(Term.class);
    tls.ifPresent(
        fit ->
            fit.terms()
                .forEach(
                    term -> byTerm.put(term, fit.micros(term).value() * amounts.of(term) * 1e-6)));
    return new Cores(without.plus(with).at(plain.speed()), with.at(plain.speed()), with, byTerm);
  }

  /** The variants with TLS. */
  public List<VariantLoad> withTls() {
    return variants.subList(1, variants.size());
  }

  /**
   * The variant with TLS that is known to take the fewest cores of client and server together;
   * empty where noise may have made the order.
   */
  public Optional<VariantLoad> cheapest() {
    return withTls().stream()
        .filter(
            one ->
                withTls().stream()
                    .allMatch(other -> other.equals(one) || one.takesFewerThan(other)))
        .findFirst();
  }
}
