package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.file.WholeFile;

class CollapsedStacksTest {
  @TempDir private Path directory;

  @Test
  void readsWhatItWroteInTheFormOfOtherTools() throws Exception {
    CollapsedStacks stacks =
        new CollapsedStacks(Map.of("a;operator new b", 3L, "a", 1L, "a;c.d;e", 2L));
    Path file = directory.resolve("stacks.collapsed");
    stacks.write(file);
    assertThat(file).hasContent("a 1\na;c.d;e 2\na;operator new b 3");
    assertThat(CollapsedStacks.read(file)).isEqualTo(stacks);
    assertThat(stacks.count()).isEqualTo(6);
  }

  /** A part of it would be read as a profile of other shares. */
  @Test
  void aFileThatCannotBeWrittenIsAsItWas() throws Exception {
    Path file = directory.resolve("stacks.collapsed");
    CollapsedStacks before = new CollapsedStacks(Map.of("a", 1L, "b", 2L));
    before.write(file);
    // Where it is written before it has its name.
    Files.createDirectories(
        WholeFile.unfinished(file, ProcessHandle.current().pid()).resolve("occupied"));

    assertThatThrownBy(() -> new CollapsedStacks(Map.of("a", 5L)).write(file))
        .isInstanceOf(IOException.class);
    assertThat(CollapsedStacks.read(file)).isEqualTo(before);
  }

  @Test
  void addsUp() {
    CollapsedStacks one = new CollapsedStacks(Map.of("a", 1L, "b", 2L));
    assertThat(CollapsedStacks.sum(List.of(one, one, new CollapsedStacks(Map.of("c", 5L)))))
        .isEqualTo(new CollapsedStacks(Map.of("a", 2L, "b", 4L, "c", 5L)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-count", "a;b x", "a ", " "})
  void namesADamagedLine(String line) throws Exception {
    Path file = Files.writeString(directory.resolve("damaged.collapsed"), line + "\n");
    assertThatThrownBy(() -> CollapsedStacks.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged.collapsed is damaged");
  }
}
