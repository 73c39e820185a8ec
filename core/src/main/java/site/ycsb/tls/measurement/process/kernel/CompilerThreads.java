package site.ycsb.tls.measurement.process.kernel;

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
import java.util.regex.Pattern;

/**
 * CPU time of the just-in-time compilers of a process on this machine, from the names of its
 * threads. What a compiler thread did between the last reading and its end is not in it. Linux
 * only. Not thread-safe.
 */
public final class CompilerThreads {
  /** HotSpot's names (compileBroker.cpp), without the number at their end. */
  private static final List<String> NAMES =
      List.of(
          "C1 CompilerThread",
          "C2 CompilerThread",
          "JVMCI CompilerThread",
          "JVMCI-native CompilerThread");

  /** The kernel keeps so many characters of a thread's name. */
  private static final int KERNEL_LENGTH = 15;

  /** What HotSpot 26 and newer put in the middle of a name that is longer (os_linux.cpp). */
  private static final String CUT = "..";

  private static final Pattern NUMBER = Pattern.compile("[0-9]+$");

  /** The folder of the process's threads. */
  private final Path process;

  /**
   * Links of the folder when it was last listed. Another number means a new thread; the same one
   * also that as many have ended.
   */
  private int listedLinks;

  /** Threads by the name that they have given themselves. */
  private final Map<Path, String> named = new HashMap<>();

  /** CPU time of each compiler thread when it was last read, ns. */
  private final Map<Path, Long> nanos = new HashMap<>();

  /** That of those that have ended: another thread may have their number. */
  private long endedNanos;

  public CompilerThreads(long pid) {
    this(Path.of("/proc", Long.toString(pid), "task"));
  }

  /**
   * @param process the folder of its threads
   */
  CompilerThreads(Path process) {
    this.process = process;
  }

  /** CPU time until now, ns; empty when no compiler thread was ever seen. */
  public OptionalLong nanos() {
    try {
      // Each thread is a folder, and so a link to the folder above it.
      int links = (Integer) Files.getAttribute(process, "unix:nlink");
      // HotSpot starts compiler threads when it needs them, also while others end.
      if (links != listedLinks || !nanos.isEmpty()) {
        listedLinks = links;
        list();
      }
    } catch (IOException | UnsupportedOperationException e) {
      // The process has ended, or this is not Linux: what was read last is its CPU time.
      listedLinks = 0;
    }
    nanos.replaceAll((thread, last) -> Math.max(last, read(thread)));
    return nanos.isEmpty() && endedNanos == 0
        ? OptionalLong.empty()
        : OptionalLong.of(endedNanos + nanos.values().stream().mapToLong(Long::longValue).sum());
  }

  /**
   * Checks that the CPU time of compiler threads is found where there are some: otherwise it would
   * count as that of operations. Any JVM has compiled something when its first reading comes.
   *
   * @throws IOException when the process is a JVM, and none of its threads has a compiler's name,
   *     or those that have one used no CPU time
   */
  public void requireFoundInJvm() throws IOException {
    if (endedNanos > 0 || nanos.values().stream().anyMatch(used -> used > 0) || !isJvm()) {
      return;
    }
    if (nanos.isEmpty()) {
      throw new IOException(
          "no just-in-time compiler thread found in process %s, a JVM, so that compiling would count as operations; use HotSpot 17 or newer without -Xint (its threads: %s)"
              .formatted(pid(), String.join(", ", names())));
    }
    throw new IOException(noTimes(pid()));
  }

  private String pid() {
    return process.getParent().getFileName().toString();
  }

  /** That its compiler threads seem to use no CPU time. */
  public static String noTimes(String pid) {
    return "this kernel tells no CPU time of threads (/proc/%s/task/*/schedstat), so that compiling would count as operations; use one with CONFIG_SCHED_INFO"
        .formatted(pid);
  }

  private boolean isJvm() {
    // Of another user's process, its threads tell it.
    return KernelFile.hasLoaded(process.getParent(), "libjvm.so")
        .orElseGet(() -> names().stream().anyMatch(CompilerThreads::isJvmThread));
  }

  private List<String> names() {
    return named.values().stream().distinct().sorted().toList();
  }

  private void list() throws IOException {
    String inherited = name(process.getParent());
    Set<Path> found = new HashSet<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process)) {
      for (Path thread : threads) {
        found.add(thread);
        if (!named.containsKey(thread)) {
          String name = name(thread);
          // A new thread has the name of its process until it gives itself one.
          if (!name.equals(inherited)) {
            named.put(thread, name);
          }
          if (isCompiler(name)) {
            nanos.put(thread, 0L);
          }
        }
      }
    }
    forgetEnded(found);
  }

  /** A list that is read while threads end may lack some that live. */
  private void forgetEnded(Set<Path> found) {
    named.keySet().removeIf(thread -> !found.contains(thread) && !Files.exists(thread));
    for (Path thread : List.copyOf(nanos.keySet())) {
      if (!found.contains(thread) && !Files.exists(thread)) {
        endedNanos += nanos.remove(thread);
      }
    }
  }

  /**
   * Whether it compiles.
   *
   * @param name of the thread, as the kernel keeps it: the first 15 characters ({@code C2
   *     CompilerThre}) or, from HotSpot 26 on, beginning and end ({@code C2 Comp..hread0})
   */
  public static boolean isCompiler(String name) {
    int cut = name.indexOf(CUT);
    if (cut < 0) {
      return NAMES.stream()
          .anyMatch(full -> name.equals(full.substring(0, Math.min(full.length(), KERNEL_LENGTH))));
    }
    String begin = name.substring(0, cut);
    String end = NUMBER.matcher(name.substring(cut + CUT.length())).replaceFirst("");
    // Three characters tell "C1 " and "C2 " from all other threads.
    return begin.length() >= 3
        && NAMES.stream().anyMatch(full -> full.startsWith(begin) && full.endsWith(end));
  }

  /** Whether only a HotSpot JVM has a thread of this name. */
  public static boolean isJvmThread(String name) {
    return name.equals("VM Thread");
  }

  /** Empty when it has ended. */
  private static String name(Path thread) {
    return KernelFile.read(thread.resolve("comm")).orElse("");
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
