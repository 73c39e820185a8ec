package site.ycsb.tls.measurement.process.kernel;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process as the kernel describes it in {@code /proc/PID/stat} (proc_pid_stat(5)).
 *
 * @param pid its number
 * @param name the first 15 characters of its name
 * @param parent number of its parent; 1, or that of a subreaper, when the parent has ended
 * @param startTicks when it began, in units of 1/100 s since the machine began
 * @param nanos CPU time of all its threads, those that have ended too, in steps of 10 ms
 * @param endedNanos CPU time of its descendants that have ended and were waited for, in steps of 10
 *     ms
 */
public record ProcessStat(
    long pid, String name, long parent, long startTicks, long nanos, long endedNanos) {
  /** USER_HZ is 100 on all Linux that Java runs on: time(7). */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** A name may have blanks and brackets. */
  private static final Pattern FORM = Pattern.compile("([0-9]+) \\((.*)\\) (.*)", Pattern.DOTALL);

  /** Of the process with that number; empty when there is none, or it may not be read. */
  public static Optional<ProcessStat> of(long pid) {
    return KernelFile.read(Path.of("/proc", Long.toString(pid), "stat"))
        .flatMap(ProcessStat::parse);
  }

  /** Reads the line; empty when it is none. */
  public static Optional<ProcessStat> parse(String line) {
    Matcher form = FORM.matcher(line.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    // From the third field on: state, parent, …
    String[] rest = form.group(3).split(" ", -1);
    try {
      return Optional.of(
          new ProcessStat(
              Long.parseLong(form.group(1)),
              form.group(2),
              Long.parseLong(rest[1]),
              Long.parseLong(rest[19]),
              ticks(rest[11]) + ticks(rest[12]),
              ticks(rest[13]) + ticks(rest[14])));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long ticks(String field) {
    return Long.parseLong(field) * NANOS_PER_TICK;
  }

  /** Whether it is this process, and not a later one of the same number. */
  public boolean isSame(ProcessStat other) {
    return pid == other.pid && startTicks == other.startTicks;
  }
}
