package site.ycsb.tls.fleet;

import java.util.HashMap;
import java.util.Map;

/**
 * The offset of another JVM's {@link System#nanoTime()} from ours, estimated with pings: the ping
 * with the shortest round trip gives the best estimate, with an error of at most half that round
 * trip (Cristian 1989). Not thread-safe.
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
   * @param theirs their clock
   * @param theirWallMillis their wall clock, ms since 1970
   * @param nanos our clock when the answer came
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

  /** The shortest round trip so far, ns. */
  long roundTrip() {
    return roundTrip;
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
}
