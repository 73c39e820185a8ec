package site.ycsb.tls.comparison.explanation;

import java.util.Locale;
import site.ycsb.tls.comparison.result.Metric;

/** Whose CPU time it is. */
@SuppressWarnings("ImmutableEnumChecker") // A metric is immutable.
public enum Side {
  CLIENT(Metric.CLIENT_CPU),
  SERVER(Metric.SERVER_CPU);

  private final Metric metric;

  Side(Metric metric) {
    this.metric = metric;
  }

  /** Its CPU time per operation. */
  public Metric metric() {
    return metric;
  }

  /** {@code client} or {@code server}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of a file of its stacks. */
  String file() {
    return label() + ".collapsed";
  }
}
