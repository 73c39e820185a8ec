package site.ycsb.tls.fleet;

import java.io.IOException;
import java.util.function.Consumer;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.property.UsageException;

/**
 * Makes each run with all agents of a fleet, and dismisses them at its end; see {@link
 * Fleet#launcher}. Used by one thread.
 */
record FleetLauncher(
    Fleet fleet,
    Secrets secrets,
    String command,
    Consumer<StatusLine> status,
    Fleet.SideBySideRuns sideBySide,
    AgentContacts contacts)
    implements RunLauncher {
  /**
   * {@inheritDoc}
   *
   * <p>Before that it waits until all agents are there, others in the place of those that are gone,
   * and compares their clocks.
   */
  @Override
  public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
    contacts.gather();
    return new FleetWholeRun(fleet, contacts, task(request), status).make();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Waits for the agents as {@link #launch} does, and refuses wall clocks that are wrong.
   */
  @Override
  public StartedRun start(RunRequest request) throws IOException, InterruptedException {
    contacts.gather();
    contacts.requireWallClocks();
    return FleetSlicedRun.fork(fleet, contacts, task(request), sideBySide);
  }

  @Override
  public int processesOnAMachine() {
    return fleet.mostOnAMachine();
  }

  /** The first agent reads the CPU time of the server: it must be on its machine. */
  private FleetTask task(RunRequest request) {
    FleetTask task = new FleetTask(fleet.nextRun(), request, secrets, command);
    ServerProcesses server = task.options().server();
    if (!server.localPids().isEmpty() && !fleet.isOnThisMachine()) {
      throw new UsageException(
          "server.pid or server.cpu: agents on other machines do not see %s; give server.cpu=ssh:USER@HOST:NAME"
              .formatted(server));
    }
    return task;
  }

  @Override
  public void close() throws IOException {
    fleet.close();
  }
}
