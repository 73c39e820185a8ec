package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * CPU time of the just-in-time compilers of processes on this machine, from the names of their
 * threads. What a compiler thread did between the last reading and its end is not in it. Linux
 * only. Not thread-safe.
 */
final class CompilerThreads {
  /** The kernel keeps 15 characters of a thread's name: {@code C2 CompilerThread0}. */
  private static final List<String> NAMES =
      List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT");

  /** The folder of each process's threads. */
  private final List<Path> processes;

  /** Threads when the folder was last listed, by process: another number means a new thread. */
  private final Map<Path, Integer> listed = new HashMap<>();

  /** All threads that were ever seen. */
  private final Set<Path> known = new HashSet<>();

  /** CPU time of each compiler thread when it was last read, ns; those that have ended too. */
  private final Map<Path, Long> nanos = new HashMap<>();

  CompilerThreads(List<Long> pids) {
    processes = pids.stream().map(pid -> Path.of("/proc", Long.toString(pid), "task")).toList();
  }

  /**
   * CPU time until now, ns; empty when there is no such thread, for example in a server without a
   * JVM.
   */
  OptionalLong nanos() {
    for (Path process : processes) {
      try {
        // Each thread is a folder, and so a link to the folder above it.
        int links = (Integer) Files.getAttribute(process, "unix:nlink");
        if (!Integer.valueOf(links).equals(listed.put(process, links))) {
          list(process);
        }
      } catch (IOException | UnsupportedOperationException e) {
        // The process has ended, or this is not Linux: what was read last is its CPU time.
        listed.remove(process);
      }
    }
    nanos.replaceAll((thread, last) -> Math.max(last, read(thread)));
    return nanos.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(nanos.values().stream().mapToLong(Long::longValue).sum());
  }

  private void list(Path process) throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process)) {
      for (Path thread : threads) {
        if (known.add(thread) && isCompiler(thread)) {
          nanos.put(thread, 0L);
        }
      }
    }
  }

  /**
   * Whether it compiles.
   *
   * @param name of the thread, as the kernel keeps it
   */
  static boolean isCompiler(String name) {
    return NAMES.contains(name);
  }

  private static boolean isCompiler(Path thread) {
    try {
      return isCompiler(Files.readString(thread.resolve("comm")).strip());
    } catch (IOException e) {
      return false; // It has ended.
    }
  }

  private static long read(Path thread) {
    try {
      // Time on the CPU, time in the queue, number of time slices: sched-stats.rst.
      String first = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
      return Long.parseLong(first);
    } catch (IOException | NumberFormatException e) {
      return 0; // It has ended, or the kernel keeps no such figures.
    }
  }
}
