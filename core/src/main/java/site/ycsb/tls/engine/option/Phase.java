package site.ycsb.tls.engine.option;

import java.util.Locale;

/** What a run does. */
public enum Phase {
  /** Inserts the records. */
  LOAD,
  /** Runs the workload's mix of operations on them. */
  TRANSACTIONS;

  /** The name in results: {@code load} or {@code transactions}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
