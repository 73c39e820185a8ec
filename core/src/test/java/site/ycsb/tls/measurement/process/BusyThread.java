package site.ycsb.tls.measurement.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A thread that uses CPU time, and ends. */
final class BusyThread {
  private static final long NANOS = 60_000_000;

  private BusyThread() {}

  /**
   * Uses CPU time in a new thread.
   *
   * @param last what the thread does last
   * @return CPU time that it had used by then, ns
   */
  static long run(Callable<?> last) throws Exception {
    FutureTask<Long> task =
        new FutureTask<>(
            () -> {
              ThreadMXBean clock = ManagementFactory.getThreadMXBean();
              while (clock.getCurrentThreadCpuTime() < NANOS) {
                Thread.onSpinWait();
              }
              long used = clock.getCurrentThreadCpuTime();
              last.call();
              return used;
            });
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    return task.get();
  }
}
