package site.ycsb.tls.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import site.ycsb.generator.HistogramGenerator;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * The file of {@code fieldlengthhistogram}, in upstream's form: {@code BlockSize}, a tab and the
 * size of a block, bytes; then for each block its number, a tab and its count. Upstream needs a
 * line for each number from 0 on; here those without one have none.
 */
final class FieldLengthHistogram {
  /** A longer field is a typing error. */
  private static final long LONGEST = 1L << 30;

  private static final int MOST_BLOCKS = 1_000_000;

  private FieldLengthHistogram() {}

  /**
   * Upstream's generator of the lengths in the file.
   *
   * @throws UsageException when it cannot be read or has another form; the message names the line
   */
  static NumberGenerator read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      int blockSize = 0;
      Map<Integer, Long> blocks = new TreeMap<>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).replace("\uFEFF", "").strip();
        if (line.isEmpty()) {
          continue;
        }
        String[] words = line.split("\\s+");
        if (words[0].equals("BlockSize")) {
          blockSize = (int) number(words, 1, LONGEST, file, i);
        } else {
          int block = (int) number(words, 0, MOST_BLOCKS, file, i);
          blocks.merge(block, number(words, 1, Integer.MAX_VALUE, file, i), Long::sum);
        }
      }
      return of(blockSize, blocks, file);
    } catch (NoSuchFileException e) {
      throw refused(file, "no such file, or unreadable", e);
    } catch (IOException e) {
      throw refused(file, "it cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static NumberGenerator of(int blockSize, Map<Integer, Long> blocks, Path file) {
    int last = blocks.keySet().stream().reduce(0, Math::max);
    long[] counts = new long[last + 1];
    blocks.forEach((block, count) -> counts[block] = count);
    long all = Arrays.stream(counts).sum();
    if (blockSize < 1 || all < 1 || all > Integer.MAX_VALUE || (last + 1L) * blockSize > LONGEST) {
      throw refused(
          file,
          "expected a line 'BlockSize' with at least 1, and lines with a block's number and its count, together 1 to 2^31 - 1, of fields up to 1 GiB",
          null);
    }
    return new HistogramGenerator(counts, blockSize);
  }

  private static long number(String[] words, int at, long most, Path file, int line) {
    String word = words.length == 2 ? words[at] : "";
    long number = word.matches("[0-9]{1,18}") ? Long.parseLong(word) : Long.MAX_VALUE;
    if (number > most) {
      throw refused(
          file,
          "line %d: expected 'BlockSize', a tab and a size, or a block's number, a tab and its count"
              .formatted(line + 1),
          null);
    }
    return number;
  }

  private static UsageException refused(Path file, String why, Exception cause) {
    return new UsageException(
        "%s=%s: %s".formatted(WorkloadProperties.FIELDLENGTHHISTOGRAM, file, why), cause);
  }
}
