package site.ycsb.tls.measurement.process.kernel;

import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/**
 * CPU time of a process, or of several together.
 *
 * @param nanos user and system time of all threads, ns
 * @param compilerNanos the part of the just-in-time compilers, ns; empty when it is unknown, or
 *     there are none
 */
public record CpuTime(long nanos, OptionalLong compilerNanos) {
  public static final CpuTime NONE = new CpuTime(0, OptionalLong.empty());

  /**
   * The part that operations cost, ns: a compiler works once for all operations to come, not for
   * those that are running.
   */
  public long operationNanos() {
    return Math.max(0, nanos - compilerNanos.orElse(0));
  }

  /** The part of the compilers, s; null when it is unknown, or there are none. */
  public Double compilerSeconds() {
    return compilerNanos.isPresent() ? compilerNanos.getAsLong() / 1e9 : null;
  }

  public CpuTime plus(CpuTime other) {
    return combine(other, Long::sum);
  }

  public CpuTime minus(CpuTime earlier) {
    return combine(earlier, (a, b) -> a - b);
  }

  private CpuTime combine(CpuTime other, LongBinaryOperator by) {
    return new CpuTime(
        by.applyAsLong(nanos, other.nanos),
        compilerNanos.isEmpty() && other.compilerNanos.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(
                by.applyAsLong(compilerNanos.orElse(0), other.compilerNanos.orElse(0))));
  }
}
