package site.ycsb.tls.cli.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.FleetFolder;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.Version;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.comparison.run.ResultsDirectory;
import site.ycsb.tls.fleet.Agent;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.measurement.process.CpuWatch;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.session.Bindings;

/** {@code bin/ycsb agent}: makes runs for a coordinator, together with other agents. */
@Command(
    name = "agent",
    header = "Start one of several load generators that make a run together.",
    description = {
      "",
      "The coordinator is 'bin/ycsb run|load|compare ... --agents N': it waits for N agents, orders",
      "the runs, and the agents end with it. Results and logs of an agent's share stay in its --out.",
      "Without --fleet, the same user must start coordinator and agents, on one machine.",
      "",
      "With --watch, the agent makes no runs. It reports the CPU time of a server's processes on this",
      "machine to load generators, which have -p server.cpu=agent:HOST:PORT.",
      "",
      "Examples:",
      "  bin/ycsb certs --fleet fleet              (once; copy the folder to all machines)",
      "  bin/ycsb run mongodb -P workloads/workloadc -p mongodb.url=mongodb://db/ycsb \\",
      "      --agents 2 --listen 10.0.0.7:7800 --fleet fleet",
      "  bin/ycsb agent --join 10.0.0.7:7800 --fleet fleet        (on two machines)",
      "  bin/ycsb agent --watch mongod --listen 10.0.0.9:7801 --fleet fleet  (beside the server)"
    })
public final class AgentCommand extends CommonOptions implements Callable<Integer> {
  private static final int WATCH_PORT = FleetOptions.PORT + 1;

  @Option(names = "--join", paramLabel = "HOST:PORT", description = "Address of the coordinator.")
  private String join;

  @Option(
      names = "--watch",
      paramLabel = "NAME",
      description =
          "Name of the server's processes (its first 15 characters), or the number of one.")
  private String watch;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Address at which load generators reach --watch (127.0.0.1:" + WATCH_PORT + ").")
  private String listen;

  @Mixin private FleetFolder fleet;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory for results and logs (results/TIME-agent-PROCESS).")
  private Path out;

  @Option(
      names = "--number",
      paramLabel = "N",
      defaultValue = "0",
      description = "Preferred number of this agent, from 1 (any).")
  private int number;

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      description = "How long to try to join (60).")
  private Integer joinTimeout;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if ((join == null) == (watch == null)) {
      throw new UsageException(
          "give --join HOST:PORT to make runs, or --watch NAME to report a server's CPU time");
    }
    if (watch != null) {
      CommandLines.refuse(
          spec, "--watch makes no runs and joins no fleet", "--out", "--number", "--join-timeout");
      return watch();
    }
    if (listen != null) {
      throw new UsageException("--listen " + listen + ": goes with --watch; leave it out");
    }
    return join();
  }

  private Integer watch() throws IOException, InterruptedException {
    InetSocketAddress at =
        listen == null
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), WATCH_PORT)
            : FleetOptions.address("--listen", listen);
    FleetOptions.requireReachableBy("--listen", at, fleet.path() == null);
    CountDownLatch stopped = new CountDownLatch(1);
    try (CpuWatch open = CpuWatch.start(watch, at, fleet.certificates().context());
        Interruption interruption = Interruption.calls(stopped::countDown)) {
      say(
          "Watching %s. For load generators: -p server.cpu=agent:%s:%d%s",
          watch,
          open.address().getHostString(),
          open.address().getPort(),
          fleet.path() == null ? "" : " -p server.cpu.fleet=" + fleet.path());
      say("Ready; Ctrl-C stops it.");
      stopped.await();
    }
    return CommandLine.ExitCode.OK;
  }

  private Integer join() throws IOException, InterruptedException {
    if (number < 0) {
      throw new UsageException("--number " + number + ": expected 1 or more, or 0 for any");
    }
    if (out != null) {
      ResultsDirectory.requireNoFile(out);
    }
    Agent agent =
        new Agent(
            new Agent.Options(
                FleetOptions.address("--join", join),
                fleet.certificates(),
                fleet.path() == null,
                FleetArguments.timeout(joinTimeout),
                number,
                (out == null ? ResultsDirectory.ofThisProcess("agent") : out).toAbsolutePath(),
                Version.text(),
                LoadGeneratorArguments.ofThisProgram(),
                Bindings::classPath,
                this::note));
    Thread main = Thread.currentThread();
    Parent.onEnd(main::interrupt);
    try (Interruption interruption = Interruption.calls(main::interrupt)) {
      agent.serve();
      return CommandLine.ExitCode.OK;
    } catch (InterruptedException e) {
      return Interruption.EXIT_CODE;
    }
  }
}
