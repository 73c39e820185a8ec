package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.statistics.ModeratedT.Prior;

/** What statistics must not depend on, and how they must change, whatever the samples are. */
class RandomSamplesTest {
  /** Rounding, as a share of the largest value. */
  private static final double ROUNDING = 1e-9;

  /**
   * Log ratios, or anything else: scattered, nearly or all the same, with spikes, of any magnitude.
   */
  private static double[] sample(SplittableRandom random, int size) {
    double sign = random.nextInt(3) - 1;
    double centre = sign * RandomCases.magnitude(random, 1e-6, 1e6);
    double scatter =
        switch (random.nextInt(5)) {
          case 0 -> 0;
          case 1 -> Math.ulp(Math.max(1e-6, Math.abs(centre)));
          default -> RandomCases.magnitude(random, 1e-6, 1e3);
        };
    boolean spiky = random.nextInt(4) == 0;
    return IntStream.range(0, size)
        .mapToDouble(
            i ->
                centre
                    + scatter
                        * random.nextGaussian()
                        * (spiky && random.nextInt(10) == 0 ? 1_000 : 1))
        .toArray();
  }

  private static double rounding(double[] sample) {
    return ROUNDING * Math.max(1e-12, Arrays.stream(sample).map(Math::abs).max().orElse(0));
  }

  private static double rounding(double[] sample, Interval interval) {
    return rounding(sample) + ROUNDING * interval.halfWidth();
  }

  private static double[] mapped(double[] sample, DoubleUnaryOperator function) {
    return Arrays.stream(sample).map(function).toArray();
  }

  private static double[] shuffled(SplittableRandom random, double[] sample) {
    return RandomCases.shuffled(random, Arrays.stream(sample).boxed().toList()).stream()
        .mapToDouble(value -> value)
        .toArray();
  }

  private static double[] with(double[] sample, double value) {
    return DoubleStream.concat(Arrays.stream(sample), DoubleStream.of(value)).toArray();
  }

  private static void assertSame(Interval found, Interval expected, double rounding) {
    assertThat(found.estimate()).isCloseTo(expected.estimate(), within(rounding));
    assertThat(found.lower()).isCloseTo(expected.lower(), within(rounding));
    assertThat(found.upper()).isCloseTo(expected.upper(), within(rounding));
    assertThat(found.confidence()).isCloseTo(expected.confidence(), within(1e-12));
  }

  /** One of the ways in which an interval is found. */
  private interface Way {
    Interval of(double[] sample);
  }

  /** All, for samples of that many values; the prior's scatter grows with the samples'. */
  private static List<Way> ways(int size, double scale, double level) {
    List<Way> ways = new ArrayList<>();
    ways.add(sample -> SignedRank.hodgesLehmann(sample, level));
    ways.add(sample -> ModeratedT.interval(sample, new Prior(2.5, 0.027 * scale), level));
    if (size > 1) {
      ways.add(sample -> PairedT.interval(sample, level));
    }
    return ways;
  }

  @Test
  void anIntervalContainsItsEstimateAndDependsOnNoOrderNoUnitAndNoSign() {
    RandomCases.check(
        400,
        14,
        (random, size) -> {
          double[] sample = sample(random, size);
          double level = RandomCases.one(random, 0.5, 0.9, 0.95, 0.97);
          double unit = RandomCases.magnitude(random, 1e-3, 1e3);
          double shift = RandomCases.magnitude(random, 1e-3, 1e3);
          List<Way> scaled = ways(size, unit, level);
          List<Way> ways = ways(size, 1, level);
          for (int i = 0; i < ways.size(); i++) {
            Way way = ways.get(i);
            Interval interval = way.of(sample);
            double rounding = rounding(sample, interval);
            assertThat(interval.contains(interval.estimate())).as("%s", interval).isTrue();
            assertThat(interval.confidence()).isBetween(0.0, 1.0);

            assertSame(way.of(shuffled(random, sample)), interval, rounding);
            Interval opposite = way.of(mapped(sample, value -> -value));
            assertSame(
                new Interval(
                    -opposite.estimate(),
                    -opposite.upper(),
                    -opposite.lower(),
                    opposite.confidence()),
                interval,
                rounding);
            assertSame(
                scaled.get(i).of(mapped(sample, value -> value * unit)),
                interval.map(value -> value * unit),
                rounding * unit);
            double[] shifted = mapped(sample, value -> value + shift);
            assertSame(
                way.of(shifted),
                interval.map(value -> value + shift),
                rounding + rounding(shifted));
          }
        });
  }

  @Test
  void aHigherLevelNeverNarrowsAnInterval() {
    RandomCases.check(
        300,
        14,
        (random, size) -> {
          double[] sample = sample(random, size);
          double low = random.nextDouble(0.2, 0.99);
          double high = random.nextDouble(low, 0.999);
          List<Way> atHigh = ways(size, 1, high);
          List<Way> atLow = ways(size, 1, low);
          for (int i = 0; i < atLow.size(); i++) {
            Interval narrow = atLow.get(i).of(sample);
            Interval wide = atHigh.get(i).of(sample);
            double rounding = rounding(sample, narrow);
            assertThat(wide.lower()).isLessThanOrEqualTo(narrow.lower() + rounding);
            assertThat(wide.upper()).isGreaterThanOrEqualTo(narrow.upper() - rounding);
          }
        });
  }

  /** More that agrees with what is known makes it better known. */
  @Test
  void aValueLikeTheMeanNarrowsAnIntervalOfAMean() {
    RandomCases.check(
        300,
        14,
        (random, size) -> {
          double[] sample = sample(random, size + 1);
          double mean = Arrays.stream(sample).average().orElseThrow();
          double[] more = with(sample, mean);
          Prior prior = new Prior(1 + random.nextDouble(5), RandomCases.magnitude(random, 1e-6, 1));
          double rounding = rounding(sample);

          assertThat(ModeratedT.interval(more, prior, 0.95).halfWidth())
              .isLessThan(ModeratedT.interval(sample, prior, 0.95).halfWidth() + rounding);
          assertThat(PairedT.interval(more, 0.95).halfWidth())
              .isLessThanOrEqualTo(PairedT.interval(sample, 0.95).halfWidth() + rounding);
        });
  }

  @Test
  void aTestAndTheIntervalOfItsLevelAgree() {
    RandomCases.check(
        600,
        14,
        (random, size) -> {
          double[] sample = sample(random, size + 1);
          double p = PairedT.differs(sample);
          assertThat(p).isBetween(0.0, 1.0);
          assertThat(PairedT.differs(shuffled(random, sample))).isCloseTo(p, within(1e-6));
          assertThat(PairedT.differs(mapped(sample, value -> -value))).isCloseTo(p, within(1e-6));
          Interval interval = PairedT.interval(sample, 0.95);
          double ends = Math.min(Math.abs(interval.lower()), Math.abs(interval.upper()));
          if (ends > rounding(sample)) {
            assertThat(interval.contains(0)).as("p is %s", p).isEqualTo(p > 0.05);
          }

          double margin = RandomCases.magnitude(random, 1e-6, 1e6);
          double wider = margin * (1 + random.nextDouble());
          double equivalent = PairedT.equivalent(sample, margin);
          assertThat(equivalent).isBetween(0.0, 1.0);
          assertThat(PairedT.equivalent(sample, wider)).isLessThanOrEqualTo(equivalent + 1e-9);
          Interval of90 = PairedT.interval(sample, 0.9);
          double distance =
              Math.min(Math.abs(of90.lower() + margin), Math.abs(of90.upper() - margin));
          if (distance > rounding(sample)) {
            assertThat(equivalent <= 0.05)
                .as("p is %s, the interval of 90 %% is %s", equivalent, of90)
                .isEqualTo(of90.lower() > -margin && of90.upper() < margin);
          }
          assertThat(PairedT.outside(sample, -margin, margin)).isBetween(0.0, 1.0);
        });
  }

  @Test
  void swappedSamplesHaveTheOppositeShift() {
    RandomCases.check(
        300,
        9,
        (random, size) -> {
          double[] first = sample(random, size);
          double[] second = sample(random, 1 + random.nextInt(9));
          double rounding = rounding(first) + rounding(second);
          Interval there = RankSum.shift(first, second, 0.95);
          Interval back = RankSum.shift(second, first, 0.95);
          assertThat(there.contains(there.estimate())).isTrue();
          assertSame(
              new Interval(-back.estimate(), -back.upper(), -back.lower(), back.confidence()),
              there,
              rounding);
          assertSame(
              RankSum.shift(shuffled(random, first), shuffled(random, second), 0.95),
              there,
              rounding);
          if (first.length > 1 && second.length > 1) {
            double p = RankSum.differs(first, second);
            assertThat(p).isBetween(0.0, 1.0);
            assertThat(RankSum.differs(second, first)).isCloseTo(p, within(1e-9));
          }
        });
  }

  /** By its definition, in another form: the largest of (n - j + 1) p_(j) up to its own rank. */
  @Test
  void holmsCorrectionIsItsDefinitionAndKeepsTheOrder() {
    RandomCases.check(
        500,
        12,
        (random, size) -> {
          double[] p =
              random
                  .doubles(size)
                  .map(value -> random.nextInt(4) == 0 ? 0.05 : value * value * value)
                  .toArray();
          double[] adjusted = Holm.adjust(p);
          for (int i = 0; i < size; i++) {
            double own = 0;
            for (double other : p) {
              long notBelow = Arrays.stream(p).filter(value -> value >= other).count();
              own = other <= p[i] ? Math.max(own, Math.min(1, notBelow * other)) : own;
            }
            assertThat(adjusted[i]).isCloseTo(own, within(1e-15)).isGreaterThanOrEqualTo(p[i]);
            for (int j = 0; j < size; j++) {
              assertThat(p[i] <= p[j] && adjusted[i] > adjusted[j]).isFalse();
            }
          }
          List<Integer> order =
              RandomCases.shuffled(random, IntStream.range(0, size).boxed().toList());
          double[] inOrder = Holm.adjust(order.stream().mapToDouble(i -> p[i]).toArray());
          for (int i = 0; i < size; i++) {
            assertThat(inOrder[i]).isEqualTo(adjusted[order.get(i)]);
          }
        });
  }

  @Test
  void asManyPairsAreNeededAsMakeTheIntervalNarrowAndNotOneMore() {
    RandomCases.check(
        100,
        1,
        (random, size) -> {
          double deviation = RandomCases.magnitude(random, 1e-4, 1);
          double half = RandomCases.magnitude(random, 1e-4, 1);
          int n = Precision.pairsNeeded(deviation, half, 0.95);
          assertThat(half(deviation, n)).isLessThanOrEqualTo(half);
          if (n > 2) {
            assertThat(half(deviation, n - 1)).isGreaterThan(half);
          }
          assertThat(Precision.pairsNeeded(deviation * 2, half, 0.95)).isGreaterThanOrEqualTo(n);
          assertThat(Precision.pairsNeeded(deviation, half * 2, 0.95)).isLessThanOrEqualTo(n);
        });
  }

  private static double half(double deviation, int n) {
    return TDistribution.of(n - 1).inverseSurvivalProbability(0.025) * deviation / Math.sqrt(n);
  }

  @Test
  void aDriftReversedIsTheOppositeDrift() {
    RandomCases.check(
        300,
        12,
        (random, size) -> {
          double[] values = sample(random, size + 2);
          Spearman drift = Spearman.overTime(values);
          assertThat(drift.rho()).isBetween(-1.0, 1.0);
          assertThat(drift.pValue()).isBetween(0.0, 1.0);
          double[] reversed = new double[values.length];
          for (int i = 0; i < values.length; i++) {
            reversed[values.length - 1 - i] = values[i];
          }
          Spearman back = Spearman.overTime(reversed);
          assertThat(back.rho()).isCloseTo(-drift.rho(), within(1e-12));
          assertThat(back.pValue()).isCloseTo(drift.pValue(), within(1e-9));
        });
  }
}
