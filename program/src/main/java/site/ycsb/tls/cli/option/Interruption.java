package site.ycsb.tls.cli.option;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C (or SIGTERM) during a measurement: the work is told to stop, its results are
 * written, and the process ends with exit code 130.
 *
 * <p>It is a shutdown hook. The other threads continue while it runs, so it can wait for them.
 */
public final class Interruption implements AutoCloseable {
  /** The exit code of an interrupted program. */
  public static final int EXIT_CODE = 130;

  private static final int PATIENCE_SECONDS = 30;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private Interruption(Runnable stop) {
    hook = new Thread(() -> stopAndWait(stop), "interruption");
  }

  /**
   * From now until {@link #close()}, an interruption calls {@code stop} and waits for the close.
   */
  public static Interruption calls(Runnable stop) {
    Interruption interruption = new Interruption(stop);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void stopAndWait(Runnable stop) {
    stop.run();
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(
            "ycsb: interrupted, and the work did not end within " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  /** The work has ended and its results are written. */
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook has run, and it decides the exit code.
    }
  }
}
