package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.property.run.JavaInstallation;

/** Agents on this machine, children of the coordinator. Not thread-safe. */
final class LocalAgents implements AutoCloseable {
  /** The main class; by name, because this package must not depend on it. */
  private static final String MAIN = "site.ycsb.tls.cli.Main";

  /** The time for a dismissed agent to end; stopping a run takes a little longer. */
  private static final int PATIENCE_SECONDS = 15;

  /** As many at a time as can start side by side: more would only delay each other's messages. */
  private static final int AT_A_TIME = Runtime.getRuntime().availableProcessors();

  private final FleetOptions options;
  private final InetSocketAddress coordinator;
  private final FleetCertificates certificates;
  private final List<String> jvmArguments;
  private final List<Process> processes = new ArrayList<>();

  /**
   * Starts none yet.
   *
   * @param coordinator its address
   * @param certificates of the fleet
   * @param jvmArguments for them and their runs
   */
  LocalAgents(
      FleetOptions options,
      InetSocketAddress coordinator,
      FleetCertificates certificates,
      List<String> jvmArguments) {
    this.options = options;
    this.coordinator = coordinator;
    this.certificates = certificates;
    this.jvmArguments = jvmArguments;
  }

  /**
   * Starts the next ones, a few at a time.
   *
   * @param joined how many have joined
   * @return whether one was started
   */
  boolean startNext(int joined) throws IOException {
    int before = processes.size();
    while (processes.size() < Math.min(options.agents(), joined + AT_A_TIME)) {
      processes.add(start(processes.size() + 1));
    }
    return processes.size() > before;
  }

  /** Starts another one in the place of one that is gone. */
  void startAgain(int number) throws IOException {
    kill(number);
    processes.set(number - 1, start(number));
  }

  private Path directory(int number) {
    return options.directory().resolve("agent-" + number);
  }

  /** What it says. */
  private Path output(int number) {
    return directory(number).resolve("agent.txt");
  }

  private Process start(int number) throws IOException {
    Path directory = Files.createDirectories(directory(number));
    List<String> command = new ArrayList<>();
    command.add(JavaInstallation.running().launcher().toString());
    command.addAll(jvmArguments);
    command.add("-D" + ForkedRunLauncher.PARENT + "=" + ProcessHandle.current().pid());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(MAIN);
    command.add("agent");
    command.addAll(List.of("--join", Group.text(coordinator)));
    command.addAll(List.of("--fleet", certificates.directory().toString()));
    command.addAll(List.of("--out", directory.toString()));
    command.addAll(List.of("--number", Integer.toString(number)));
    command.addAll(List.of("--join-timeout", Long.toString(options.joinTimeout().toSeconds())));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output(number).toFile()))
        .start();
  }

  /** The last message of an agent that has ended; empty when all are alive. */
  Optional<String> ended() throws IOException {
    for (int number = 1; number <= processes.size(); number++) {
      if (!processes.get(number - 1).isAlive()) {
        String last =
            new String(Files.readAllBytes(output(number)), StandardCharsets.UTF_8)
                .lines()
                .reduce((earlier, later) -> later)
                .orElse("it printed nothing");
        return Optional.of("agent " + number + " ended: " + last);
      }
    }
    return Optional.empty();
  }

  /** Ends an agent that is no longer needed; its run notices. */
  private void kill(int number) {
    processes.get(number - 1).destroyForcibly();
  }

  /** Waits for their end; kills those that do not end. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (Process process : processes) {
      try {
        if (!process.waitFor(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        process.destroyForcibly();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
