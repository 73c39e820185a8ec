package site.ycsb.tls.needs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources of all modules. */
class SourcesTest {
  /** Ways of JUnit and AssertJ to skip a test that do not appear in the list of what is missing. */
  private static final Pattern OTHER_WAYS_TO_SKIP =
      Pattern.compile(
          "\\bAssumptions\\b|\\bassume(True|False|That|ThatCode|ThatObject|ThatThrownBy)\\(|\\bTestAbortedException\\b"
              + "|@(Disabled|Enabled)(On|If|For|\\b)");

  @Test
  void skipATestByNeedsOnly() throws Exception {
    Path project = Path.of("..").toRealPath();
    try (Stream<Path> files = Files.walk(project)) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(file -> !file.endsWith("SourcesTest.java"))
              .toList();
      assertThat(sources).as("sources below " + project).hasSizeGreaterThan(500);
      for (Path source : sources) {
        assertThat(OTHER_WAYS_TO_SKIP.matcher(Files.readString(source)).results())
            .as("%s: use @Needs, and for what is new a Requirement", project.relativize(source))
            .isEmpty();
      }
    }
  }
}
