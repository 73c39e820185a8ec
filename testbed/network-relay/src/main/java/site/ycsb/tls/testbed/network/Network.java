package site.ycsb.tls.testbed.network;

import java.util.List;
import java.util.SplittableRandom;

/**
 * What the network is like; the same in both directions.
 *
 * @param rttNanos round-trip time without load, ns; half of it each way
 * @param jitterNanos each way takes up to this much longer, evenly distributed, ns; bytes keep
 *     their order
 * @param bytesPerSecond bandwidth of each direction of the one link that all connections share; 0:
 *     no limit
 * @param seed of the jitter
 */
record Network(long rttNanos, long jitterNanos, long bytesPerSecond, long seed) {

  /** The arguments of the process: round-trip time, jitter, bandwidth, seed. */
  static Network parse(List<String> arguments) {
    if (arguments.size() != 4) {
      throw new IllegalArgumentException(
          "expected round-trip time and jitter in ns, bytes per second, and a seed: " + arguments);
    }
    return new Network(
        Long.parseLong(arguments.get(0)),
        Long.parseLong(arguments.get(1)),
        Long.parseLong(arguments.get(2)),
        Long.parseLong(arguments.get(3)));
  }

  /** Whether bytes arrive at once. */
  boolean isInstant() {
    return rttNanos == 0 && jitterNanos == 0 && bytesPerSecond == 0;
  }

  /** One direction of the link; bytes of all connections leave one after the other. Thread-safe. */
  final class Direction {
    private final SplittableRandom random = new SplittableRandom(seed);
    private long free = Long.MIN_VALUE;

    /**
     * When the last of these bytes arrives at the other end.
     *
     * @param now as {@link System#nanoTime()}
     */
    synchronized long arrival(long now, int bytes) {
      free = free == Long.MIN_VALUE ? now : Math.max(now, free);
      if (bytesPerSecond > 0) {
        free += (long) (bytes * 1e9 / bytesPerSecond);
      }
      return free + rttNanos / 2 + (jitterNanos == 0 ? 0 : random.nextLong(jitterNanos + 1));
    }
  }
}
