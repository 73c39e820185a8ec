package site.ycsb.tls.workload;

import java.util.Map;
import java.util.SplittableRandom;
import site.ycsb.generator.DiscreteGenerator;

/** Chooses operations in given proportions, from a random generator of its own. */
final class OperationMix extends DiscreteGenerator {
  private final SplittableRandom random;
  private final String[] names;
  private final double[] upTo;

  /**
   * @param proportions by name; at least one is over 0, none is below
   */
  OperationMix(SplittableRandom random, Map<String, Double> proportions) {
    this.random = random;
    this.names = proportions.keySet().toArray(String[]::new);
    this.upTo = new double[names.length];
    double sum = 0;
    for (int i = 0; i < names.length; i++) {
      sum += proportions.get(names[i]);
      upTo[i] = sum;
    }
  }

  @Override
  public String nextValue() {
    double drawn = random.nextDouble() * upTo[upTo.length - 1];
    int i = 0;
    while (drawn >= upTo[i]) {
      i++;
    }
    return names[i];
  }
}
