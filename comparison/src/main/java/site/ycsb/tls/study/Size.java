package site.ycsb.tls.study;

import site.ycsb.tls.comparison.result.Word;

/** How much of a study is run. */
public enum Size implements Word {
  /** A check of the shape in a few minutes; its answers are indicative. */
  QUICK,
  /** The published sweep with runs of seconds, enough blocks for an answer. */
  STANDARD,
  /** The published sizes. */
  FULL
}
