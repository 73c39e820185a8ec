package site.ycsb.tls.engine.option;

/** What a run does. */
public enum Phase {
  /** Inserts the records. */
  LOAD("load"),
  /** Runs the workload's mix of operations on them. */
  TRANSACTIONS("transactions");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /** The name in results: {@code load} or {@code transactions}. */
  public String label() {
    return label;
  }
}
