package site.ycsb.tls.slice;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;

/**
 * An order to a run. It answers each order but {@link Kind#END} with a {@link SliceReport}.
 *
 * @param kind what to do
 * @param nanos for how long, ns; 0 if the parent does not decide that
 * @param beginAt when the slice begins, as {@link System#nanoTime()} of the run's machine; null: at
 *     once. A run that is late is active for less time: it ends with the others
 * @param settleNanos time from the end of the slice to the reading of the CPU times, ns: other
 *     machines that are active in the same slice may end a little later
 * @param operations of a cold slice: how many the run does in it at most, all its threads and
 *     processes together; 0 = as many as the time allows
 */
public record Order(Kind kind, long nanos, Long beginAt, long settleNanos, long operations) {
  /** The kinds of orders. */
  public enum Kind {
    /** Connect all threads to the database. */
    CONNECT,
    /** Run the workload; it counts as the cold beginning of the process. */
    COLD,
    /** Run the workload; it counts for nothing. */
    WARM_UP,
    /** Run the workload; it counts. */
    MEASURE,
    /** Do nothing, and measure the idle cost. */
    IDLE,
    /** Close all connections, write the result, end. */
    END
  }

  public Order {
    Objects.requireNonNull(kind);
    if (nanos < 0 || settleNanos < 0 || operations < 0) {
      throw new IllegalArgumentException(
          "a slice has times and operations of at least 0, given: %s ns, %s ns, %s operations"
              .formatted(nanos, settleNanos, operations));
    }
  }

  /** An order to be followed at once. */
  public Order(Kind kind, long nanos) {
    this(kind, nanos, null, 0, 0);
  }

  /** The same at an instant. */
  public Order at(long instant, long settle) {
    return new Order(kind, nanos, instant, settle, operations);
  }

  /** A cold slice that also ends when so many operations are done. */
  public static Order cold(long nanos, long operations) {
    return new Order(Kind.COLD, nanos, null, 0, operations);
  }

  /** Whether the workload runs in it. */
  @JsonIgnore
  public boolean isSlice() {
    return kind == Kind.COLD || kind == Kind.WARM_UP || kind == Kind.MEASURE;
  }

  /** Close, write the result, end. */
  public static Order end() {
    return new Order(Kind.END, 0);
  }
}
