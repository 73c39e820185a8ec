package site.ycsb.tls.compare.result;

/** What the overhead of a variant is said to be, after correction for all verdicts of the table. */
public enum Verdict {
  /** It is worse than the baseline. */
  OVERHEAD("overhead"),
  /** It is better than the baseline. */
  GAIN("gain"),
  /** It differs by less than the margin, if at all. */
  EQUIVALENT("equivalent"),
  /** The runs do not tell. */
  INCONCLUSIVE("inconclusive"),
  /** Too few or too short runs for a verdict. */
  INDICATIVE("indicative");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** As it is written in tables. */
  public String label() {
    return label;
  }
}
