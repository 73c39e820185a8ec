package site.ycsb.tls.needs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

  /** A comment of Javadoc that has lost its declaration: javac warns of it from Java 23 on. */
  private static final Pattern TWO_DOC_COMMENTS = Pattern.compile("\\*/\\s*\n\\s*/\\*\\*");

  @Test
  void skipATestByNeedsOnly() throws Exception {
    for (Path source : sources()) {
      assertThat(OTHER_WAYS_TO_SKIP.matcher(Files.readString(source)).results())
          .as("%s: use @Needs, and for what is new a Requirement", source)
          .isEmpty();
    }
  }

  @Test
  void describeADeclarationByEachDocComment() throws Exception {
    for (Path source : sources()) {
      assertThat(TWO_DOC_COMMENTS.matcher(Files.readString(source)).results())
          .as("%s: two comments of Javadoc in a row", source)
          .isEmpty();
    }
  }

  private static List<Path> sources() throws IOException {
    Path project = Path.of("..").toRealPath();
    try (Stream<Path> files = Files.walk(project)) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(file -> !file.endsWith("SourcesTest.java"))
              .toList();
      assertThat(sources).as("sources below " + project).hasSizeGreaterThan(500);
      return sources;
    }
  }
}
