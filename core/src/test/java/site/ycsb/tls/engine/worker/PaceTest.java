package site.ycsb.tls.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Turn TURN =
      Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, /* isLast= */ true);

  /** The clock's looks, ns. */
  private static Pace pace(long... looks) {
    Iterator<Long> clock = Arrays.stream(looks).iterator();
    return new Pace(TURN, 1000, 0, 1, clock::next);
  }

  @Test
  void spinningIsCounted() {
    Pace pace = pace(0, 1_000, 2_000, 3_100);

    assertThat(pace.await(3_000)).isTrue();

    assertThat(pace.spinNanos()).isEqualTo(3_100);
  }

  /** Otherwise an operation would seem to have cost less CPU than it did, or none. */
  @Test
  void timeInWhichOthersHadTheProcessorIsNotCounted() {
    Pace pace = pace(0, 1_000, 4_000_000);

    assertThat(pace.await(3_000)).isTrue();

    assertThat(pace.spinNanos()).isEqualTo(1_000);
  }

  @Test
  void whoIsLateDoesNotSpin() {
    Pace pace = pace(9_000);

    assertThat(pace.await(3_000)).isTrue();

    assertThat(pace.spinNanos()).isZero();
  }
}
