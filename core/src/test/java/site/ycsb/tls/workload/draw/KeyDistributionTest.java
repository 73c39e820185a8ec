package site.ycsb.tls.workload.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Utils;
import site.ycsb.generator.ScrambledZipfianGenerator;

/** The shapes of the distributions. Seeds are fixed: the same numbers are drawn each time. */
class KeyDistributionTest {
  private static final int DRAWS = 200_000;
  private final SplittableRandom random = new SplittableRandom(1);

  private static Map<Long, Integer> counts(KeyDistribution keys) {
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(keys.draw(), 1, Integer::sum);
    }
    return counts;
  }

  private static double share(Map<Long, Integer> counts, long from, long below) {
    return LongStream.range(from, below).map(key -> counts.getOrDefault(key, 0)).sum()
        / (double) DRAWS;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 63, 64, 65, 100, 1000, 1_000_000})
  void zipfianSumIsThatOfItsTerms(long items) {
    double sum = 0;
    for (long i = items; i >= 1; i--) {
      sum += Math.pow((double) i, -Zipf.THETA);
    }

    assertThat(Zipf.zeta(items)).isEqualTo(sum, within(sum * 1e-12));
  }

  @Test
  void zipfianSumOfTenBillionItemsIsUpstreams() {
    assertThat(Zipf.zeta(ScrambledZipfianGenerator.ITEM_COUNT))
        .isEqualTo(ScrambledZipfianGenerator.ZETAN, within(1e-6));
  }

  @Test
  void zipfianRanksFollowTheirLaw() {
    Zipf zipf = new Zipf(random, 1000);

    Map<Long, Integer> counts = counts(zipf::draw);

    assertThat(counts.keySet()).allMatch(rank -> rank >= 0 && rank < 1000);
    assertThat(share(counts, 0, 1)).isEqualTo(1 / Zipf.zeta(1000), within(0.005));
    assertThat(share(counts, 1, 2))
        .isEqualTo(Math.pow(2, -Zipf.THETA) / Zipf.zeta(1000), within(0.005));
    assertThat(share(counts, 0, 100)).isEqualTo(Zipf.zeta(100) / Zipf.zeta(1000), within(0.02));
  }

  @Test
  void zipfianFollowsAGrowingNumberOfItems() {
    Zipf grown = new Zipf(random, 10);

    assertThat(counts(() -> grown.draw(1000)).keySet()).contains(0L, 999L);
  }

  @Test
  void scrambledZipfianMakesTheSameKeysPopularAsUpstream() {
    Map<Long, Integer> counts = counts(KeyDistribution.scrambledZipfian(random, 500, 1000));

    assertThat(counts.keySet()).allMatch(key -> key >= 500 && key < 1500);
    long first = 500 + Utils.fnvhash64(0) % 1000;
    long second = 500 + Utils.fnvhash64(1) % 1000;
    assertThat(share(counts, first, first + 1))
        .isEqualTo(1 / ScrambledZipfianGenerator.ZETAN, within(0.005));
    assertThat(share(counts, second, second + 1)).isGreaterThan(0.5 / 26.5);
  }

  @Test
  void uniformGivesEachKeyItsShare() {
    Map<Long, Integer> counts = counts(KeyDistribution.uniform(random, 7, 10));

    assertThat(counts).hasSize(10);
    for (long key = 7; key < 17; key++) {
      assertThat(share(counts, key, key + 1)).isEqualTo(0.1, within(0.005));
    }
  }

  @Test
  void latestPrefersTheNewestAndFollowsThem() {
    AtomicLong last = new AtomicLong(99);
    KeyDistribution keys = KeyDistribution.latest(random, 0, last::get);

    Map<Long, Integer> before = counts(keys);
    last.set(199);
    Map<Long, Integer> after = counts(keys);

    assertThat(before.keySet()).allMatch(key -> key >= 0 && key <= 99);
    assertThat(share(before, 99, 100)).isEqualTo(1 / Zipf.zeta(100), within(0.01));
    assertThat(share(after, 199, 200)).isEqualTo(1 / Zipf.zeta(200), within(0.01));
    assertThat(after.keySet()).allMatch(key -> key >= 0 && key <= 199);
  }

  @Test
  void threadsShareTheSequenceOut() {
    KeyDistribution first = KeyDistribution.sequential(10, 5, 0, 2);
    KeyDistribution second = KeyDistribution.sequential(10, 5, 1, 2);

    assertThat(LongStream.generate(first::draw).limit(4)).containsExactly(10L, 12L, 14L, 11L);
    assertThat(LongStream.generate(second::draw).limit(4)).containsExactly(11L, 13L, 10L, 12L);
  }

  @Test
  void hotspotKeepsToItsFractions() {
    Map<Long, Integer> counts = counts(KeyDistribution.hotspot(random, 100, 1000, 0.2, 0.8));

    assertThat(counts.keySet()).allMatch(key -> key >= 100 && key < 1100);
    assertThat(share(counts, 100, 300)).isEqualTo(0.8, within(0.01));
    assertThat(share(counts, 300, 1100)).isEqualTo(0.2, within(0.01));
  }

  /** The share of the cold ones would all go to one record. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void hotspotWithAllRecordsAlikeIsUniform(double hot) {
    Map<Long, Integer> counts = counts(KeyDistribution.hotspot(random, 100, 10, hot, 0.8));

    assertThat(counts).hasSize(10);
    assertThat(share(counts, 109, 110)).isEqualTo(0.1, within(0.005));
  }

  @Test
  void exponentialReachesItsPercentileInItsRange() {
    Map<Long, Integer> counts =
        counts(KeyDistribution.exponential(random, 0, () -> 9999, 95, 1000));

    assertThat(counts.keySet()).allMatch(key -> key >= 0 && key <= 9999);
    assertThat(share(counts, 9000, 10_000)).isEqualTo(0.95, within(0.01));
  }

  @Test
  void keysThatDoNotExistYetAreDrawnAgain() {
    Map<Long, Integer> counts = counts(KeyDistribution.uniform(random, 0, 100).upTo(() -> 9));

    assertThat(counts).hasSize(10).containsOnlyKeys(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }
}
