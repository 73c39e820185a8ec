package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.testserver.FreePort;

/** A coordinator and two scripted agents, over real sockets. */
final class ScriptedFleet implements AutoCloseable {
  /** Of all runs. */
  private static final long SEED = 1;

  final List<ScriptedAgent> agents = new ArrayList<>();
  final List<String> notes = new CopyOnWriteArrayList<>();
  final List<String> steps = new CopyOnWriteArrayList<>();
  final Fleet fleet;
  final RunLauncher launcher;

  private final Path directory;
  private final FleetCertificates certificates;
  private final InetSocketAddress there;

  /**
   * @param status receives that of whole runs
   */
  ScriptedFleet(Path directory, Consumer<StatusLine> status) throws Exception {
    this.directory = directory;
    certificates = QuickFleetCertificates.create(directory.resolve("fleet"));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    there = new InetSocketAddress(loopback, FreePort.at(List.of(loopback)));
    CompletableFuture<Void> joining = new CompletableFuture<>();
    Thread joiner =
        new Thread(
            () -> {
              try {
                while (notes.isEmpty()) {
                  Thread.sleep(10);
                }
                // Clocks whose origins are far apart, as those of two machines.
                agents.add(agent(1, 5 * ScriptedAgent.SECOND, 30_000));
                agents.add(agent(2, -3000 * ScriptedAgent.SECOND, 31_000));
                joining.complete(null);
              } catch (IOException | InterruptedException | RuntimeException e) {
                joining.completeExceptionally(e);
              }
            });
    joiner.start();
    fleet =
        Fleet.gather(
            new FleetOptions(
                2, there, Optional.of(certificates), true, Duration.ofSeconds(60), directory),
            new Fleet.Coordinator("1.0", List.of(), notes::add));
    joining.join();
    launcher =
        fleet.launcher(
            Secrets.named(Set.of()), "", status, new Fleet.SideBySideRuns(2, 1 << 29, false));
  }

  /** Joins; see {@link ScriptedAgent}. */
  ScriptedAgent agent(int number, long ahead, long server) throws IOException {
    return new ScriptedAgent(number, ahead, server, there, certificates, steps);
  }

  /** A request for a run that has its own directory. */
  RunRequest request(Phase phase, String variant) {
    return new RunRequest(
        phase,
        "nothing",
        Map.of(
            "workload", "site.ycsb.workloads.CoreWorkload",
            "recordcount", "10",
            "operationcount", "10",
            "seed", Long.toString(SEED),
            "threadcount", "2"),
        directory.resolve("runs/" + variant));
  }

  /**
   * The content of the file that the load generator of this share leaves: 500 operations in 100 ms.
   *
   * @param share as in 1/2
   */
  static String resultOf(String share) throws IOException {
    return resultOf(share, SEED);
  }

  /** The same of a run with this seed. */
  static String resultOf(String share, long seed) throws IOException {
    return JsonFile.text(
        MergedRunTest.result(
            new Configuration(
                "1.0",
                "",
                "transactions",
                "nothing",
                "",
                Map.of("fleet.member", share),
                seed,
                1,
                0),
            0.1,
            500,
            new Resources(null, Map.of(), null, null),
            "host"));
  }

  @Override
  public void close() throws IOException {
    agents.forEach(ScriptedAgent::close);
    launcher.close();
  }
}
