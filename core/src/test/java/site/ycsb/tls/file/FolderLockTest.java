package site.ycsb.tls.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir private Path folder;

  /** Takes the lock, if nobody has it, and says whether it did. */
  static final class AnotherProcess {
    private AnotherProcess() {}

    public static void main(String[] args) throws IOException {
      System.out.print(FolderLock.take(Path.of(args[0])).isPresent());
    }
  }

  @Test
  void anAttemptOfTheProcessThatHasItLetsNobodyIn() throws Exception {
    Path file = folder.resolve("a.lock");
    try (FolderLock ignored = FolderLock.take(file).orElseThrow()) {
      assertThat(FolderLock.take(file)).isEmpty();
      assertThat(FolderLock.take(folder.resolve("../" + folder.getFileName() + "/a.lock")))
          .isEmpty();
      assertThat(isTakenByAnother(file)).isFalse();
    }

    assertThat(isTakenByAnother(file)).isTrue();
    FolderLock.take(file).orElseThrow().close();
  }

  private static boolean isTakenByAnother(Path file) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AnotherProcess.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return Boolean.parseBoolean(said);
  }
}
