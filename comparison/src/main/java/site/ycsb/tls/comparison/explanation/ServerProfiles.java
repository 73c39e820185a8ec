package site.ycsb.tls.comparison.explanation;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import site.ycsb.tls.profiler.AttachedProfiler;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.profiler.SystemProfiler;
import site.ycsb.tls.profiler.SystemProfiler.Sample;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Looks into the servers' processes while runs that they serve are profiled: by profilers in test
 * servers that are JVMs, at programs and libraries of all others, or where that is not permitted,
 * at their user and system time. What cannot be looked into is left out, and said. Used by one
 * thread.
 */
final class ServerProfiles {
  private static final String NOT_BROKEN_DOWN = "The server's CPU time is not broken down: ";
  private static final String ONLY_TIMES =
      "The server's CPU time is broken down only into its own code and the kernel's: ";

  private final ProfilerLibrary library;
  private final SampleInterval interval;
  private final boolean ours;
  private final Consumer<String> messages;
  private final Supplier<WallClock> clocks;
  private final Set<List<Long>> known = new HashSet<>();
  private final List<Begun> begun = new ArrayList<>();

  /** Since the first of these. */
  private WallClock clock;

  /** Of all processes, since the first that needs it. */
  private Optional<SystemProfiler> system = Optional.empty();

  /** The files of those whose samples it has. */
  private final Map<List<Long>, Path> sampled = new HashMap<>();

  private boolean permitted = true;

  /** Number of runs that are profiled now. */
  private int runs;

  /**
   * What looks into processes.
   *
   * @param ending ends it, and writes the file
   */
  private record Begun(Closeable ending, Path file) {}

  /**
   * @param library stays open
   * @param ours whether the servers are test servers; nothing is loaded into the user's
   * @param messages gets what cannot be looked into, one line each
   * @param clocks begins to watch the clock
   */
  ServerProfiles(
      ProfilerLibrary library,
      SampleInterval interval,
      boolean ours,
      Consumer<String> messages,
      Supplier<WallClock> clocks) {
    this.library = library;
    this.clocks = clocks;
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
    if (runs == 1) {
      clock = clocks.get();
    }
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
      begun.add(new Begun(() -> profiler.stop(file), file));
    } catch (IOException e) {
      messages.accept(NOT_BROKEN_DOWN + e.getMessage());
    }
  }

  private void watch(List<Long> pids, Path directory) {
    if (permitted && system.isEmpty()) {
      try {
        system = Optional.of(SystemProfiler.start(library, interval));
      } catch (IOException e) {
        permitted = false;
        messages.accept(ONLY_TIMES + e.getMessage());
      }
    }
    if (permitted) {
      sampled.put(pids, directory.resolve(Recording.name(pids, Recording.OBJECTS)));
    } else {
      Path file = directory.resolve(Recording.name(pids, Recording.TIMES));
      begun.add(new Begun(new ServerTimes(pids, file)::close, file));
    }
  }

  /** A run is profiled no longer; after the last one all is written. */
  void end() {
    runs--;
    if (runs > 0) {
      return;
    }
    boolean wasSet = !known.isEmpty() && clock.wasSet();
    system.ifPresent(profiler -> end(profiler, wasSet));
    system = Optional.empty();
    sampled.clear();
    for (Begun each : begun) {
      try {
        each.ending.close();
        if (wasSet) {
          Files.deleteIfExists(each.file);
        }
      } catch (IOException e) {
        messages.accept(NOT_BROKEN_DOWN + e.getMessage());
      }
    }
    if (wasSet) {
      messages.accept(NOT_BROKEN_DOWN + WallClock.WAS_SET);
    }
    begun.clear();
    known.clear();
  }

  private void end(SystemProfiler profiler, boolean wasSet) {
    try (profiler) {
      Set<Long> pids = sampled.keySet().stream().flatMap(List::stream).collect(Collectors.toSet());
      List<Sample> samples = profiler.stop(pids);
      if (!wasSet) {
        for (Map.Entry<List<Long>, Path> each : sampled.entrySet()) {
          ServerObjects.write(each.getValue(), samples, Set.copyOf(each.getKey()));
        }
      }
    } catch (IOException e) {
      messages.accept(NOT_BROKEN_DOWN + e.getMessage());
    }
  }
}
