package site.ycsb.tls.cost.fit;

/** Whose CPU time. */
public enum Side {
  /** The application's. */
  CLIENT("client"),
  /** The database's. */
  SERVER("server");

  private final String label;

  Side(String label) {
    this.label = label;
  }

  /** The word in tables. */
  public String label() {
    return label;
  }
}
