package site.ycsb.tls.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFileTest {
  @TempDir Path directory;
  private Path file;
  private Path compressed;

  private record Content(int format, String name) {}

  @BeforeEach
  void places() {
    file = directory.resolve("content.json");
    compressed = directory.resolve("content.json.gz");
  }

  @Test
  void readsTheFileOrTheCompressedOne() throws IOException {
    Content content = new Content(1, "as it was written");
    Files.write(compressed, gzip(JsonFile.text(content)));
    assertThat(JsonFile.exists(file)).isTrue();
    assertThat(read()).isEqualTo(content);

    JsonFile.write(file, new Content(1, "newer"));
    assertThat(read()).isEqualTo(new Content(1, "newer"));
  }

  @Test
  void aFileThatIsNotThere() {
    assertThat(JsonFile.exists(file)).isFalse();
    assertThatThrownBy(this::read)
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file.toString());
  }

  @Test
  void compressedAndCutOffAfterEachByte() throws IOException {
    byte[] whole = gzip(JsonFile.text(new Content(1, "as it was written")));
    for (int length = 0; length < whole.length; length++) {
      Files.write(compressed, Arrays.copyOf(whole, length));
      assertThatThrownBy(this::read)
          .as("cut off after %d bytes", length)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("content.json")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void notCompressedThoughItsNameSaysSo() throws IOException {
    Files.writeString(compressed, JsonFile.text(new Content(1, "plain")));
    assertThatThrownBy(this::read).hasMessageStartingWith(compressed + " is damaged: ");
  }

  private Content read() throws IOException {
    return JsonFile.read(file, Content.class, 1);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
