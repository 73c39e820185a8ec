package site.ycsb.tls.cost.fit;

import java.util.Map;

/**
 * How much of each {@link Term} something contains: one cycle of a run, or one second of a load.
 *
 * @param byTerm what is absent is 0
 */
public record Amounts(Map<Term, Double> byTerm) {
  /** What one TLS record holds, KB. */
  private static final double RECORD = 16.384;

  public Amounts {
    byTerm = Map.copyOf(byTerm);
  }

  /** All terms; the bytes are spread evenly over the operations. */
  public static Amounts of(
      double operations,
      double kilobytes,
      double connections,
      double fullHandshakes,
      double resumedHandshakes) {
    return new Amounts(
        Map.of(
            Term.OPERATION, operations,
            Term.KILOBYTE, kilobytes,
            Term.KILOBYTE_BEYOND_16, Math.max(0, kilobytes - RECORD * operations),
            Term.KILOBYTE_BEYOND_32, Math.max(0, kilobytes - 2 * RECORD * operations),
            Term.CONNECTION, connections,
            Term.FULL_HANDSHAKE, fullHandshakes,
            Term.RESUMED_HANDSHAKE, resumedHandshakes));
  }

  /** The amount of that term. */
  public double of(Term term) {
    return byTerm.getOrDefault(term, 0.0);
  }
}
