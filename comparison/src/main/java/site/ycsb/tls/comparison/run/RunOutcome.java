package site.ycsb.tls.comparison.run;

import java.util.Optional;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;

/**
 * How a run ended.
 *
 * @param exitCode the child's: 0 done, 1 failed or not to be trusted, 2 wrong usage, 130
 *     interrupted
 * @param result what it left; empty when it ended before it could write
 * @param message the last line of its stderr; empty when there is none
 */
public record RunOutcome(int exitCode, Optional<RunResult> result, String message) {
  /** Exit codes of a run. */
  public static final int FAILED = 1;

  public static final int USAGE = 2;
  public static final int INTERRUPTED = 130;

  /** Codes above this one are signals: the run did not end by itself. */
  private static final int SIGNALLED = 128;

  /**
   * As a shell has it of a process that was killed: SIGKILL is 9. Also of a fleet that lost an
   * agent before anything was done.
   */
  public static final int KILLED = SIGNALLED + 9;

  /**
   * Whether the user stopped it, as its result says. A run that failed, and was stopped before it
   * had ended by itself, has the same exit code.
   */
  public boolean wasInterrupted() {
    return exitCode == INTERRUPTED
        && result.filter(left -> left.outcome() != Outcome.FAILED).isPresent();
  }

  /** Whether another run may do better: it did operations, or something else ended it. */
  public boolean mayDoBetter() {
    return exitCode == KILLED
        || result.map(left -> left.succeeded() + left.failed() > 0).orElse(exitCode > SIGNALLED);
  }

  /**
   * Whether it has the exit code of an interruption and no result: the user stopped it before it
   * had one, or its client ended the JVM with this code (Ignite's client node does).
   */
  public boolean mayHaveBeenInterrupted() {
    return exitCode == INTERRUPTED && result.isEmpty();
  }
}
