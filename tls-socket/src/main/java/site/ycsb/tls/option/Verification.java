package site.ycsb.tls.option;

/** What is verified of the server's certificate, beside its key. */
public enum Verification {
  FULL("chain and host name"),
  CHAIN("chain"),
  NONE("nothing (tls.verify=none)");

  private final String description;

  Verification(String description) {
    this.description = description;
  }

  /** As the results print it. */
  @Override
  public String toString() {
    return description;
  }
}
