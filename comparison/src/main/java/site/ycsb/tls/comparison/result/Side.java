package site.ycsb.tls.comparison.result;

/** Whose CPU time it is: the application's, or the database's. */
@SuppressWarnings("ImmutableEnumChecker") // A metric is immutable.
public enum Side implements Word {
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
}
