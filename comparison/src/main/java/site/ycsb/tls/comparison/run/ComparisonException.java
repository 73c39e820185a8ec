package site.ycsb.tls.comparison.run;

/**
 * The comparison cannot go on: a variant cannot run, or its runs fail again and again. The results
 * until then are in its directory.
 */
public class ComparisonException extends Exception {
  private static final long serialVersionUID = 1L;
  private final int exitCode;

  /**
   * @param exitCode of the program: 1 or 2
   * @param message one line: which run, what happened, what to do
   */
  public ComparisonException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
