package site.ycsb.tls.study.result;

import site.ycsb.tls.comparison.result.Word;

/** Whether a conclusion holds here. */
public enum Answer implements Word {
  /** Every interval lies completely within the range of the claim. */
  YES,
  /** At least one interval lies completely outside. */
  NO,
  /** The runs do not decide it. */
  INCONCLUSIVE,
  /** There are no runs for it. */
  NOT_MEASURED
}
