package site.ycsb.tls.report.page;

import java.util.ArrayList;
import java.util.List;

/** Round numbers on an axis that ends where the data do. */
final class Ticks {
  private static final double[] ROUND = {1, 2, 5, 10};

  /** An end of the data may be a tick, whatever the rounding of a quotient. */
  private static final double SLACK = 1e-9;

  private Ticks() {}

  /**
   * Multiples of 1, 2 or 5 times a power of ten.
   *
   * @param most how many there may be
   */
  static List<Double> linear(double least, double greatest, int most) {
    double range = greatest - least;
    double power = Math.pow(10, Math.floor(Math.log10(range / most)));
    double step = power * 10;
    for (double round : ROUND) {
      double wanted = power * round;
      double last = Math.floor(greatest / wanted + SLACK);
      double first = Math.ceil(least / wanted - SLACK);
      if (last - first + 1 <= most) {
        step = wanted;
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (double k = Math.ceil(least / step - SLACK); k <= greatest / step + SLACK; k++) {
      ticks.add(k == 0 ? 0.0 : k * step);
    }
    return ticks;
  }

  /** 1, 2 and 5 times powers of ten, or the powers alone where these are too many. */
  static List<Double> logarithmic(double least, double greatest, int most) {
    List<Double> all = new ArrayList<>();
    List<Double> powers = new ArrayList<>();
    for (int p = (int) Math.floor(Math.log10(least)); Math.pow(10, p) <= greatest; p++) {
      for (double round : new double[] {1, 2, 5}) {
        double tick = round * Math.pow(10, p);
        if (tick >= least && tick <= greatest) {
          all.add(tick);
          if (round == 1) {
            powers.add(tick);
          }
        }
      }
    }
    return all.size() <= most || powers.isEmpty() ? all : powers;
  }
}
