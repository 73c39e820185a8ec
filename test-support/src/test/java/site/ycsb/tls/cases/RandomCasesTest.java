package site.ycsb.tls.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomCasesTest {
  @Test
  void casesOfAllSizesAreDrawnAndTheSameEachTime() {
    List<Long> first = drawn(7);
    assertThat(drawn(7)).isEqualTo(first);
    assertThat(drawn(8).subList(0, 99)).as("the next seed").isEqualTo(first.subList(1, 100));
    assertThat(first).doesNotHaveDuplicates();

    List<Integer> sizes = new ArrayList<>();
    RandomCases.check(7, 100, 5, (random, size) -> sizes.add(size));
    assertThat(sizes).hasSize(100).contains(1, 2, 3, 4, 5).allMatch(size -> size <= 5);
  }

  private static List<Long> drawn(long seed) {
    List<Long> drawn = new ArrayList<>();
    RandomCases.check(seed, 100, 10, (random, size) -> drawn.add(random.nextLong() + size));
    return drawn;
  }

  @Test
  void aFailureIsThatOfTheSmallestCaseAndNamesTheSeedThatRepeatsIt() {
    RandomCases.Check check =
        (random, size) -> {
          if (size > 2 && random.nextInt(20) == 3) {
            throw new IllegalStateException("of size " + size);
          }
        };

    Throwable failure = failure(1, 1_000, check);
    assertThat(failure)
        .hasMessageMatching(
            "a case of size 3, repeated by -Dtests.seed=\\d+: .*IllegalStateException: of size 3")
        .hasCauseInstanceOf(IllegalStateException.class);

    long seed = Long.parseLong(failure.getMessage().replaceAll(".*seed=(\\d+).*", "$1"));
    assertThat(failure(seed, 1, check)).hasMessage(failure.getMessage());
  }

  private static Throwable failure(long seed, int cases, RandomCases.Check check) {
    try {
      RandomCases.check(seed, cases, 10, check);
      return null;
    } catch (AssertionError e) {
      return e;
    }
  }

  @Test
  void anAssertionThatFailsIsAFailureToo() {
    assertThatThrownBy(
            () -> RandomCases.check(3, 1, 10, (random, size) -> assertThat(size).isZero()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a case of size 1, repeated by -Dtests.seed=3: ");
  }

  @Test
  void piecesAreTheWhole() {
    RandomCases.check(
        100,
        50,
        (random, size) -> {
          byte[] whole = RandomCases.bytes(random, size);
          List<byte[]> pieces = RandomCases.pieces(random, whole, 1 + random.nextInt(9));
          assertThat(pieces).allMatch(piece -> piece.length > 0 && piece.length <= 9);
          int at = 0;
          for (byte[] piece : pieces) {
            for (byte each : piece) {
              assertThat(each).isEqualTo(whole[at++]);
            }
          }
          assertThat(at).isEqualTo(size);
        });
  }

  @Test
  void drawsStayWithinTheirBounds() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(RandomCases.magnitude(random, 1e-6, 1e6)).isBetween(1e-6, 1e6);
      String text = RandomCases.text(random, "aé😀", 2, 4);
      assertThat(text.codePointCount(0, text.length())).isBetween(2, 4);
      assertThat(RandomCases.one(random, 1, 2)).isIn(1, 2);
      assertThat(RandomCases.shuffled(random, List.of(1, 2, 3))).containsExactlyInAnyOrder(1, 2, 3);
    }
  }
}
