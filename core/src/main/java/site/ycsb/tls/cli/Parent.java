package site.ycsb.tls.cli;

import site.ycsb.tls.compare.ForkedRunLauncher;

/** The process that started this one. */
final class Parent {
  private Parent() {}

  /** Calls it when the one who forked this JVM is gone, however that ended; never without one. */
  static void onEnd(Runnable end) {
    Long parent = Long.getLong(ForkedRunLauncher.PARENT);
    if (parent != null) {
      Thread watch =
          new Thread(
              () -> {
                ProcessHandle.of(parent).ifPresent(process -> process.onExit().join());
                end.run();
              },
              "parent watch");
      watch.setDaemon(true);
      watch.start();
    }
  }
}
