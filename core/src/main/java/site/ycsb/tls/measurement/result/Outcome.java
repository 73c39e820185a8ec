package site.ycsb.tls.measurement.result;

/** Whether the figures of a run may be used. */
public enum Outcome {
  /** Complete, as requested. */
  COMPLETE,
  /** Interrupted: the measurements until then. */
  INCOMPLETE,
  /** Failed, or cannot be trusted; the problems say why. */
  FAILED
}
