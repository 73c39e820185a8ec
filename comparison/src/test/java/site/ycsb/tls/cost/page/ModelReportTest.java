package site.ycsb.tls.cost.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.file.WholeFile;

class ModelReportTest {
  @TempDir private Path directory;

  /** As on a full disk, or when the process is killed. */
  @Test
  void aPageThatCannotBeWrittenIsAsItWas() throws Exception {
    Path page = Files.writeString(directory.resolve("report.html"), "the last one");
    // Where it is written before it has its name.
    Files.createDirectories(
        WholeFile.unfinished(page, ProcessHandle.current().pid()).resolve("occupied"));

    assertThatThrownBy(() -> new ModelReport(KnownCosts.model(true)).writeTo(directory))
        .isInstanceOf(IOException.class);

    assertThat(page).hasContent("the last one");
  }
}
