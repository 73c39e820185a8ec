package site.ycsb.tls.comparison.result;

/** Why a figure is no answer, however narrow its interval is; with what to do about it. */
public enum Doubt {
  /** Some runs have it, and others do not. */
  GAPS(
      "not measured in all runs",
      "repeat the comparison, for a percentile or CPU time with longer runs"),
  /** The plan says so. */
  SHORT("runs were short (--quick)", "measure without --quick"),
  /** Of one of the two variants; the price of cold code is not doubted for that. */
  COLD("code was still being compiled", "give a longer --warmup"),
  /** The same of the server: what it is warming is not known, such as its caches. */
  SERVER_COLD("the server was still warming up", "give a longer --warmup"),
  /** Of latencies: they say nothing about the target that a run missed. */
  QUEUE(
      "runs did not reach their target, so their latencies grew with the queue",
      "give a lower -target"),
  /** Of throughput: it is what was asked for, or less where a variant cannot reach it. */
  ORDERED("its rate was given (-target)", "leave -target out"),
  /** An overhead might be the baseline's difference from itself, which was to be measured. */
  NO_NOISE_FLOOR(
      "not all of the baseline's second runs have it, so that there is no noise floor (--calibrate)",
      "measure longer, or without --calibrate");

  private final String why;
  private final String remedy;

  Doubt(String why, String remedy) {
    this.why = why;
    this.remedy = remedy;
  }

  /** The reason. */
  public String why() {
    return why;
  }

  /** Whether a longer warm-up removes it; short runs all have it. */
  public boolean isOfWarmUp() {
    return this == COLD || this == SERVER_COLD;
  }

  /** What to do. */
  public String remedy() {
    return remedy;
  }
}
