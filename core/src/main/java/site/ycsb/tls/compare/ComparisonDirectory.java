package site.ycsb.tls.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The directory of a comparison: {@code comparison.json} and {@code runs/}. Not thread-safe. */
public final class ComparisonDirectory {
  private final Path path;

  private ComparisonDirectory(Path path) {
    this.path = path;
  }

  /**
   * A directory for the plan: a new one, or one that was begun with the same plan and is resumed.
   *
   * @param path may exist; then it is empty or holds a comparison with the same plan
   * @param plan what will be run
   * @param command the command line to repeat the comparison, credentials masked
   * @param mask replaces the secrets among properties, for what is stored
   * @throws site.ycsb.tls.option.UsageException when the directory holds something else, or another
   *     plan; the message says what differs
   */
  public static ComparisonDirectory open(
      Path path, ComparisonPlan plan, String command, UnaryOperator<Map<String, String>> mask)
      throws IOException {
    return new ComparisonDirectory(path);
  }

  /** What a directory holds. */
  public static ComparisonResult read(Path path) throws IOException {
    throw new UnsupportedOperationException("TODO");
  }

  public Path path() {
    return path;
  }
}
