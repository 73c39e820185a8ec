package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.slice.SliceReport;

/**
 * User and system time of processes and their descendants on this machine, read again and again
 * until this is closed: for servers that no profiler looks into. The kernel tells both in steps of
 * 10 ms, and their sum is exact over many slices.
 */
final class ServerTimes implements AutoCloseable {
  /** The stack of a process's own code. */
  static final String USER = "[user]";

  /** The stack of the kernel's code on its behalf. */
  static final String SYSTEM = "[system]";

  private static final long BETWEEN_READINGS_MILLIS = 10;

  /** Descendants are looked for so seldom: the list of all processes takes a millisecond. */
  private static final int READINGS_BETWEEN_LISTS = 100;

  private final List<Long> roots;
  private final Path file;
  private final Thread thread;
  private final List<Reading> readings = new ArrayList<>();
  private volatile boolean closing;

  /**
   * What all processes had used.
   *
   * @param began ns since 1970
   * @param ended likewise
   * @param user in steps of the kernel
   * @param system likewise
   */
  private record Reading(long began, long ended, long user, long system) {
    static Reading parse(String line) {
      long[] cells = Stream.of(line.split(",", -1)).mapToLong(Long::parseLong).toArray();
      return new Reading(cells[0], cells[1], cells[2], cells[3]);
    }

    String line() {
      return "%d,%d,%d,%d\n".formatted(began, ended, user, system);
    }
  }

  /**
   * Begins to read.
   *
   * @param file where the readings are written in the end
   */
  ServerTimes(List<Long> pids, Path file) {
    this.roots = List.copyOf(pids);
    this.file = file;
    this.thread = DaemonThread.start("server times", this::read);
  }

  private void read() {
    Set<Long> pids = new LinkedHashSet<>(roots);
    boolean last = false;
    for (int i = 0; !last; i++) {
      // What was used until the end is in the last reading, however late this thread is.
      last = closing;
      if (i % READINGS_BETWEEN_LISTS == 0) {
        roots.stream()
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .flatMap(ProcessHandle::descendants)
            .forEach(process -> pids.add(process.pid()));
      }
      readings.add(read(pids));
      try {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_READINGS_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** A process that has ended has left its time to the one that waited for it. */
  private static Reading read(Set<Long> pids) {
    long user = 0;
    long system = 0;
    Instant began = Instant.now();
    for (long pid : pids) {
      try {
        String stat =
            Files.readString(
                Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
        // proc_pid_stat(5), from the third field on: utime, stime, cutime, cstime.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        user += Long.parseLong(fields[11]) + Long.parseLong(fields[13]);
        system += Long.parseLong(fields[12]) + Long.parseLong(fields[14]);
      } catch (IOException | RuntimeException e) {
        // It has ended.
      }
    }
    return new Reading(SliceReport.time(began), SliceReport.time(Instant.now()), user, system);
  }

  /** Writes the readings. */
  @Override
  public void close() throws IOException {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    WholeFile.write(
        file,
        readings.stream()
            .map(Reading::line)
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What was used in given times, in steps of the kernel, as stacks of one frame: from the first
   * reading in a time to the last, since what is between its edge and the next reading outside may
   * be another's. A time with fewer than two readings has none.
   *
   * @throws IOException when the file is not there, or damaged
   */
  static <T> Map<T, CollapsedStacks> read(Path file, Collection<Time<T>> times) throws IOException {
    TreeMap<Long, Reading> byBegin = new TreeMap<>();
    TreeMap<Long, Reading> byEnd = new TreeMap<>();
    try {
      Files.readAllLines(file).stream()
          .map(Reading::parse)
          .forEach(
              reading -> {
                byBegin.put(reading.began, reading);
                byEnd.put(reading.ended, reading);
              });
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
    Map<T, Map<String, Long>> used = new HashMap<>();
    for (Time<T> time : times) {
      Map.Entry<Long, Reading> from = byBegin.ceilingEntry(time.from());
      Map.Entry<Long, Reading> to = byEnd.floorEntry(time.to());
      if (from != null && to != null && from.getValue().ended < to.getValue().began) {
        Map<String, Long> own = used.computeIfAbsent(time.owner(), owner -> new HashMap<>());
        own.merge(USER, to.getValue().user - from.getValue().user, Long::sum);
        own.merge(SYSTEM, to.getValue().system - from.getValue().system, Long::sum);
      }
    }
    Map<T, CollapsedStacks> stacks = new HashMap<>();
    used.forEach(
        (owner, ticks) -> {
          ticks.values().removeIf(some -> some <= 0);
          stacks.put(owner, new CollapsedStacks(ticks));
        });
    return stacks;
  }
}
