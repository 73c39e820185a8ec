package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.servers.Variant;

/** Each variant at each point has what was asked for it, in the order asked, and its share. */
class RandomPlansTest {
  private static final Map<String, List<String>> DIMENSIONS = new LinkedHashMap<>();
  private static final Map<String, List<String>> AXES = new LinkedHashMap<>();

  static {
    // In the order of the product.
    DIMENSIONS.put(
        "tls.cipher",
        List.of(
            "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"));
    DIMENSIONS.put("tls.keysize", List.of("2048", "4096", "EC-256"));
    DIMENSIONS.put("tls.group", List.of("x25519", "secp256r1", "any"));
    DIMENSIONS.put("tls.resumption", List.of("off", "on"));
    AXES.put("threadcount", List.of("1", "2", "16"));
    AXES.put("fieldlength", List.of("10", "1000"));
    AXES.put("my.size", List.of("a", "b"));
  }

  /** Some of the values, in any order; at least one. */
  private static List<String> values(SplittableRandom random, List<String> all) {
    List<String> order = RandomCases.shuffled(random, all);
    return order.subList(0, 1 + random.nextInt(order.size()));
  }

  /** The product of some lists, the last of which changes fastest. */
  private static List<Map<String, String>> product(Map<String, List<String>> lists) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, List<String>> list : lists.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> each : all) {
        for (String value : list.getValue()) {
          Map<String, String> more = new HashMap<>(each);
          more.put(list.getKey(), value);
          longer.add(more);
        }
      }
      all = longer;
    }
    return all;
  }

  private static Map<String, List<String>> some(
      SplittableRandom random, Map<String, List<String>> all, String always) {
    Map<String, List<String>> some = new LinkedHashMap<>();
    all.forEach(
        (name, values) -> {
          if (name.equals(always) || random.nextBoolean()) {
            some.put(name, values(random, values));
          }
        });
    return some;
  }

  @Test
  void eachVariantAtEachPointHasWhatWasAsked() {
    RandomCases.check(
        200,
        1,
        (random, size) -> {
          Map<String, List<String>> dimensions = some(random, DIMENSIONS, "tls.cipher");
          Map<String, List<String>> axes = some(random, AXES, "");
          Map<String, String> given = new HashMap<>(Map.of("recordcount", "1000"));
          dimensions.forEach((name, values) -> given.put(name, String.join(",", values)));
          Map<String, String> properties = new LinkedHashMap<>();
          RandomCases.shuffled(random, List.copyOf(given.keySet()))
              .forEach(name -> properties.put(name, given.get(name)));

          ComparisonPlan plan =
              ComparisonPlan.parse(
                  "fake",
                  properties,
                  axes.entrySet().stream().map(a -> new Axis(a.getKey(), a.getValue())).toList(),
                  "plain",
                  true,
                  Schedule.wholeRuns(1));

          assertThat(plan.baseline().properties()).isEmpty();
          assertThat(plan.variants())
              .extracting(Variant::properties)
              .isEqualTo(product(dimensions));
          assertThat(plan.variants()).extracting(Variant::name).doesNotHaveDuplicates();
          assertThat(plan.points()).extracting(Point::values).isEqualTo(product(axes));
          assertThat(plan.points()).extracting(Point::id).doesNotHaveDuplicates();
          for (Point point : plan.points()) {
            for (Variant variant : plan.columns()) {
              Map<String, String> expected = new HashMap<>(Map.of("recordcount", "1000"));
              expected.putAll(point.values());
              expected.putAll(variant.properties());
              assertThat(plan.properties(point, variant)).isEqualTo(expected);
            }
          }
        });
  }

  @Test
  void eachVariantHasTheSameShareOfTheBlocksAndTheBaselineIsInAll() {
    RandomCases.check(
        200,
        12,
        (random, size) -> {
          Map<String, String> properties = new LinkedHashMap<>();
          for (int i = 0; i < size; i++) {
            properties.put("variants.v" + i + ".x", "" + i);
          }
          int together = 2 + random.nextInt(6);
          ComparisonPlan plan =
              ComparisonPlan.parse(
                  "fake",
                  properties,
                  List.of(),
                  "plain",
                  true,
                  Schedule.standard(1)
                      .withCalibrate(random.nextBoolean())
                      .withSlicing(Slicing.of().withTogether(together)));

          List<Variant> dealt = new ArrayList<>();
          int first = 1 + random.nextInt(20);
          for (int block = first; block < first + plan.groups(); block++) {
            List<Variant> members = plan.columns(block);
            assertThat(members).hasSizeBetween(2, together);
            assertThat(members.get(0)).isEqualTo(plan.baseline());
            dealt.addAll(members.subList(1, members.size()));
            for (Variant one : members) {
              members.forEach(other -> assertThat(plan.haveCommonBlock(one, other)).isTrue());
            }
          }
          assertThat(dealt).containsExactlyInAnyOrderElementsOf(plan.others());
        });
  }

  @Test
  void inEachPairOfRoundsAllHaveTheSameMeanPosition() {
    RandomCases.check(
        200,
        9,
        (random, size) -> {
          List<Integer> items = IntStream.range(0, size).boxed().toList();
          Rounds<Integer> rounds = new Rounds<>(items, random.nextLong());
          for (int pair = 0; pair < 5; pair++) {
            List<Integer> order = rounds.next();
            List<Integer> mirror = new ArrayList<>(rounds.next());
            assertThat(order).containsExactlyInAnyOrderElementsOf(items);
            for (int item : items) {
              assertThat(order.indexOf(item) + mirror.indexOf(item)).isEqualTo(size - 1);
            }
            Collections.reverse(mirror);
            assertThat(mirror).isEqualTo(order);
          }
          List<Integer> shuffled =
              new Seeds(random.nextLong()).shuffled(items, random.nextInt(50), random.nextInt(50));
          assertThat(shuffled).containsExactlyInAnyOrderElementsOf(items);
        });
  }
}
