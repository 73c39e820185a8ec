package site.ycsb.tls.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

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

  /** As a process of another container does, which sees none with our number. */
  @Test
  void whatIsTakenAwayMeanwhileIsWrittenAgain() throws Exception {
    Path file = directory.resolve("index.html");
    Path unfinished = WholeFile.unfinished(file, ProcessHandle.current().pid());
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              while (!ended.get() && !unfinished.toFile().delete()) {
                Thread.onSpinWait();
              }
            });
    byte[] content = new byte[1 << 20];
    try {
      WholeFile.write(file, content);
    } finally {
      ended.set(true);
      other.join();
    }

    assertThat(file).hasBinaryContent(content);
  }

  @Test
  @Needs(Requirement.LINUX)
  void ofAFullDiskTheFileIsTold() throws Exception {
    Path file = Files.writeString(directory.resolve("index.html"), "earlier");
    Files.createSymbolicLink(
        WholeFile.unfinished(file, ProcessHandle.current().pid()), Path.of("/dev/full"));

    assertThatThrownBy(() -> WholeFile.write(file, "ours".getBytes(UTF_8)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(file + ": ");
    assertThat(file).hasContent("earlier");
  }

  /** Two processes cannot write in one place. */
  @Test
  void eachProcessWritesInAPlaceOfItsOwn() {
    Path file = directory.resolve("index.html");

    assertThat(WholeFile.unfinished(file, 4711)).isNotEqualTo(WholeFile.unfinished(file, 4712));
  }
}
