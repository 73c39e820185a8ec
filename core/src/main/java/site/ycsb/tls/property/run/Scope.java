package site.ycsb.tls.property.run;

import site.ycsb.tls.property.Property;

/** Where a property of a run is treated in a special way. */
public enum Scope implements Property.Scope {
  /** A comparison gives each run its own value; the user's has no effect there. */
  SET_BY_COMPARISON,
  /** A fleet gives each agent its own value; the user's is refused. */
  SET_BY_FLEET,
  /** It is about the transactions: a load that precedes them does not get it. */
  TRANSACTIONS,
  /**
   * A setting of the server or of what is created there: it is the same at all points of a sweep,
   * and variants need a place of their own for another.
   */
  SERVER,
  /** Only the coordinator of a fleet uses it: agents do not get it, and ignore it. */
  COORDINATOR,
  /** Only the first agent of a fleet gets it: once is enough, and twice would be wrong. */
  FIRST_AGENT,
  /** Only operations that read use it, those that scan among them. */
  OF_READS,
  /** Only scans use it. */
  OF_SCANS,
  /** Only operations that write use it. */
  OF_WRITES,
  /** Only inserts use it. */
  OF_INSERTS
}
