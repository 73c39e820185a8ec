package site.ycsb.tls.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SliceFileTest {
  @TempDir private Path directory;

  @Test
  void readsWhatItWrote() throws Exception {
    SliceReport known =
        new SliceReport(
            Order.Kind.MEASURE, 0.1, 500, 1, 40_000_000, 2_000, 30_000_000, 17, 42, null);
    SliceReport unknown = new SliceReport(Order.Kind.MEASURE, 0.2, 7, 0, 1, 0, -1, 43, 44, null);
    SliceFile file = new SliceFile(Map.of("plain", List.of(known, unknown), "tls", List.of(known)));
    Path path = directory.resolve(SliceFile.NAME);
    file.write(path);
    assertThat(SliceFile.read(path)).isEqualTo(file);
  }

  @Test
  void readsFilesOfEarlierVersionsWhichHaveNoTimes() throws Exception {
    Path path =
        write(
            "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns",
            "plain,1,0.100178233,1571,0,59018386,,28154");
    assertThat(SliceFile.read(path).slices().get("plain"))
        .containsExactly(
            new SliceReport(
                Order.Kind.MEASURE, 0.100178233, 1571, 0, 59_018_386, 28_154, -1, 0, 0, null));
  }

  @Test
  void saysWhichLineIsDamaged() throws Exception {
    Path shortened =
        write(
            "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns",
            "plain,1,0.1001");
    assertThatThrownBy(() -> SliceFile.read(shortened))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("slices.csv is damaged")
        .hasMessageContaining("plain,1,0.1001");
    for (String header : List.of("a,b", "", "variant,round,seconds")) {
      Path other = write(header);
      assertThatThrownBy(() -> SliceFile.read(other)).hasMessageContaining("first line");
    }
  }

  @Test
  void aFileThatLacksARoundIsDamaged() throws Exception {
    Path path =
        write(
            "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns",
            "plain,1,0.1,15,0,590,,28",
            "tls,1,0.1,15,0,590,,28",
            "plain,3,0.1,15,0,590,,28");
    assertThatThrownBy(() -> SliceFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("slices.csv is damaged: not a slice: plain,3,0.1,15,0,590,,28");
  }

  private Path write(String... lines) throws IOException {
    return Files.write(directory.resolve(SliceFile.NAME), List.of(lines));
  }
}
