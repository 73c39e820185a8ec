package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoundsTest {
  @Test
  void eachRandomOrderIsFollowedByItsMirror() {
    Rounds<String> rounds = new Rounds<>(List.of("a", "b", "c"), 7);
    Set<List<String>> seen = new HashSet<>();
    for (int pair = 0; pair < 50; pair++) {
      List<String> order = rounds.next();
      List<String> mirror = new ArrayList<>(rounds.next());
      Collections.reverse(mirror);
      assertThat(order).isEqualTo(mirror).containsExactlyInAnyOrder("a", "b", "c");
      seen.add(order);
    }
    assertThat(seen).hasSize(6);
  }

  @Test
  void theSeedDecides() {
    Rounds<Integer> one = new Rounds<>(List.of(1, 2, 3, 4, 5), 7);
    Rounds<Integer> same = new Rounds<>(List.of(1, 2, 3, 4, 5), 7);
    for (int round = 0; round < 10; round++) {
      assertThat(one.next()).isEqualTo(same.next());
    }
  }
}
