package site.ycsb.tls.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import site.ycsb.tls.comparison.plan.Slicing;

/**
 * What the last slices say about the next one: how long before it its order must be sent, and how
 * long it must be. Not thread-safe.
 */
final class SlicePace {
  /** So many slices say how long before the next one its order is sent. */
  private static final int FOR_LEAD = 20;

  /** So many say how long it must be. */
  private static final int FOR_LENGTH = 8;

  /** Before anything is known, ns. */
  private static final long FIRST = 100_000_000;

  /** Threads do not wake up at once, ns. */
  private static final long SLACK = 1_000_000;

  private static final double MARGIN = 1.25;

  private final Deque<Long> ready = new ArrayDeque<>();
  private final Deque<Long> skews = new ArrayDeque<>();

  /**
   * A slice was begun.
   *
   * @param readyNanos from its order until the last agent was ready
   * @param skewNanos from the first beginning to the last one
   */
  void begun(long readyNanos, long skewNanos) {
    add(ready, FOR_LEAD, Math.max(0, readyNanos));
    add(skews, FOR_LENGTH, skewNanos);
  }

  private static void add(Deque<Long> last, int most, long nanos) {
    last.addLast(nanos);
    if (last.size() > most) {
      last.removeFirst();
    }
  }

  private static long[] sorted(Deque<Long> last) {
    return last.stream().mapToLong(nanos -> nanos).sorted().toArray();
  }

  /**
   * The time from an order to its slice, ns: as long as the agents lately took to be ready, which
   * is the way of the order, and reading the CPU times of the server. The longest time is left out:
   * one pause would make all gaps longer.
   *
   * @param clockError how exactly the difference of two agents' times is known, ns
   */
  long leadNanos(long clockError) {
    if (ready.size() < 2) {
      return FIRST + clockError;
    }
    long[] sorted = sorted(ready);
    return (long) (MARGIN * sorted[sorted.length - 2]) + clockError + SLACK;
  }

  /** How far apart the agents usually begin, ns; 0 before anything is known. */
  long skewNanos() {
    long[] sorted = sorted(skews);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  /**
   * The shortest slice that agents begin together, but for {@link Slicing#MOST_SKEW} of it: as
   * their clocks are known, and as they have begun lately. Agents that are merely busy do not make
   * it longer than {@link Slicing#LONGEST_FOR_AGENTS}.
   *
   * @param clockError see {@link #leadNanos}
   * @return length, s
   */
  double leastSeconds(long clockError) {
    return Math.max(
        clockError / 1e9 / Slicing.MOST_SKEW,
        Math.min(skewNanos() / 1e9 / Slicing.MOST_SKEW, Slicing.LONGEST_FOR_AGENTS));
  }
}
