package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** How long before a slice its order is sent, and how long a slice is. */
class SlicePaceTest {
  private final SlicePace pace = new SlicePace();

  @Test
  void theOrderIsSentLongAheadBeforeAnythingIsKnown() {
    assertThat(pace.leadNanos(5)).isEqualTo(100_000_005);
  }

  @Test
  void theOrderIsSentALittleEarlierThanAgentsNeedToBeReady() {
    for (int i = 0; i < 30; i++) {
      pace.begun(20_000_000 + i, 0);
    }
    assertThat(pace.leadNanos(3_000_000)).isBetween(29_000_000L, 29_000_100L);
  }

  @Test
  void onePauseDoesNotMakeOrdersEarlierAndTwoDo() {
    for (int i = 0; i < 10; i++) {
      pace.begun(4_000_000, 0);
    }
    pace.begun(400_000_000, 0);
    assertThat(pace.leadNanos(0)).isEqualTo(6_000_000);
    pace.begun(40_000_000, 0);
    assertThat(pace.leadNanos(0)).isEqualTo(51_000_000);
  }

  @Test
  void aSliceIsAsLongAsTheClocksNeed() {
    pace.begun(0, 1_000_000);
    assertThat(pace.leastSeconds(4_000_000)).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void aSliceIsAsLongAsTheAgentsUsuallyBeginApartButNotForOneThatWasLate() {
    for (int i = 0; i < 5; i++) {
      pace.begun(0, 3_000_000);
    }
    pace.begun(0, 900_000_000);
    assertThat(pace.skewNanos()).isEqualTo(3_000_000);
    assertThat(pace.leastSeconds(1_000)).isCloseTo(0.15, within(1e-12));
  }

  @Test
  void agentsThatAreMerelyBusyDoNotMakeASliceLongerThanTwoSeconds() {
    for (int i = 0; i < 10; i++) {
      pace.begun(0, 500_000_000);
    }
    assertThat(pace.leastSeconds(1_000)).isEqualTo(2);
  }
}
