package site.ycsb.tls.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {
  @TempDir Path folder;

  @Test
  void aFileIsNamedWithWhatIsWrongWithIt() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Path missing = folder.resolve("missing");

    assertThat(inWords(() -> Files.readString(missing)))
        .isEqualTo(missing + ": no such file or folder");
    assertThat(inWords(() -> Files.createFile(file)))
        .isEqualTo(file + ": there is a file of this name already");
    assertThat(inWords(() -> Files.newDirectoryStream(file)))
        .isEqualTo(file + ": it is not a folder");
    assertThat(inWords(() -> Files.delete(folder))).isEqualTo(folder + ": the folder is not empty");
    assertThat(FileFailure.inWords(new FileSystemException("file", null, "No space left")))
        .isEqualTo("file: No space left");
  }

  @Test
  void otherFailuresSayItThemselves() {
    assertThat(FileFailure.inWords(new IOException("the server does not start")))
        .isEqualTo("the server does not start");
  }

  private static String inWords(ThrowingCallable action) {
    return FileFailure.inWords((Exception) catchThrowable(action));
  }
}
