package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.tls.property.UsageException;

class FieldLengthHistogramTest {
  @TempDir private Path directory;

  @Test
  void blocksWithoutALineHaveNone() throws IOException {
    NumberGenerator lengths = read("BlockSize\t10\n0\t5\n1\t3\n2\t2\n10\t1\n");

    Set<Long> drawn = new TreeSet<>();
    for (int i = 0; i < 5000; i++) {
      drawn.add(lengths.nextValue().longValue());
    }
    assertThat(drawn).contains(10L, 20L, 30L).allSatisfy(n -> assertThat(n).isBetween(10L, 100L));
    assertThat(lengths.mean()).isEqualTo(10.0 * (3 + 2 * 2 + 10) / 11);
  }

  @Test
  void linesMayBeInAnyOrderAndFromWindows() throws IOException {
    assertThat(read("\uFEFF3\t1\r\nBlockSize\t7\r\n\r\n0\t1\r\n").mean()).isEqualTo(7.0 * 3 / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "BlockSize\t10",
        "0\t5",
        "BlockSize\t10\n0\t-5",
        "BlockSize\t10\n0",
        "BlockSize",
        "BlockSize\t10\n0\tmany",
        "BlockSize\t10\n0\t0",
        "BlockSize\t10\n4000000000\t1",
        "BlockSize\t100000000\n999\t1",
        "BlockSize\t1\n0\t2147483647\n1\t2147483647"
      })
  void damagedFilesAreRefusedInOneLine(String content) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("fieldlengthhistogram=")
        .hasMessageContaining("expected")
        .hasMessageNotContaining("\n");
  }

  private NumberGenerator read(String content) throws IOException {
    return FieldLengthHistogram.read(Files.writeString(directory.resolve("hist.txt"), content));
  }
}
