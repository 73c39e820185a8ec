package site.ycsb.tls.study.result;

import java.util.Locale;

/** Whether a conclusion holds here. */
public enum Answer {
  /** Every interval lies completely within the range of the claim. */
  YES,
  /** At least one interval lies completely outside. */
  NO,
  /** The runs do not decide it. */
  INCONCLUSIVE,
  /** There are no runs for it. */
  NOT_MEASURED;

  /** The word in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
