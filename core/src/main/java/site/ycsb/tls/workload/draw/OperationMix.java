package site.ycsb.tls.workload.draw;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Chooses operations in given proportions, with its own random generator. Not thread-safe. */
public final class OperationMix {

  /** The kinds of transactions. */
  public enum Operation {
    READ,
    UPDATE,
    INSERT,
    SCAN,
    READ_MODIFY_WRITE
  }

  private final SplittableRandom random;
  private final Operation[] operations;
  private final double[] upTo;

  /**
   * @param proportions those over 0; at least one
   */
  public OperationMix(SplittableRandom random, Map<Operation, Double> proportions) {
    this.random = random;
    this.operations = new EnumMap<>(proportions).keySet().toArray(Operation[]::new);
    this.upTo = new double[operations.length];
    double sum = 0;
    for (int i = 0; i < operations.length; i++) {
      sum += proportions.get(operations[i]);
      upTo[i] = sum;
    }
  }

  public Operation draw() {
    if (operations.length == 1) {
      return operations[0];
    }
    double drawn = random.nextDouble() * upTo[upTo.length - 1];
    int i = 0;
    while (drawn >= upTo[i]) {
      i++;
    }
    return operations[i];
  }
}
