package site.ycsb.tls.workload.draw;

import java.util.SplittableRandom;

/**
 * Draws ranks from a Zipfian distribution: rank i, from 0, has a probability proportional to 1 / (i
 * + 1)^theta. The method is that of J. Gray et al., "Quickly Generating Billion-Record Synthetic
 * Databases", SIGMOD 1994, as in YCSB. The normalising sum is computed with the Euler-Maclaurin
 * formula, not term by term, so that it is ready at once for any number of items. Not thread-safe.
 */
public final class Zipf {
  /** YCSB's constant. */
  public static final double THETA = 0.99;

  /** Up to here the sum is added up; beyond, the formula's error is below 1e-11. */
  private static final int SUMMED = 64;

  private static final double SECOND = 1 + Math.pow(0.5, THETA);

  /** The formula's constant, which is Riemann's zeta function at theta. */
  private static final double CONSTANT = sum(SUMMED) - tail(SUMMED);

  private final SplittableRandom random;
  private long items;
  private double zeta;
  private double eta;

  public Zipf(SplittableRandom random, long items) {
    this.random = random;
    resize(items);
  }

  private void resize(long newItems) {
    items = newItems;
    zeta = zeta(newItems);
    eta = (1 - Math.pow(2.0 / newItems, 1 - THETA)) / (1 - SECOND / zeta);
  }

  /** The sum of 1 / i^theta for i from 1 to n. */
  public static double zeta(long n) {
    return n <= SUMMED ? sum((int) n) : CONSTANT + tail((double) n);
  }

  private static double sum(int n) {
    double sum = 0;
    for (int i = n; i >= 1; i--) {
      sum += Math.pow(i, -THETA);
    }
    return sum;
  }

  /** The part of the Euler-Maclaurin formula that depends on n. */
  private static double tail(double n) {
    double power = Math.pow(n, -THETA);
    return n * power / (1 - THETA)
        + power / 2
        - THETA * power / (12 * n)
        + THETA * (THETA + 1) * (THETA + 2) * power / (720 * n * n * n);
  }

  /** A rank from 0 to one less than the number of items. */
  public long draw() {
    double u = random.nextDouble();
    double uz = u * zeta;
    if (uz < 1) {
      return 0;
    }
    if (uz < SECOND) {
      return Math.min(1, items - 1);
    }
    return Math.min(items - 1, (long) (items * toThe100th(eta * u - eta + 1)));
  }

  /** x to the power of 1 / (1 - theta), which is 100: a third of the time of {@link Math#pow}. */
  private static double toThe100th(double x) {
    double x2 = x * x;
    double x4 = x2 * x2;
    double x8 = x4 * x4;
    double x16 = x8 * x8;
    double x32 = x16 * x16;
    return x32 * x32 * x32 * x4;
  }

  /** The same for another number of items, at least 1. */
  public long draw(long ofItems) {
    if (ofItems != items) {
      resize(ofItems);
    }
    return draw();
  }
}
