package site.ycsb.tls.cli.run;

import java.util.concurrent.TimeUnit;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;

/** The process that started this one. */
final class Parent {
  /** The time for a run without a parent to write its results. */
  private static final long SECONDS_TO_WRITE = 3;

  private Parent() {}

  /** Whether another process of this program asked for this one's run. */
  static boolean isPresent() {
    return Long.getLong(ForkedRunLauncher.PARENT) != null;
  }

  /** As {@link #onEnd}, while there is nothing to end: no database answers yet. */
  static void endsThisProcess() {
    onEnd(() -> {});
  }

  /**
   * Calls it when the process that forked this JVM has ended, in any way, and ends this JVM 3 s
   * after. Does nothing if this JVM was not forked.
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

  /**
   * A driver may wait for a server that ended with the parent: this process must not wait for it.
   */
  private static void endWithin(long seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(Interruption.EXIT_CODE);
  }
}
