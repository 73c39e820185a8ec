package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.property.UsageException;

class SideBySideTest {
  private static final long GB = 1L << 30;

  @Test
  void sevenVariantsFitInto20Gigabytes() {
    SideBySide fits = SideBySide.of(20 * GB, GB, GB, 7, List.of(), 1, false);
    assertThat(fits.together()).isEqualTo(7);
    assertThat(fits.heapBytes()).isBetween(GB, 2 * GB);
  }

  @Test
  void moreThanFitAreDealt() {
    SideBySide fits = SideBySide.of(6 * GB, GB, GB, 40, List.of(), 1, false);
    assertThat(fits.together()).isBetween(2, 5);
    assertThat(fits.heapBytes()).isGreaterThanOrEqualTo(GB / 2);
  }

  @Test
  void heapThatTheUserGivesIsCountedAndLeftAlone() {
    SideBySide fits = SideBySide.of(20 * GB, GB, GB, 7, List.of("-Xmx1g", "-Xmx7g"), 1, false);
    assertThat(fits.together()).isEqualTo(2);
    assertThat(fits.heapBytes()).isZero();
  }

  @Test
  void heapThatTheUserGivesByItsOtherNameIsCountedToo() {
    List<String> arguments = List.of("-Xmx1g", "-XX:MaxHeapSize=7g");
    SideBySide fits = SideBySide.of(20 * GB, GB, GB, 7, arguments, 1, false);
    assertThat(fits.together()).isEqualTo(2);
    assertThat(fits.heapBytes()).isZero();
  }

  @Test
  void serversThatDoNotFitLeaveNoRoom() {
    assertThat(SideBySide.of(10 * GB, 9 * GB, GB, 3, List.of(), 1, false).together()).isZero();
  }

  @Test
  void notEvenTwoIsRefusedWithWhatToDo() {
    assertThatThrownBy(() -> SideBySide.of(2 * GB, GB, GB, 3, List.of(), 1, false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2,048 MB of memory are available")
        .hasMessageContaining("--whole-runs");
  }

  @Test
  void eachAgentHasALoadGeneratorForEachVariant() {
    SideBySide one = SideBySide.of(20 * GB, GB, GB, 7, List.of(), 1, false);
    SideBySide four = SideBySide.of(20 * GB, GB, GB, 7, List.of(), 4, false);
    assertThat(four.together()).isLessThan(one.together()).isGreaterThanOrEqualTo(2);
    assertThat(4L * four.together() * four.heapBytes()).isLessThan(16 * GB);
    assertThat(SideBySide.of(GB, 0, 0, 7, List.of(), 0, false).together()).isEqualTo(7);
  }

  @Test
  void relaysAreCounted() {
    SideBySide without = SideBySide.of(20 * GB, GB, GB, 7, List.of(), 1, false);
    SideBySide with = SideBySide.of(20 * GB, GB, GB, 7, List.of(), 1, true);
    assertThat(without.heapBytes() - with.heapBytes()).isEqualTo(NetworkRelay.MEMORY_BYTES);
    assertThat(SideBySide.of(6 * GB, GB, GB, 40, List.of(), 1, false).together()).isEqualTo(5);
    assertThat(SideBySide.of(6 * GB, GB, GB, 40, List.of(), 1, true).together()).isEqualTo(4);
  }
}
