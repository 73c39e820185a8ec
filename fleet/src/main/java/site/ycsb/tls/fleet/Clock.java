package site.ycsb.tls.fleet;

import java.util.HashMap;
import java.util.Map;
import site.ycsb.tls.slice.SliceReport;

/**
 * The offset of another machine's {@link System#nanoTime()} from ours, estimated from messages that
 * go there and come back: the shorter the round trip, the better the estimate, whose error is at
 * most half of it (Cristian 1989). An estimate becomes worse with its age, because clocks drift
 * apart; the one with the least error now counts. Not thread-safe.
 */
final class Clock {
  /** How fast two clocks drift apart at most, ns per ns: those of computers are right to 50 ppm. */
  private static final double DRIFT = 1e-4;

  /** Estimates that contradict each other by more than this are not those of one clock, ns. */
  private static final long JUMP = 10_000_000;

  private final Map<Long, Long> sent = new HashMap<>();
  private boolean known;
  private long roundTrip = Long.MAX_VALUE;
  private long offset;
  private long estimatedAt;
  private long jumpNanos;
  private long wallMillisAhead;

  /** A ping is sent now. */
  void sent(long number, long nanos) {
    sent.put(number, nanos);
  }

  /**
   * Its answer has come.
   *
   * @param theirs their clock
   * @param theirWallMillis their wall clock, ms since 1970
   * @param nanos our clock when the answer came
   */
  void answered(long number, long theirs, long theirWallMillis, long nanos) {
    Long start = sent.remove(number);
    if (start != null && exchanged(start, theirs, theirs, nanos)) {
      long middle = start + (nanos - start) / 2;
      long since = System.nanoTime() - middle;
      wallMillisAhead = theirWallMillis - (System.currentTimeMillis() - since / 1_000_000);
    }
  }

  /**
   * A message went there, and an answer came back.
   *
   * @param sentAt our clock when the message was sent
   * @param theyReceivedAt their clock when it came
   * @param theySentAt their clock when the answer was sent
   * @param receivedAt our clock when the answer came
   * @return whether the estimate is now the one of this exchange
   */
  boolean exchanged(long sentAt, long theyReceivedAt, long theySentAt, long receivedAt) {
    long held = theySentAt - theyReceivedAt;
    // While it was held the clocks went apart: what looks like no way at all may be one.
    long way = Math.max(0, receivedAt - sentAt - held) + (long) (2 * DRIFT * held);
    long estimate = (theyReceivedAt - sentAt + theySentAt - receivedAt) / 2;
    long contradiction =
        known ? Math.abs(estimate - offset) - way / 2 - errorAt(receivedAt) : Long.MIN_VALUE;
    if (known && contradiction > JUMP) {
      jumpNanos = estimate - offset;
    }
    if (!known || contradiction > 0 || way / 2 <= errorAt(receivedAt)) {
      known = true;
      roundTrip = way;
      offset = estimate;
      estimatedAt = receivedAt;
      return true;
    }
    return false;
  }

  /** The most by which the estimate is wrong at an instant of ours, ns. */
  long errorAt(long nanos) {
    return roundTrip / 2 + (long) (DRIFT * (nanos - estimatedAt));
  }

  /** Whether anything is known. */
  boolean isKnown() {
    return known;
  }

  /** The round trip of the exchange that counts, ns. */
  long roundTrip() {
    return roundTrip;
  }

  /** The most by which the estimate is wrong now, ns. */
  long error() {
    return errorAt(System.nanoTime());
  }

  /**
   * By how much their clock has jumped since this was asked last, ns; 0 if it has not. Their
   * machine was suspended, or is another one now.
   */
  long takeJump() {
    long jumped = jumpNanos;
    jumpNanos = 0;
    return jumped;
  }

  /** How far their wall clock is ahead of ours, ms; only the times in their logs depend on it. */
  long wallMillisAhead() {
    return wallMillisAhead;
  }

  /** Our instant on their clock. */
  long toTheirs(long nanos) {
    return nanos + offset;
  }

  /** Their instant on our clock. */
  long toOurs(long nanos) {
    return nanos - offset;
  }

  /** The times of a slice on our clock. */
  SliceReport.Instants toOurs(SliceReport.Instants theirs) {
    return new SliceReport.Instants(
        toOurs(theirs.ready()), toOurs(theirs.began()), toOurs(theirs.ended()));
  }
}
