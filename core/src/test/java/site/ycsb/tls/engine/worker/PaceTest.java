package site.ycsb.tls.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Turn TURN =
      Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, 0, /* isLast= */ true, 0);

  /** The clock's looks, ns. */
  private static Pace pace(long... looks) {
    return pace(TURN, looks);
  }

  private static Pace pace(Turn turn, long... looks) {
    Iterator<Long> clock = Arrays.stream(looks).iterator();
    return new Pace(turn, 1000, 0, 1, clock::next);
  }

  /** From 0 to 5 ms, with an operation each millisecond. */
  private static Turn slice() {
    return Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, 5_000_000, /* isLast= */ false, 0);
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

  /**
   * Otherwise a stall at the end of a slice would be one slow operation, and not those it delayed.
   */
  @Test
  void whatAStallHasDelayedIsDoneAfterTheSlice() {
    Turn slice = slice();
    // The operation that was due at 1 ms ended after 900 ms. Two looks at the clock for each await.
    Pace pace =
        pace(slice, 900_000_000, 900_000_000, 901_000_000, 901_000_000, 902_000_000, 902_000_000);
    slice.end();

    assertThat(pace.await(2_000_000)).isTrue();
    assertThat(pace.await(4_000_000)).isTrue();
    assertThat(pace.await(5_000_000)).isFalse();
  }

  @Test
  void overloadIsNotWorkedOffForLongerThanTheSlice() {
    Turn slice = slice();
    Pace pace = pace(slice, 6_000_000, 6_000_000, 11_000_000, 11_000_000);
    slice.end();

    assertThat(pace.await(2_000_000)).isTrue();
    assertThat(pace.await(3_000_000)).isFalse();
  }

  /** So that however short slices are, all of them have the target times their length. */
  @Test
  void aSliceContinuesTheScheduleOfTheOneBefore() {
    long length = 1_500_000;
    Turn first = Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, length, false, 0);
    AtomicLong now = new AtomicLong(length);
    Pace pace = new Pace(first, 1000, 0, 1, now::get);
    first.end();
    assertThat(done(pace)).containsExactly(0L, 1_000_000L);

    // Half of a millisecond of its time later than the first has ended.
    Turn second = first.follow(Turn.Purpose.MEASURE, 10_000_000, length, false, 0);
    second.end();
    now.set(10_000_000 + length);
    pace.begin(second);
    assertThat(done(pace)).containsExactly(10_500_000L);
  }

  /** A stall would otherwise be worked off in slices after it. */
  @Test
  void whatASliceHasLeftOutIsNotDueInTheNext() {
    Turn slice = slice();
    AtomicLong now = new AtomicLong(5_000_000);
    Pace pace = new Pace(slice, 1000, 0, 1, now::get);
    slice.end();
    assertThat(pace.await(pace.due())).isTrue();
    now.set(20_000_000);
    assertThat(pace.await(pace.due())).isFalse();

    pace.begin(slice.follow(Turn.Purpose.MEASURE, 30_000_000, 5_000_000, false, 0));

    assertThat(pace.due()).isEqualTo(30_000_000);
  }

  /** When the operations of a slice that is over were due. */
  private static List<Long> done(Pace pace) {
    List<Long> done = new ArrayList<>();
    for (long due = pace.due(); pace.await(due); due = pace.due()) {
      done.add(due);
    }
    return done;
  }

  @Test
  void aStoppedSliceOwesNothing() {
    Turn slice = slice();
    Pace pace = pace(slice, 6_000_000, 6_000_000);
    slice.endAll();

    assertThat(pace.await(2_000_000)).isFalse();
  }

  @Test
  void aTurnWithoutPlannedLengthOwesNothing() {
    Turn turn = Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, 0, /* isLast= */ true, 0);
    Pace pace = pace(turn, 6_000_000, 6_000_000);
    turn.end();

    assertThat(pace.await(2_000_000)).isFalse();
  }
}
