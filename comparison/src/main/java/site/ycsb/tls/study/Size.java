package site.ycsb.tls.study;

/** How much of a study is run. */
public enum Size {
  /** A check of the shape in a few minutes; its answers are indicative. */
  QUICK("quick"),
  /** The published sweep with runs of seconds, enough blocks for an answer. */
  STANDARD("standard"),
  /** The published sizes. */
  FULL("full");

  private final String label;

  Size(String label) {
    this.label = label;
  }

  /** The word in files and on the command line. */
  public String label() {
    return label;
  }
}
