package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.cases.RandomCases;

/** An axis is right for any data, as far apart or close together as they may be. */
class RandomScalesTest {
  private static double[] data(SplittableRandom random, int size, boolean positive) {
    double sign = positive ? 1 : random.nextInt(3) - 1;
    double centre = sign * RandomCases.magnitude(random, 1e-6, 1e12);
    double room = RandomCases.one(random, 0.0, 1e-16, 1e-15, 1e-12, 1e-6, 0.01, 1.0, 1e6);
    return random
        .doubles(size)
        .map(share -> positive ? centre * (1 + room * share) : centre + room * (share - 0.5))
        .toArray();
  }

  /** A step that is too small for the numbers would never reach the end. */
  @Test
  @Timeout(60)
  void ticksLieWithinTheDataAndAreFew() {
    RandomCases.check(
        1_000,
        12,
        (random, size) -> {
          boolean logarithmic = random.nextInt(3) == 0;
          double[] data = data(random, size, logarithmic);
          boolean zero = !logarithmic && random.nextBoolean();
          AxisScale scale = AxisScale.of(DoubleStream.of(data), logarithmic, zero);
          int most = RandomCases.one(random, 5, 8);
          List<Double> ticks = scale.ticks(most);

          for (double value : data) {
            assertThat(scale.share(value)).isBetween(-1e-6, 1 + 1e-6);
          }
          if (zero) {
            assertThat(scale.share(0)).isBetween(-1e-6, 1 + 1e-6);
          }
          assertThat(ticks).isSorted().doesNotHaveDuplicates();
          for (double tick : ticks) {
            assertThat(scale.share(tick)).isBetween(-1e-6, 1 + 1e-6);
          }
          if (!logarithmic) {
            assertThat(ticks).hasSizeBetween(1, most);
          }
        });
  }

  @Test
  void aTickIsNamedAsWhatItIs() {
    RandomCases.check(
        1_000,
        1,
        (random, any) -> {
          double size = RandomCases.magnitude(random, 1e-9, 1e12);
          double least = random.nextBoolean() ? size : -size;
          double greatest = least + Math.abs(least) * RandomCases.magnitude(random, 0.01, 1e3);
          List<Double> ticks = AxisScale.linear(least, greatest, 8);
          double step = ticks.size() > 1 ? ticks.get(1) - ticks.get(0) : Math.abs(greatest);
          for (double tick : ticks) {
            assertThat(Double.parseDouble(PlotFrame.bare(tick)))
                .as(PlotFrame.bare(tick))
                .isCloseTo(tick, within(step / 10));
          }
        });
  }
}
