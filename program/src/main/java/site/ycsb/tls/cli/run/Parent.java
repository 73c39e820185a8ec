package site.ycsb.tls.cli.run;

import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;

/** The process that started this one. */
final class Parent {
  /** The time for a run without a parent to write its results. */
  private static final double SECONDS_TO_WRITE = 3;

  private Parent() {}

  /**
   * Calls it when the process that forked this JVM has ended, in any way, and ends this JVM 3 s
   * after. Does nothing if this JVM was not forked.
   */
  static void onEnd(Runnable end) {
    Long parent = Long.getLong(ForkedRunLauncher.PARENT);
    if (parent != null) {
      DaemonThread.start(
          "parent watch",
          () -> {
            ProcessHandle.of(parent).ifPresent(process -> process.onExit().join());
            end.run();
            // A driver may wait for a server that ended with the parent.
            sleep(SECONDS_TO_WRITE);
            Runtime.getRuntime().halt(Interruption.EXIT_CODE);
          });
    }
  }

  /**
   * The run is over. The process that forked this JVM waits for its end, but a driver may not
   * close, and a shutdown hook not return: after the time, in s, this ends the JVM with an error.
   * Does nothing if this JVM was not forked.
   */
  static void waitsAtMost(double seconds) {
    if (ForkedRunLauncher.isChild()) {
      DaemonThread.start(
          "end watch",
          () -> {
            sleep(seconds);
            System.err.printf(
                "ycsb: the process did not end within %.0f s after its run: the client does not close, or one of its shutdown hooks does not return%n",
                seconds);
            Runtime.getRuntime().halt(CommandLine.ExitCode.SOFTWARE);
          });
    }
  }

  private static void sleep(double seconds) {
    try {
      TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
