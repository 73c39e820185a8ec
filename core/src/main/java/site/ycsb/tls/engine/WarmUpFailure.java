package site.ycsb.tls.engine;

import java.util.Collection;
import site.ycsb.Status;

/** Why a run failed before anything was measured, in words. */
public final class WarmUpFailure {
  private static final String ALL = "all operations of the warm-up failed: ";

  private WarmUpFailure() {}

  /**
   * No operation has succeeded.
   *
   * @param failure of one of them, such as {@code READ NOT_FOUND}
   */
  static String all(String failure) {
    return ALL + explained(failure);
  }

  /** Some have failed. */
  static String some(long operations, String failure) {
    return operations + " operations of the warm-up failed: " + explained(failure);
  }

  /** Whether one of the problems of a run is that nothing succeeded: the next run fails, too. */
  public static boolean isCertain(Collection<String> problems) {
    return problems.stream().anyMatch(problem -> problem.startsWith(ALL));
  }

  private static String explained(String failure) {
    return failure.endsWith(Status.NOT_FOUND.getName())
        ? failure + "; is it loaded? 'bin/ycsb load' with the same recordcount and table does that"
        : failure;
  }
}
