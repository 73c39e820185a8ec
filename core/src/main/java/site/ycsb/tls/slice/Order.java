package site.ycsb.tls.slice;

import java.util.Objects;

/**
 * An order to a run. It answers each order but {@link Kind#END} with a {@link SliceReport}.
 *
 * @param kind what to do
 * @param nanos for how long, ns; 0 if the parent does not decide that
 */
public record Order(Kind kind, long nanos) {
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
    if (nanos < 0) {
      throw new IllegalArgumentException("a slice cannot be shorter than 0 ns: " + nanos);
    }
  }

  /** Close, write the result, end. */
  public static Order end() {
    return new Order(Kind.END, 0);
  }
}
