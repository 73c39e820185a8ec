package site.ycsb.tls.compare;

import java.io.IOException;
import java.nio.file.Path;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.result.ComparisonResult;

/**
 * The directory of a comparison: {@code comparison.json} and {@code runs/}. One process has it open
 * at a time. Not thread-safe.
 */
public final class ComparisonDirectory implements AutoCloseable {
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
   * @param secrets which properties must not be stored
   * @throws site.ycsb.tls.option.UsageException when the directory holds something else, or another
   *     plan; the message says what differs
   */
  public static ComparisonDirectory open(
      Path path, ComparisonPlan plan, String command, Secrets secrets) throws IOException {
    return new ComparisonDirectory(path);
  }

  /** What a directory holds. */
  public static ComparisonResult read(Path path) throws IOException {
    throw new UnsupportedOperationException("TODO");
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {}
}
