package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeedsTest {
  /** Whatever is first, the one that loads what several share is the first of them. */
  @Test
  void whatIsSharedStaysInItsOrderAndAllElseComesInAnyOrder() {
    List<String> members = List.of("shared 1", "own a", "shared 2", "own b");
    Set<List<String>> orders = new HashSet<>();
    for (int block = 1; block <= 100; block++) {
      List<String> order =
          new Seeds(5)
              .shuffled(members, name -> name.startsWith("own") ? name : "shared", block, -2);
      assertThat(order)
          .containsExactlyInAnyOrderElementsOf(members)
          .containsSubsequence("shared 1", "shared 2");
      orders.add(order);
    }

    assertThat(orders).hasSize(6);
  }
}
