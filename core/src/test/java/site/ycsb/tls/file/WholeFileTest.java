package site.ycsb.tls.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
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

  /** As two comparisons of one program do with the index of their folder. */
  @Test
  void whatThreadsWriteAtOnceIsOfOneOfThem() {
    Path file = directory.resolve("index.html");
    List<CompletableFuture<Void>> writers =
        Stream.of("a", "b", "c", "d")
            .map(letter -> CompletableFuture.runAsync(() -> writeOften(file, letter)))
            .toList();

    writers.forEach(CompletableFuture::join);

    assertThat(directory).isDirectoryNotContaining(each -> !each.equals(file));
  }

  /** Each letter has a length of its own. */
  private static void writeOften(Path file, String letter) {
    try {
      for (int i = 0; i < 25; i++) {
        WholeFile.write(file, letter.repeat(1_000 * letter.charAt(0)).getBytes(UTF_8));
        String read = Files.readString(file);
        char first = read.charAt(0);
        assertThat(read.equals(String.valueOf(first).repeat(1_000 * first))).isTrue();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
