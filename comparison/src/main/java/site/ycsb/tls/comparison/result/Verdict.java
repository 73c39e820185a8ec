package site.ycsb.tls.comparison.result;

/** The verdict on a variant's overhead, after correction for the family. */
public enum Verdict {
  /** It is worse than the baseline. */
  OVERHEAD("overhead"),
  /** It is better than the baseline. */
  GAIN("gain"),
  /** It differs by less than the margin, if at all. */
  EQUIVALENT("equivalent"),
  /** The runs do not decide it. */
  INCONCLUSIVE("inconclusive"),
  /** Too few or too short runs for a verdict. */
  INDICATIVE("indicative");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** The word in tables. */
  public String label() {
    return label;
  }
}
