package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.measurement.process.WakeUp;
import site.ycsb.tls.servers.ServerTlsCheck;
import site.ycsb.tls.servers.Servers;

/**
 * A comparison's directory, servers and launcher, from their start to their end. Not thread-safe;
 * used once.
 */
public final class OpenComparison implements AutoCloseable {
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private final ComparisonSetup setup;
  private final PrintWriter err;
  private final ComparisonProgress progress;
  private final ComparisonDirectory directory;
  private final Optional<ComparisonResult> finished;
  private Servers servers;
  private PlanExecution execution;

  private OpenComparison(ComparisonSetup setup, PrintWriter err, ComparisonProgress progress)
      throws IOException {
    this.setup = setup;
    this.err = err;
    this.progress = progress;
    directory =
        ComparisonDirectory.open(setup.path(), setup.plan(), setup.command(), setup.secrets());
    resources.push(directory);
    finished =
        directory
            .finished()
            .filter(there -> setup.sequel().map(s -> s.isComplete(setup.path())).orElse(true));
  }

  static OpenComparison of(ComparisonSetup setup, PrintWriter err, ComparisonProgress progress)
      throws IOException, InterruptedException {
    OpenComparison open = new OpenComparison(setup, err, progress);
    try {
      if (open.finished.isEmpty()) {
        open.start();
      }
      return open;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try (open) {
        throw e;
      }
    }
  }

  private void start() throws IOException, InterruptedException {
    setup.launchers().require(setup.plan());
    ServerTlsCheck.require(setup.binding(), setup.given(), setup.plan().columns());
    if (!setup.turns().note().isEmpty()) {
      err.println(setup.turns().note());
      err.flush();
    }
    resources.push(setup.maySleep() ? WakeUp.Limit.NONE : WakeUp.keepAwake());
    servers =
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
    if (finished.isPresent()) {
      return finished.get();
    }
    ComparisonResult result = execution.run();
    if (setup.sequel().isPresent()) {
      follow(setup.sequel().get());
    }
    return result;
  }

  /** Whatever happens, the comparison is complete. */
  private void follow(ComparisonSetup.Sequel sequel) throws InterruptedException {
    try {
      sequel.run(this);
    } catch (ComparisonException | IOException | RuntimeException e) {
      if (FileFailure.isInterruption(e)) {
        throw PlanExecution.interruption(e);
      }
      err.printf(
          "Warning: the comparison is complete, and its explanation is not: %s%n",
          FileFailure.inWords(e));
      err.flush();
    }
  }

  /** The directory of the comparison. */
  public Path path() {
    return directory.path();
  }

  /** The targets of its points, by their ids: operations/s of every variant. */
  public Map<String, Double> targets() {
    return directory.targets();
  }

  /**
   * Executes a further plan on the same servers; makes the runs that are missing. If its blocks
   * have new servers, the first one's are new, too.
   *
   * @param path of its directory
   * @param launchers what makes its runs
   * @return the result; the one that was there if nothing is left
   */
  public ComparisonResult runFurther(
      ComparisonPlan plan, Path path, ComparisonSetup.Launchers launchers)
      throws ComparisonException, IOException, InterruptedException {
    try (ComparisonDirectory further =
            ComparisonDirectory.open(path, plan, setup.command(), setup.secrets());
        RunLauncher launcher = launchers.open(setup.secrets())) {
      if (further.finished().isPresent()) {
        return further.finished().get();
      }
      if (plan.schedule().slices().filter(Slicing::renewsServers).isPresent()) {
        // An execution takes the servers of its first block for new, and these are the last
        // block's.
        servers.renew();
      }
      return new PlanExecution(further, launcher, servers, progress).run();
    }
  }

  /** Ends the servers and gives the directory back. */
  @Override
  public void close() throws IOException {
    if (!resources.isEmpty()) {
      try (AutoCloseable ignored = resources.pollLast()) {
        close();
      } catch (Exception e) {
        throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
      }
    }
  }
}
