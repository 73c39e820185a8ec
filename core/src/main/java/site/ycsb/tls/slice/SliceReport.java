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
 * @param clientNanos CPU time of the run's process without its compilers' and without spinning
 *     until the intended start of an operation, ns
 * @param compilerNanos CPU time of the just-in-time compilers of the run's process, ns
 * @param serverNanos CPU time of the server's processes without their compilers', ns; negative when
 *     it is unknown
 * @param beganAt when it began, by the clock of this machine, ns since 1970; 0 when it is unknown
 * @param endedAt when its last operation had ended, likewise
 * @param instants the same by the clock that orders name, of a slice with an instant; else null
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
    long endedAt,
    Instants instants) {

  /**
   * When a slice was, as {@link System#nanoTime()} of the run's machine.
   *
   * @param ready when the run had prepared all and waited for the instant of the order
   * @param began when its threads began
   * @param ended when its last operation had ended
   */
  public record Instants(long ready, long began, long ended) {}

  /** The answer to an order without a slice. */
  public static SliceReport done(Order.Kind kind) {
    return new SliceReport(kind, 0, 0, 0, 0, 0, -1, 0, 0, null);
  }

  /** The same, with other times: those of another clock. */
  public SliceReport during(Instants other, long began, long ended) {
    return new SliceReport(
        kind,
        seconds,
        succeeded,
        failed,
        clientNanos,
        compilerNanos,
        serverNanos,
        began,
        ended,
        other);
  }

  /** The same, with another CPU time of the server. */
  public SliceReport withServerNanos(long nanos) {
    return new SliceReport(
        kind,
        seconds,
        succeeded,
        failed,
        clientNanos,
        compilerNanos,
        nanos,
        beganAt,
        endedAt,
        instants);
  }

  /**
   * What two runs did that were active in the same slice, with times by the same clock. Counts and
   * client CPU are the sums. So is the throughput: each run's is that of its own active time, and
   * the seconds are those that give the sum. The server's CPU time is never added: both mean the
   * same server. It is that of the first of the two that knows it.
   */
  public SliceReport plus(SliceReport other) {
    long sum = succeeded + other.succeeded;
    double rate = throughput() + other.throughput();
    return new SliceReport(
        kind,
        rate > 0 ? sum / rate : Math.max(seconds, other.seconds),
        sum,
        failed + other.failed,
        clientNanos + other.clientNanos,
        compilerNanos + other.compilerNanos,
        serverNanos < 0 ? other.serverNanos : serverNanos,
        Math.min(beganAt, other.beganAt),
        Math.max(endedAt, other.endedAt),
        null);
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
