package site.ycsb.tls.study;

import java.util.Locale;

/** How much of a study is run. */
public enum Size {
  /** A check of the shape in a few minutes; its answers are indicative. */
  QUICK,
  /** The published sweep with runs of seconds, enough blocks for an answer. */
  STANDARD,
  /** The published sizes. */
  FULL;

  /** The word in files and on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
