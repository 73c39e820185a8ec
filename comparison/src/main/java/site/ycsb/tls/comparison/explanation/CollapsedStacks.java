package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import site.ycsb.tls.file.WholeFile;

/**
 * Stacks and how often each was seen, in the form that tools for flame graphs read: the frames from
 * the root to the leaf with semicolons between, and the number of samples.
 *
 * @param samples by stack; each at least 1
 */
public record CollapsedStacks(Map<String, Long> samples) {
  private static final String BETWEEN = ";";

  public CollapsedStacks {
    samples = Collections.unmodifiableMap(new TreeMap<>(samples));
  }

  /** Those of all together. */
  public static CollapsedStacks sum(Collection<CollapsedStacks> parts) {
    Map<String, Long> sum = new TreeMap<>();
    parts.forEach(
        part -> part.samples.forEach((stack, count) -> sum.merge(stack, count, Long::sum)));
    return new CollapsedStacks(sum);
  }

  /**
   * Reads a file.
   *
   * @throws IOException when it is not there, or a line is no stack
   */
  public static CollapsedStacks read(Path file) throws IOException {
    Map<String, Long> samples = new TreeMap<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      int blank = line.lastIndexOf(' ');
      try {
        samples.merge(
            line.substring(0, blank), Long.parseLong(line.substring(blank + 1)), Long::sum);
      } catch (IndexOutOfBoundsException | NumberFormatException e) {
        throw new IOException(
            "%s is damaged: expected frames and a number of samples, found: %s"
                .formatted(file, line),
            e);
      }
    }
    return new CollapsedStacks(samples);
  }

  /**
   * Writes the file, or leaves the one that is there as it was: a part of it would be a profile of
   * other shares.
   */
  public void write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    samples.forEach((stack, count) -> lines.append(stack).append(' ').append(count).append('\n'));
    WholeFile.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** A stack of these frames, from the root to the leaf. */
  static String stack(List<String> frames) {
    return String.join(BETWEEN, frames);
  }

  /** The frames of a stack, from the root to the leaf. */
  static List<String> frames(String stack) {
    return Arrays.asList(stack.split(BETWEEN, -1));
  }

  /** Number of all samples. */
  public long count() {
    return samples.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Only the stacks that satisfy the condition. */
  public CollapsedStacks only(Predicate<String> condition) {
    Map<String, Long> some = new TreeMap<>(samples);
    some.keySet().removeIf(condition.negate());
    return new CollapsedStacks(some);
  }
}
