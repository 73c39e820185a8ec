package site.ycsb.tls.study.result;

/** Whether a conclusion holds here. */
public enum Answer {
  /** All of every interval lies within the range of the claim. */
  YES("yes"),
  /** All of some interval lies outside. */
  NO("no"),
  /** The runs do not tell. */
  INCONCLUSIVE("inconclusive"),
  /** None of the runs that were made says anything about it. */
  NOT_MEASURED("not measured");

  private final String label;

  Answer(String label) {
    this.label = label;
  }

  /** As it is written in tables. */
  public String label() {
    return label;
  }
}
