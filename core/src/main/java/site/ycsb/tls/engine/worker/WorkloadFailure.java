package site.ycsb.tls.engine.worker;

/** A workload cannot go on. Its message is for the user: one line that says why, and what to do. */
public class WorkloadFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message as above
   */
  public WorkloadFailure(String message) {
    super(message);
  }

  /**
   * @param message as above
   * @param cause whose message follows
   */
  public WorkloadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
