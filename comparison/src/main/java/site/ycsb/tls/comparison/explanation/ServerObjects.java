package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.profiler.SystemProfiler.Sample;

/**
 * What servers' processes executed, by program and library: for servers that no profiler looks
 * into, where the kernel permits it. A stack has one frame.
 */
final class ServerObjects {
  /** In front of the name of a file that was executed. */
  static final String OBJECT = "[object ";

  private static final String END = "]";

  private ServerObjects() {}

  /**
   * Writes the samples of some processes.
   *
   * @param roots the processes; those of others are left out
   */
  static void write(Path file, Collection<Sample> samples, Set<Long> roots) throws IOException {
    WholeFile.write(
        file,
        samples.stream()
            .filter(sample -> roots.contains(sample.root()))
            .map(sample -> sample.at() + "," + sample.object() + "\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The samples in given times.
   *
   * @param times that do not overlap
   * @throws IOException when the file is not there, or damaged
   */
  static <T> Map<T, CollapsedStacks> read(Path file, Collection<Time<T>> times) throws IOException {
    SampleCounts<T> counts = new SampleCounts<>(times);
    for (String line : Files.readAllLines(file)) {
      int comma = line.indexOf(',');
      try {
        counts.add(
            Long.parseLong(line.substring(0, comma)), () -> stack(line.substring(comma + 1)));
      } catch (IndexOutOfBoundsException | NumberFormatException e) {
        throw new IOException(
            "%s is damaged: expected a time and what was executed, found: %s".formatted(file, line),
            e);
      }
    }
    return counts.stacks();
  }

  private static String stack(String object) {
    return switch (object) {
      case Sample.KERNEL -> ServerTimes.SYSTEM;
      case Sample.UNKNOWN -> "[" + Sample.UNKNOWN + END;
      default -> OBJECT + object.replaceAll("[;\\s]+", " ") + END;
    };
  }
}
