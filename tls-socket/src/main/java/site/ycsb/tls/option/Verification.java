package site.ycsb.tls.option;

/** What is verified of the server's certificate, in addition to its key. */
public enum Verification {
  FULL("chain and host name"),
  CHAIN("chain"),
  NONE("nothing (tls.verify=none)");

  private final String description;

  Verification(String description) {
    this.description = description;
  }

  /** The word for the results. */
  @Override
  public String toString() {
    return description;
  }
}
