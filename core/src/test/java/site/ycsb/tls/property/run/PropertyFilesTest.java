package site.ycsb.tls.property.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

class PropertyFilesTest {
  @TempDir Path directory;

  private Map<String, String> read(String text, Charset charset) throws Exception {
    Path file = directory.resolve("workload");
    Files.writeString(file, text, charset);
    Map<String, String> properties = new TreeMap<>();
    PropertyFiles.read(file, properties);
    return properties;
  }

  @Test
  void readsBothEncodingsThatFilesOfPropertiesHave() throws Exception {
    for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1}) {
      assertThat(read("# für später\r\ntable=Bücher\r\n", charset))
          .as(charset.name())
          .containsExactly(Map.entry("table", "Bücher"));
    }
  }

  @Test
  void readsALineOfAMegabyte() throws Exception {
    String value = "x".repeat(1 << 20);
    assertThat(read("table=" + value + "\nfieldcount=1\n", StandardCharsets.UTF_8))
        .containsEntry("table", value)
        .containsEntry("fieldcount", "1");
  }

  @Test
  void refusesWhatIsNoText() {
    assertThatThrownBy(() -> read("table=a\0b\n", StandardCharsets.UTF_8))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("workload: cannot be read (it contains NUL characters")
        .hasMessageEndingWith("such as workloads/workloada");
    assertThatThrownBy(() -> read("table=1\n", StandardCharsets.UTF_16BE))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("NUL characters");
    assertThatThrownBy(() -> read("table=\\u12\n", StandardCharsets.UTF_8))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> PropertyFiles.read(directory, new TreeMap<>()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void byteOrderMarkIsNoPartOfTheFirstName(String encoding, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("notepad.wl");
    Files.write(file, "\uFEFFrecordcount=1000\r\ntable=grün\r\n".getBytes(encoding));
    Map<String, String> read = new TreeMap<>();

    PropertyFiles.read(file, read);

    assertThat(read).containsOnly(Map.entry("recordcount", "1000"), Map.entry("table", "grün"));
  }
}
