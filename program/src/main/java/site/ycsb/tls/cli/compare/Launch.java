package site.ycsb.tls.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.fleet.Fleet;
import site.ycsb.tls.fleet.FleetOptions;

/**
 * Makes the runs of a comparison: in JVMs forked from this one, or by the agents of a fleet.
 *
 * @param launcher makes them
 * @param fleet is closed with this; empty when there is none
 */
record Launch(RunLauncher launcher, Optional<Fleet> fleet) implements AutoCloseable {

  /**
   * Waits for the fleet, if one was requested.
   *
   * @param heapBytes the most heap of each of several load generators; 0 = as its JVM wants
   * @param command the command line that the results name, secrets masked
   * @throws IOException when its agents do not join
   */
  static Launch of(
      Optional<FleetOptions> options,
      Secrets secrets,
      long heapBytes,
      String command,
      PrintWriter err)
      throws IOException, InterruptedException {
    if (options.isEmpty()) {
      return new Launch(
          new ForkedRunLauncher(
              CommandLines.jvmArguments(),
              secrets,
              System.getProperty("java.class.path"),
              heapBytes),
          Optional.empty());
    }
    Fleet fleet = FleetArguments.gather(options.get(), err);
    return new Launch(fleet.launcher(secrets, command, line -> {}), Optional.of(fleet));
  }

  @Override
  public void close() throws IOException {
    if (fleet.isPresent()) {
      fleet.get().close();
    }
  }
}
