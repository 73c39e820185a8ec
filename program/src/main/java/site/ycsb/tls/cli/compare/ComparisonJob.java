package site.ycsb.tls.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.Terminal;
import site.ycsb.tls.comparison.page.ConsoleProgress;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.OpenComparison;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.servers.ServerCpuHint;

/**
 * A comparison as a command: Ctrl-C, messages, exit code.
 *
 * @param setup of the comparison
 * @param out the value of {@code --out} that resumes it after an interruption
 * @param err gets messages, one line each
 */
public record ComparisonJob(ComparisonSetup setup, Path out, PrintWriter err) {

  /**
   * Receives the result, however the comparison ended; what it writes is complete even after
   * Ctrl-C.
   */
  @FunctionalInterface
  public interface ResultReceiver {
    void receive(ComparisonResult result) throws IOException;
  }

  /**
   * Makes the runs that are not in the directory yet; returns the exit code.
   *
   * @throws ComparisonException when it cannot go on; what was measured until then is received
   */
  public int run(ResultReceiver receiver)
      throws ComparisonException, IOException, InterruptedException {
    ConsoleProgress progress = new ConsoleProgress(System.err, Terminal.isStderr());
    Thread main = Thread.currentThread();
    try (Interruption starting = Interruption.beforeResults();
        OpenComparison open = setup.open(err, progress);
        Interruption running = Interruption.calls(main::interrupt)) {
      boolean complete = open.finished().isPresent();
      if (complete) {
        err.println("The comparison in " + setup.path() + " is complete: nothing is left to run.");
      }
      try {
        ComparisonResult result = runOf(open);
        receiver.receive(result);
        if (!complete && !knowsServerCpu(result)) {
          ServerCpuHint.of(setup.binding(), setup.given()).ifPresent(err::println);
        }
        return result.complete() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
      } catch (ComparisonException e) {
        try {
          receiver.receive(ComparisonDirectory.read(setup.path()));
        } catch (IOException again) {
          // Such as the same full disk: what came first is told.
          e.addSuppressed(again);
        }
        throw e;
      } catch (InterruptedException e) {
        receiver.receive(ComparisonDirectory.read(setup.path()));
        err.println("ycsb: interrupted; the same command with --out " + out + " goes on from here");
        return Interruption.EXIT_CODE;
      }
    }
  }

  /** A server that does not start again, or a full disk: what was measured until then stays. */
  private ComparisonResult runOf(OpenComparison open)
      throws ComparisonException, IOException, InterruptedException {
    try {
      return open.run();
    } catch (IOException e) {
      if (FileFailure.isInterruption(e)) {
        // It is told by an exception from here on, as usual.
        Thread.interrupted();
        throw new InterruptedException("interrupted while a file was written");
      }
      if (!ComparisonDirectory.isIn(setup.path())) {
        throw e;
      }
      String why = FileFailure.inWords(e);
      ComparisonException end =
          new ComparisonException(
              CommandLine.ExitCode.SOFTWARE,
              why + "; the same command with --out " + out + " goes on from here");
      end.initCause(e);
      throw end;
    }
  }

  private static boolean knowsServerCpu(ComparisonResult result) {
    return result.acceptedRuns().stream()
        .anyMatch(run -> run.figures().containsKey(Metric.SERVER_CPU.key()));
  }
}
