package site.ycsb.tls.measurement.process.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final Pattern STOPS =
      Pattern.compile("^nr_throttled ([0-9]+)$", Pattern.MULTILINE);

  private final List<Path> files;
  private long atBegin;
  private long stops;

  /** Of this process. */
  public CpuLimit() {
    this(ControlGroups.OWN);
  }

  CpuLimit(ControlGroups groups) {
    files =
        groups.folders("cpu").stream()
            .map(group -> group.resolve("cpu.stat"))
            .filter(Files::isReadable)
            .toList();
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
    return KernelFile.read(file)
        .map(STOPS::matcher)
        .filter(Matcher::find)
        .map(found -> Long.parseLong(found.group(1)))
        .orElse(0L);
  }
}
