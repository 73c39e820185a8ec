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
}
