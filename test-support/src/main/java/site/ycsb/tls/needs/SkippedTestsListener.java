package site.ycsb.tls.needs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down which tests of a module were skipped, and why: a file for each class in {@code
 * target/skipped-tests}, with a line {@code NUMBER<tab>REASON} for each skipped class or test.
 *
 * <p>A class that is skipped counts all its tests; a parameterized test counts once. JUnit finds
 * this listener by itself. Each process that runs tests writes files of its own classes only.
 */
public final class SkippedTestsListener implements TestExecutionListener {
  /** In the folder of a module. */
  static final Path FOLDER = Path.of("target", "skipped-tests");

  private final Path folder;
  private TestPlan plan;

  /** For JUnit: the module is the working directory. */
  public SkippedTestsListener() {
    this(FOLDER);
  }

  SkippedTestsListener(Path folder) {
    this.folder = folder;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  /** What an earlier build wrote of this class is no longer true. */
  @Override
  public void executionStarted(TestIdentifier identifier) {
    if (identifier.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      try {
        Files.deleteIfExists(file(identifier));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    executionStarted(identifier);
    String line = "%d\t%s\n".formatted(tests(identifier), reason.replaceAll("\\s+", " "));
    try {
      Files.createDirectories(folder);
      Files.writeString(
          file(identifier),
          line,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many tests are below this, itself included: what has nothing below it. */
  private long tests(TestIdentifier identifier) {
    return Math.max(
        1,
        plan.getDescendants(identifier).stream()
            .filter(each -> plan.getChildren(each).isEmpty())
            .count());
  }

  private Path file(TestIdentifier identifier) {
    Optional<TestSource> source = identifier.getSource();
    String name =
        source
            .filter(MethodSource.class::isInstance)
            .map(method -> ((MethodSource) method).getClassName())
            .or(
                () ->
                    source
                        .filter(ClassSource.class::isInstance)
                        .map(type -> ((ClassSource) type).getClassName()))
            .orElse("other");
    return folder.resolve(name + ".txt");
  }
}
