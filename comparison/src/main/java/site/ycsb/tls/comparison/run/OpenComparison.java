package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.measurement.process.WakeUp;
import site.ycsb.tls.servers.Servers;

/**
 * A comparison's directory, servers and launcher, from their start to their end. Not thread-safe;
 * used once.
 */
public final class OpenComparison implements AutoCloseable {
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private final ComparisonDirectory directory;
  private final Optional<ComparisonResult> finished;
  private PlanExecution execution;

  private OpenComparison(ComparisonSetup setup) throws IOException {
    directory =
        ComparisonDirectory.open(setup.path(), setup.plan(), setup.command(), setup.secrets());
    resources.push(directory);
    finished = directory.finished();
  }

  static OpenComparison of(ComparisonSetup setup, PrintWriter err, ComparisonProgress progress)
      throws IOException, InterruptedException {
    OpenComparison open = new OpenComparison(setup);
    try {
      if (open.finished.isEmpty()) {
        open.start(setup, err, progress);
      }
      return open;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try {
        open.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private void start(ComparisonSetup setup, PrintWriter err, ComparisonProgress progress)
      throws IOException, InterruptedException {
    if (!setup.turns().note().isEmpty()) {
      err.println(setup.turns().note());
      err.flush();
    }
    resources.push(setup.maySleep() ? WakeUp.Limit.NONE : WakeUp.keepAwake());
    Servers servers =
        Servers.of(
            setup.binding(),
            setup.given(),
            setup.plan().columns(),
            setup.path().resolve("server"),
            setup.plan().schedule().slices().isPresent(),
            setup.restart(),
            err);
    resources.push(servers);
    RunLauncher launcher = setup.launchers().open(setup.secrets());
    resources.push(launcher);
    execution = new PlanExecution(directory, launcher, servers, progress);
  }

  /** The result, if the directory was complete: then nothing was started. */
  public Optional<ComparisonResult> finished() {
    return finished;
  }

  /**
   * Makes the runs that the directory does not have yet, as {@link PlanExecution#run} does; returns
   * the result that was there if nothing is left.
   *
   * @throws ComparisonException when it cannot go on; what was measured is in the directory
   */
  public ComparisonResult run() throws ComparisonException, IOException, InterruptedException {
    return finished.isPresent() ? finished.get() : execution.run();
  }

  /** Ends the servers and gives the directory back. */
  @Override
  public void close() throws IOException {
    Exception first = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first instanceof IOException io ? io : new IOException(first.getMessage(), first);
    }
  }
}
