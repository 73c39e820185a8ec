package site.ycsb.tls.comparison.explanation;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import site.ycsb.tls.profiler.AttachedProfiler;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Looks into the servers' processes while runs that they serve are profiled: by profilers in test
 * servers that are JVMs, at user and system time of all others. What cannot be looked into is left
 * out, and said. Used by one thread.
 */
final class ServerProfiles {
  private final ProfilerLibrary library;
  private final SampleInterval interval;
  private final boolean ours;
  private final Consumer<String> messages;
  private final Set<List<Long>> known = new HashSet<>();

  /** Each ends what was begun, and writes it. */
  private final List<Closeable> endings = new ArrayList<>();

  /** Number of runs that are profiled now. */
  private int runs;

  /**
   * @param library stays open
   * @param ours whether the servers are test servers; nothing is loaded into the user's
   * @param messages gets what cannot be looked into, one line each
   */
  ServerProfiles(
      ProfilerLibrary library, SampleInterval interval, boolean ours, Consumer<String> messages) {
    this.library = library;
    this.interval = interval;
    this.ours = ours;
    this.messages = messages;
  }

  /**
   * A run of these processes is profiled from now on.
   *
   * @param directory where files are written, each with a name of its own
   */
  void begin(List<Long> pids, Path directory) {
    runs++;
    if (pids.isEmpty() || !known.add(pids)) {
      return;
    }
    if (ours && pids.stream().allMatch(AttachedProfiler::isJvm)) {
      pids.forEach(pid -> profile(pid, directory));
    } else {
      watch(pids, directory);
    }
  }

  private void profile(long pid, Path directory) {
    try {
      AttachedProfiler profiler = AttachedProfiler.start(pid, library, interval);
      Path file = directory.resolve(Recording.name(List.of(pid), Recording.SAMPLES));
      endings.add(() -> profiler.stop(file));
    } catch (IOException e) {
      messages.accept("The server's CPU time is not broken down: " + e.getMessage());
    }
  }

  private void watch(List<Long> pids, Path directory) {
    ServerTimes times =
        new ServerTimes(pids, directory.resolve(Recording.name(pids, Recording.TIMES)));
    endings.add(times::close);
  }

  /** A run is profiled no longer; after the last one all is written. */
  void end() {
    runs--;
    if (runs > 0) {
      return;
    }
    for (Closeable ending : endings) {
      try {
        ending.close();
      } catch (IOException e) {
        messages.accept("The server's CPU time is not broken down: " + e.getMessage());
      }
    }
    endings.clear();
    known.clear();
  }
}
