package site.ycsb.tls.slice;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A run's answer to one order.
 *
 * @param kind of the order
 * @param seconds time that its threads were active, mean over the threads, s; of an idle slice, its
 *     length
 * @param succeeded operations that returned OK
 * @param failed operations that did not
 * @param clientNanos CPU time of the run's process without its compilers', ns
 * @param compilerNanos CPU time of the just-in-time compilers of the run's process, ns
 * @param serverNanos CPU time of the server's processes without their compilers', ns; negative when
 *     it is unknown
 * @param beganAt when it began, by the clock of this machine, ns since 1970; 0 when it is unknown
 * @param endedAt when its last operation had ended, likewise
 */
public record SliceReport(
    Order.Kind kind,
    double seconds,
    long succeeded,
    long failed,
    long clientNanos,
    long compilerNanos,
    long serverNanos,
    long beganAt,
    long endedAt) {

  /** The answer to an order without a slice. */
  public static SliceReport done(Order.Kind kind) {
    return new SliceReport(kind, 0, 0, 0, 0, 0, -1, 0, 0);
  }

  /** A time in the form of {@link #beganAt}: ns since 1970. */
  public static long time(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }

  /** Operations per second that succeeded; 0 for a slice without length. */
  public double throughput() {
    return seconds > 0 ? succeeded / seconds : 0;
  }
}
