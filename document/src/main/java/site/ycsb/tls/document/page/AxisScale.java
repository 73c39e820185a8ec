package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * An axis that ends where the data do, with round numbers on it.
 *
 * @param least value
 * @param greatest value
 * @param logarithmic whether equal ratios are equally far apart
 */
record AxisScale(double least, double greatest, boolean logarithmic) {
  private static final double[] ROUND = {1, 2, 5, 10};

  /** An end of the data may be a tick, whatever the rounding of a quotient. */
  private static final double SLACK = 1e-9;

  static AxisScale of(DoubleStream values, boolean logarithmic, boolean zero) {
    double[] all =
        (zero ? DoubleStream.concat(values, DoubleStream.of(0)) : values).sorted().toArray();
    double least = all[0];
    double greatest = all[all.length - 1];
    if (greatest - least <= SLACK * Math.max(Math.abs(least), Math.abs(greatest))) {
      double room = least == 0 ? 1 : Math.abs(least) / 2;
      return new AxisScale(logarithmic ? least / 2 : least - room, greatest + room, logarithmic);
    }
    return new AxisScale(least, greatest, logarithmic);
  }

  double share(double value) {
    return logarithmic
        ? Math.log(value / least) / Math.log(greatest / least)
        : (value - least) / (greatest - least);
  }

  List<Double> ticks(int most) {
    return logarithmic ? logarithmic(least, greatest, most) : linear(least, greatest, most);
  }

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
