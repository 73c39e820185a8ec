package site.ycsb.tls.fleet;

import java.util.HashMap;
import java.util.Map;

/**
 * How another JVM's {@link System#nanoTime()} stands to ours, from pings: the one with the shortest
 * round trip tells it best, and is at most half of that trip from the truth (Cristian 1989). Not
 * thread-safe.
 */
final class Clock {
  private final Map<Long, Long> sent = new HashMap<>();
  private long roundTrip = Long.MAX_VALUE;
  private long offset;
  private long wallMillisAhead;

  /** A ping is sent now. */
  void sent(long number, long nanos) {
    sent.put(number, nanos);
  }

  /**
   * Its answer has come.
   *
   * @param theirs what their clock said
   * @param theirWallMillis what their wall clock said, ms since 1970
   * @param nanos what ours said when the answer came
   */
  void answered(long number, long theirs, long theirWallMillis, long nanos) {
    Long start = sent.remove(number);
    if (start != null && nanos - start < roundTrip) {
      roundTrip = nanos - start;
      offset = theirs - (start + roundTrip / 2);
      long since = System.nanoTime() - (start + roundTrip / 2);
      wallMillisAhead = theirWallMillis - (System.currentTimeMillis() - since / 1_000_000);
    }
  }

  /** Whether anything is known. */
  boolean isKnown() {
    return roundTrip < Long.MAX_VALUE;
  }

  /** The shortest round trip until now, ns. */
  long roundTrip() {
    return roundTrip;
  }

  /** How far their wall clock is ahead of ours, ms; nothing but their logs' times depends on it. */
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
}
