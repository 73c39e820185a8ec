package site.ycsb.tls.cli;

import java.util.concurrent.TimeUnit;
import site.ycsb.tls.compare.ForkedRunLauncher;

/** The process that started this one. */
final class Parent {
  /** What a run without a parent gets to write what it measured. */
  private static final long SECONDS_TO_WRITE = 3;

  private Parent() {}

  /**
   * Calls it when the process that forked this JVM is gone, however that ended, and ends this JVM
   * soon after; does nothing without such a process.
   */
  static void onEnd(Runnable end) {
    Long parent = Long.getLong(ForkedRunLauncher.PARENT);
    if (parent != null) {
      Thread watch =
          new Thread(
              () -> {
                ProcessHandle.of(parent).ifPresent(process -> process.onExit().join());
                end.run();
                endWithin(SECONDS_TO_WRITE);
              },
              "parent watch");
      watch.setDaemon(true);
      watch.start();
    }
  }

  /** A driver may wait for a server that ended with the parent: nobody waits for this process. */
  private static void endWithin(long seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(Interruption.EXIT_CODE);
  }
}
