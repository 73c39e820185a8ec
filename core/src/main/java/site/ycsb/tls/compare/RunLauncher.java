package site.ycsb.tls.compare;

import java.io.IOException;

/** Makes runs, one at a time, each in a JVM of its own. */
public interface RunLauncher {

  /**
   * Makes one run and waits for its end.
   *
   * @throws IOException when it could not be started, or its result not be read
   * @throws InterruptedException when this thread was interrupted; the run has been stopped by then
   */
  RunOutcome launch(RunRequest request) throws IOException, InterruptedException;
}
