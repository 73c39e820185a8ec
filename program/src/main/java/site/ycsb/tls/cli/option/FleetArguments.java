package site.ycsb.tls.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.fleet.Fleet;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.property.UsageException;

/** The arguments of commands whose runs may be made by agents. */
public final class FleetArguments {
  @Option(
      names = "--agents",
      paramLabel = "N",
      description =
          "Number of agents ('bin/ycsb agent') that make the run together; the command waits for them.")
  private Integer agents;

  @Option(
      names = "--local-agents",
      paramLabel = "N",
      description = "As --agents, but this command starts the agents on this machine.")
  private Integer localAgents;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Address at which agents reach this command (127.0.0.1:" + FleetOptions.PORT + ").")
  private String listen;

  @Mixin private FleetFolder fleet;

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for agents (60).")
  private Integer joinTimeout;

  /**
   * The requested fleet; empty without one.
   *
   * @param directory for the logs of local agents
   * @throws UsageException when the options contradict each other
   * @throws IOException when this user's certificates cannot be made
   */
  public Optional<FleetOptions> options(Path directory) throws IOException {
    if (agents == null && localAgents == null) {
      refuse("--listen", listen);
      refuse("--fleet", fleet.path());
      refuse("--join-timeout", joinTimeout);
      return Optional.empty();
    }
    if (agents != null && localAgents != null) {
      throw new UsageException("--agents and --local-agents: give one of them");
    }
    if (localAgents != null) {
      refuse("--listen", listen, "--local-agents chooses its own address");
      refuse("--fleet", fleet.path(), "--local-agents creates its own certificates");
      return Optional.of(FleetOptions.local(localAgents, timeout(joinTimeout), directory));
    }
    return Optional.of(
        new FleetOptions(
            agents,
            listen == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), FleetOptions.PORT)
                : FleetOptions.address("--listen", listen),
            Optional.of(fleet.certificates()),
            fleet.path() == null,
            timeout(joinTimeout),
            directory.toAbsolutePath()));
  }

  /** Waits for the requested fleet, and prints which agents have joined. */
  public static Fleet gather(FleetOptions options, PrintWriter err)
      throws IOException, InterruptedException {
    return Fleet.gather(
        options,
        new Fleet.Coordinator(
            Version.text(), LoadGeneratorArguments.ofThisProgram(), err::println));
  }

  /**
   * What makes the runs of a comparison with the requested fleet.
   *
   * @param turns how the runs take turns
   * @param maySleep whether idle processors of the agents' machines may sleep
   */
  public static ComparisonSetup.Launchers launchers(
      FleetOptions options, Turns turns, boolean maySleep, String command, PrintWriter err) {
    return secrets ->
        gather(options, err)
            .launcher(
                secrets,
                command,
                status -> {},
                new Fleet.SideBySideRuns(
                    turns.plan().schedule().slices().map(Slicing::together).orElse(0),
                    turns.heapBytes(),
                    !maySleep));
  }

  public static Duration timeout(Integer seconds) {
    if (seconds != null && seconds < 1) {
      throw new UsageException("--join-timeout " + seconds + ": expected at least 1 (seconds)");
    }
    return seconds == null ? FleetOptions.JOIN_TIMEOUT : Duration.ofSeconds(seconds);
  }

  private static void refuse(String option, Object value) {
    refuse(option, value, "it has an effect with agents only; give --agents N, too");
  }

  private static void refuse(String option, Object value, String why) {
    if (value != null) {
      throw new UsageException(option + " " + value + ": " + why);
    }
  }
}
