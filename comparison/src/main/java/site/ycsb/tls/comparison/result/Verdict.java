package site.ycsb.tls.comparison.result;

/** The verdict on a variant's overhead, after correction for the family. */
public enum Verdict implements Word {
  /** It is worse than the baseline. */
  OVERHEAD,
  /** It is better than the baseline. */
  GAIN,
  /** It differs by less than the margin, if at all. */
  EQUIVALENT,
  /** The runs do not decide it, or there is a {@link Doubt} about them. */
  INCONCLUSIVE,
  /** Too few or too short runs for a verdict. */
  INDICATIVE
}
