package site.ycsb.tls.measurement.result.resource;

import java.util.function.LongBinaryOperator;

/**
 * What the load generator's process counts: until an instant or, as the difference of two, between
 * two instants. Each is null where it is unknown, and a field of its own in {@code run.json}.
 *
 * @param allocatedBytes what all threads allocated on the heap
 */
public record Counters(Long allocatedBytes) {
  /** Nothing counted: the start of a sum. */
  public static final Counters NONE = new Counters(0L);

  /** Nothing known. */
  public static final Counters UNKNOWN = new Counters(null);

  /** The sum of both; what one of them does not know is unknown. */
  public Counters plus(Counters other) {
    return combine(other, Long::sum);
  }

  /** What was counted between the earlier instant and this one. */
  public Counters minus(Counters earlier) {
    return combine(earlier, (ours, theirs) -> ours - theirs);
  }

  private Counters combine(Counters other, LongBinaryOperator by) {
    return new Counters(of(by, allocatedBytes, other.allocatedBytes));
  }

  private static Long of(LongBinaryOperator by, Long ours, Long theirs) {
    return ours == null || theirs == null ? null : Long.valueOf(by.applyAsLong(ours, theirs));
  }
}
