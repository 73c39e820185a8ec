package site.ycsb.tls.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.PropertyNames;
import site.ycsb.tls.cli.option.Terminal;
import site.ycsb.tls.comparison.page.ConsoleProgress;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.run.Comparison;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.fleet.Fleet;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.measurement.process.WakeUp;
import site.ycsb.tls.servers.ServerCpuHint;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.servers.Servers;

/**
 * A comparison on the servers that it needs, from its plan to its exit code.
 *
 * @param binding drives the database
 * @param given all properties, which may name a server
 * @param turns what is run, as it fits this machine
 * @param path directory of the comparison
 * @param out the value of {@code --out} that resumes it after an interruption
 * @param maySleep whether this machine's idle processors may sleep
 * @param restart starts the user's server again
 * @param fleet whose agents make the runs; empty where forked JVMs of this one do
 * @param command the command line to repeat it, credentials masked
 * @param err gets messages, one line each
 */
public record ComparisonJob(
    Binding binding,
    Map<String, String> given,
    Turns turns,
    Path path,
    Path out,
    boolean maySleep,
    Optional<ServerRestart> restart,
    Optional<FleetOptions> fleet,
    String command,
    PrintWriter err) {

  /**
   * Receives the result, however the comparison ended; what it writes is complete even after
   * Ctrl-C.
   */
  @FunctionalInterface
  public interface Finish {
    void of(ComparisonResult result) throws IOException;
  }

  /** Makes the runs that are not in the directory yet; returns the exit code. */
  public int run(Finish finish) throws IOException, InterruptedException {
    PropertyNames.of(binding).require(turns.plan());
    PropertyNames.requireValues(turns.plan());
    Secrets secrets = Secrets.of(binding.properties());
    try (ComparisonDirectory directory =
        ComparisonDirectory.open(path, turns.plan(), command, secrets)) {
      if (directory.finished().isPresent()) {
        err.println("The comparison in " + path + " is complete: nothing is left to run.");
        err.flush();
        finish.of(directory.finished().get());
        return CommandLine.ExitCode.OK;
      }
      return run(directory, secrets, finish);
    }
  }

  private int run(ComparisonDirectory directory, Secrets secrets, Finish finish)
      throws IOException, InterruptedException {
    if (!turns.note().isEmpty()) {
      err.println(turns.note());
      err.flush();
    }
    try (Interruption starting = Interruption.beforeResults();
        WakeUp.Limit limit = maySleep ? WakeUp.Limit.NONE : WakeUp.keepAwake();
        Servers servers =
            Servers.of(
                binding,
                given,
                turns.plan().columns(),
                path.resolve("server"),
                turns.plan().schedule().slices().isPresent(),
                restart,
                err);
        Fleet agents = fleet.isPresent() ? FleetArguments.gather(fleet.get(), err) : null) {
      return run(
          new Comparison(
              directory,
              launcher(agents, secrets),
              servers,
              new ConsoleProgress(System.err, Terminal.isStderr())),
          finish);
    }
  }

  /**
   * Makes the runs: in JVMs forked from this one, or by the agents of a fleet.
   *
   * @param agents null: there are none
   */
  private RunLauncher launcher(Fleet agents, Secrets secrets) {
    return agents == null
        ? new ForkedRunLauncher(
            CommandLines.jvmArguments(),
            secrets,
            System.getProperty("java.class.path"),
            turns.heapBytes())
        : agents.launcher(secrets, command, line -> {});
  }

  private int run(Comparison comparison, Finish finish) throws IOException {
    Thread main = Thread.currentThread();
    try (Interruption interruption = Interruption.calls(main::interrupt)) {
      try {
        ComparisonResult result = comparison.run();
        finish.of(result);
        if (result.acceptedRuns().stream()
            .noneMatch(run -> run.figures().containsKey(Metric.SERVER_CPU.key()))) {
          ServerCpuHint.of(binding, given).ifPresent(err::println);
        }
        return result.complete() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
      } catch (ComparisonException e) {
        finish.of(ComparisonDirectory.read(path));
        err.println("ycsb: " + e.getMessage());
        return e.exitCode();
      } catch (InterruptedException e) {
        finish.of(ComparisonDirectory.read(path));
        err.println("ycsb: interrupted; the same command with --out " + out + " goes on from here");
        return Interruption.EXIT_CODE;
      } finally {
        err.flush();
      }
    }
  }
}
