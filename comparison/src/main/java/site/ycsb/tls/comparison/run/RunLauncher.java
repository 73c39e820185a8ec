package site.ycsb.tls.comparison.run;

import java.io.IOException;

/** Makes runs, each in a JVM of its own. */
public interface RunLauncher extends AutoCloseable {

  /**
   * Makes one whole run and waits for its end. One that has its result and does not end failed.
   *
   * @throws IOException when it could not be started, or its result not be read
   * @throws InterruptedException when this thread was interrupted; the run has been stopped by then
   */
  RunOutcome launch(RunRequest request) throws IOException, InterruptedException;

  /**
   * Starts a run that takes orders, and does not wait until it takes them.
   *
   * @throws IOException when it could not be started
   * @throws InterruptedException when this thread was interrupted; nothing was started
   * @throws UnsupportedOperationException when these runs cannot take turns
   */
  default StartedRun start(RunRequest request) throws IOException, InterruptedException {
    throw new UnsupportedOperationException("these runs cannot take turns in slices");
  }

  /** How many processes of one run share a machine, at most; for the forecast. */
  default int processesOnAMachine() {
    return 1;
  }

  /** Releases what it holds, such as a fleet; does nothing by default. */
  @Override
  default void close() throws IOException {
    // Most hold nothing.
  }
}
