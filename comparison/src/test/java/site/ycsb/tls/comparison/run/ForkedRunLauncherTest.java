package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkedRunLauncherTest {

  /** As a child writes it whose locale has ISO 8859-1. */
  @Test
  void theReasonOfARunIsToldWhateverItsLettersAre(@TempDir Path directory) throws Exception {
    Path stderr =
        Files.write(
            directory.resolve("stderr.txt"),
            "5 \u00b5s\nycsb: f\u00fcr nichts\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(ForkedRunLauncher.message(1, Optional.empty(), stderr)).isEqualTo("f\uFFFDr nichts");
  }
}
