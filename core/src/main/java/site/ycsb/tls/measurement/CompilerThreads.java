package site.ycsb.tls.measurement;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * CPU time of the just-in-time compiler of other JVMs on this machine, from the names of their
 * threads. Compiler threads that have ended are not in it. Linux only.
 */
final class CompilerThreads {
  /** The kernel keeps 15 characters of a thread's name: {@code C2 CompilerThread0}. */
  private static final List<String> NAMES = List.of("C1 CompilerThre", "C2 CompilerThre");

  private CompilerThreads() {}

  /**
   * CPU time until now, ns; empty when there is no such thread, for example in a server without a
   * JVM.
   */
  static OptionalLong nanos(List<Long> pids) {
    long sum = 0;
    boolean found = false;
    for (long pid : pids) {
      try (DirectoryStream<Path> threads =
          Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
        for (Path thread : threads) {
          OptionalLong nanos = nanos(thread);
          found |= nanos.isPresent();
          sum += nanos.orElse(0);
        }
      } catch (IOException e) {
        return OptionalLong.empty();
      }
    }
    return found ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  private static OptionalLong nanos(Path thread) {
    try {
      if (NAMES.contains(Files.readString(thread.resolve("comm")).strip())) {
        // Time on the CPU, time in the queue, number of time slices: sched-stats.rst.
        String first = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
        return OptionalLong.of(Long.parseLong(first));
      }
    } catch (IOException | NumberFormatException e) {
      // The thread has ended meanwhile, or the kernel keeps no such figures.
    }
    return OptionalLong.empty();
  }
}
