package site.ycsb.tls.study.result;

/** Whether a conclusion holds here. */
public enum Answer {
  /** Every interval lies completely within the range of the claim. */
  YES("yes"),
  /** At least one interval lies completely outside. */
  NO("no"),
  /** The runs do not decide it. */
  INCONCLUSIVE("inconclusive"),
  /** There are no runs for it. */
  NOT_MEASURED("not measured");

  private final String label;

  Answer(String label) {
    this.label = label;
  }

  /** The word in tables. */
  public String label() {
    return label;
  }
}
