package site.ycsb.tls.compare;

import java.io.IOException;
import java.util.Objects;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.result.ComparisonResult;

/**
 * Executes a plan: blocks of runs, every variant once per block and point, back to back and in
 * random order. Not thread-safe; used once.
 */
public final class Comparison {
  private final ComparisonPlan plan;
  private final RunLauncher launcher;
  private final ServerSide servers;
  private final ComparisonProgress progress;

  public Comparison(
      ComparisonPlan plan, RunLauncher launcher, ServerSide servers, ComparisonProgress progress) {
    this.plan = Objects.requireNonNull(plan);
    this.launcher = Objects.requireNonNull(launcher);
    this.servers = Objects.requireNonNull(servers);
    this.progress = Objects.requireNonNull(progress);
  }

  /**
   * Makes the runs that the directory does not have yet. After each of them the directory is
   * complete enough to be resumed.
   *
   * @throws ComparisonException when it cannot go on
   * @throws InterruptedException when this thread was interrupted; the running child was stopped,
   *     and what was measured is kept and marked incomplete
   */
  public ComparisonResult run(ComparisonDirectory directory)
      throws ComparisonException, IOException, InterruptedException {
    throw new UnsupportedOperationException(
        "TODO " + plan + launcher + servers + progress + directory.path());
  }
}
