package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplanationFilesTest {
  @TempDir private Path directory;

  /** Or what was killed between two of them would never be finished. */
  @Test
  void isCompleteWithTheStacksOfAllVariants() throws Exception {
    FabricatedExplanation.in(directory, 4, 4);
    ExplanationFiles files = ExplanationFiles.in(directory);
    CollapsedStacks stacks = new CollapsedStacks(Map.of("a", 1L));

    stacks.write(files.path().resolve("plain.client.collapsed"));
    assertThat(files.isComplete()).isFalse();
    stacks.write(files.path().resolve("tls.client.collapsed"));
    assertThat(files.isComplete()).isTrue();
  }
}
