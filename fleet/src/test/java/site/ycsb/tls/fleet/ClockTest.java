package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Another JVM's clock, from pings. */
class ClockTest {
  private static final long AHEAD = 5_000_000_000L;

  @Test
  void shortestRoundTripTellsTheOffset() {
    Clock clock = new Clock();
    assertThat(clock.isKnown()).isFalse();
    ping(clock, 1, 1_000, 900_000);
    ping(clock, 2, 2_000_000, 100);
    ping(clock, 3, 3_000_000, 700_000);
    assertThat(clock.roundTrip()).isEqualTo(100);
    assertThat(clock.toTheirs(4_000_000) - AHEAD).isBetween(4_000_000L - 50, 4_000_000L + 50);
    assertThat(clock.toOurs(clock.toTheirs(77))).isEqualTo(77);
  }

  /** One that they answer at the end of its way there, which took all of the round trip. */
  private static void ping(Clock clock, long number, long at, long roundTrip) {
    clock.sent(number, at);
    clock.answered(number, at + roundTrip + AHEAD, 0, at + roundTrip);
  }

  @Test
  void answerThatNobodyAskedForSaysNothing() {
    Clock clock = new Clock();
    clock.answered(1, 2, 3, 4);
    assertThat(clock.isKnown()).isFalse();
  }

  @Test
  void aMessageAndItsAnswerCompareTheClocksHoweverLongTheAnswerTook() {
    Clock clock = new Clock();
    // 300 ns there, 100 ms of work, 500 ns back.
    assertThat(clock.exchanged(0, AHEAD + 300, AHEAD + 100_000_300, 100_000_800)).isTrue();
    assertThat(clock.roundTrip()).isEqualTo(800 + 20_000); // They may have gone apart meanwhile.
    assertThat(clock.toTheirs(0)).isEqualTo(AHEAD - 100);
  }

  @Test
  void anAnswerThatWasHeldByAClockThatIsFastIsNotTakenForExact() {
    Clock clock = new Clock();
    // 250 us there and back, 10 s of work, which their clock sees as 500 us more.
    clock.exchanged(0, AHEAD + 250_000, AHEAD + 10_000_750_000L, 10_000_500_000L);
    long wrong = Math.abs(clock.toTheirs(0) - AHEAD);
    assertThat(wrong).isGreaterThan(200_000);
    assertThat(clock.roundTrip() / 2).isGreaterThanOrEqualTo(wrong);
  }

  @Test
  void anOldEstimateIsReplacedByAWorseOneThatIsNew() {
    Clock clock = new Clock();
    long minute = 60_000_000_000L;
    clock.exchanged(0, AHEAD, AHEAD, 1_000);
    clock.exchanged(1_000_000, AHEAD + 2_000_000, AHEAD + 2_000_000, 3_000_000);
    assertThat(clock.roundTrip()).isEqualTo(1_000);
    clock.exchanged(minute, AHEAD + minute, AHEAD + minute, minute + 2_000_000);
    assertThat(clock.roundTrip()).isEqualTo(2_000_000);
    assertThat(clock.takeJump()).isZero();
  }

  @Test
  void aClockThatJumpsIsNoticedOnce() {
    Clock clock = new Clock();
    clock.exchanged(0, AHEAD, AHEAD, 1_000);
    clock.exchanged(1_000_000, AHEAD + 3_001_000_000L, AHEAD + 3_001_000_000L, 1_001_000);
    assertThat(clock.takeJump()).isBetween(2_999_000_000L, 3_001_000_000L);
    assertThat(clock.takeJump()).isZero();
    assertThat(clock.toTheirs(0)).isBetween(AHEAD + 2_999_000_000L, AHEAD + 3_001_000_000L);
  }
}
