package site.ycsb.tls.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir private Path directory;

  /** As two comparisons write the index of their folder, when they end at the same time. */
  @Test
  void whatAnotherProcessWritesStaysUntilThatIsKilled() throws Exception {
    Path file = directory.resolve("index.html");
    Process other = new ProcessBuilder("cat").start();
    Path others =
        Files.writeString(WholeFile.unfinished(file, other.pid()), "a part of another one");
    try {
      WholeFile.write(file, "ours".getBytes(UTF_8));

      assertThat(file).hasContent("ours");
      assertThat(others).hasContent("a part of another one");
    } finally {
      other.destroyForcibly().waitFor();
    }

    WholeFile.write(file, "ours again".getBytes(UTF_8));

    assertThat(file).hasContent("ours again");
    assertThat(directory).isDirectoryNotContaining(each -> !each.equals(file));
  }

  /** Two processes cannot write in one place. */
  @Test
  void eachProcessWritesInAPlaceOfItsOwn() {
    Path file = directory.resolve("index.html");

    assertThat(WholeFile.unfinished(file, 4711)).isNotEqualTo(WholeFile.unfinished(file, 4712));
  }
}
