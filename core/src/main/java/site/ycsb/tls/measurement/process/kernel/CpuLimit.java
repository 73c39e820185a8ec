package site.ycsb.tls.measurement.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CPU limit of the control group of this process, such as that of a container, a pod or a
 * service, or of a group above it. A group that has used up its time stands still for the rest of
 * the period, 100 ms by default. Adds up the periods in which that happened while something was
 * measured, as Linux counts them itself, in either version of control groups. Where there is no
 * limit, or it cannot be seen, it never happened. Not thread-safe.
 */
public final class CpuLimit {
  private static final Path GROUPS = Path.of("/proc/self/cgroup");
  private static final Path MOUNTS = Path.of("/sys/fs/cgroup");

  /** Number, controllers (none in version 2), and path: cgroups(7). */
  private static final Pattern GROUP = Pattern.compile("[0-9]+:((?:[^:]*,)?cpu(?:,[^:]*)?|):/(.*)");

  private static final Pattern STOPS =
      Pattern.compile("^nr_throttled ([0-9]+)$", Pattern.MULTILINE);

  private final List<Path> files = new ArrayList<>();
  private long atBegin;
  private long stops;

  /** Of this process. */
  public CpuLimit() {
    this(GROUPS, MOUNTS);
  }

  /**
   * @param groups the file that names the groups of a process
   * @param mounts the folder of all groups
   */
  CpuLimit(Path groups, Path mounts) {
    try {
      for (String line : Files.readAllLines(groups)) {
        Matcher group = GROUP.matcher(line);
        if (group.matches()) {
          // In version 1 a link, if several controllers share a folder, in whichever order.
          Path top = mounts.resolve(group.group(1).isEmpty() ? "" : "cpu");
          addUpTo(top, top.resolve(group.group(2)).normalize());
        }
      }
    } catch (IOException | InvalidPathException e) {
      // Not Linux, or a name that this JVM cannot read: unknown.
    }
  }

  /** A container may see its own group only, as the top one. */
  private void addUpTo(Path top, Path own) {
    for (Path group = own; group != null && group.startsWith(top); group = group.getParent()) {
      Path file = group.resolve("cpu.stat");
      if (Files.isReadable(file)) {
        files.add(file);
      }
    }
  }

  /** A period of time begins that counts. */
  public void begin() {
    atBegin = now();
  }

  /** It ends. */
  public void end() {
    stops += Math.max(0, now() - atBegin);
  }

  /** That something was stopped in the time that counts; empty when it was not, or is unknown. */
  public Optional<String> problem() {
    return stops == 0
        ? Optional.empty()
        : Optional.of(
            "the CPU limit of this container, pod or service stopped it in %d periods while it was measured (nr_throttled of its control group): throughput and latencies are those of the limit; run it without one"
                .formatted(stops));
  }

  private long now() {
    return files.stream().mapToLong(CpuLimit::read).sum();
  }

  private static long read(Path file) {
    try {
      Matcher found = STOPS.matcher(Files.readString(file));
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    } catch (IOException e) {
      return 0; // It is gone.
    }
  }
}
