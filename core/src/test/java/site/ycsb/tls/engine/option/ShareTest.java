package site.ycsb.tls.engine.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

/** What members of a fleet are dealt. */
class ShareTest {
  private static List<Share> shares(int members, int threads) {
    return IntStream.range(0, members).mapToObj(m -> new Share(m, members, threads)).toList();
  }

  @ParameterizedTest
  @CsvSource({"1,1,10", "1,8,3", "3,3,100", "3,8,1000", "7,8,4", "8,20,123456789"})
  void nothingIsLostAndNothingIsDealtTwice(int members, int threads, long total) {
    long before = 0;
    int first = 0;
    for (Share share : shares(members, threads)) {
      assertThat(share.first()).isEqualTo(first);
      assertThat(share.before(total)).isEqualTo(before);
      first += share.threads();
      before += share.of(total);
    }
    assertThat(first).isEqualTo(threads);
    assertThat(before).isEqualTo(total);
  }

  @Test
  void eachThreadHasTheRateAndTheShareThatItWouldHaveInOneProcess() {
    // Five threads, 13 operations: 3, 3, 3, 2, 2.
    assertThat(shares(2, 5)).extracting(share -> share.of(13)).containsExactly(9L, 4L);
    assertThat(shares(2, 5)).extracting(share -> share.of(100.0)).containsExactly(60.0, 40.0);
  }

  @Test
  void oneMemberHasAll() {
    assertThat(Share.parse("1/1", 4)).isEqualTo(new Share(0, 1, 0, 4, 4));
    assertThat(Share.parse("1/1", 4).isWhole()).isTrue();
  }

  @Test
  void everyMemberNeedsAThread() {
    assertThatThrownBy(() -> Share.parse("3/3", 2))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "2 threads with something to do, for 3 agents: each needs one; give -threads 3 or more, and as many operations or records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/2", "3/2", "1", "1/0", "a/b", "1/2/3"})
  void otherMembersAreRefused(String text) {
    assertThatThrownBy(() -> Share.parse(text, 8))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(text);
  }
}
