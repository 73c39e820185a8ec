package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.property.UsageException;

class ResultsDirectoryTest {
  @Test
  void commandsThatBeginInTheSameSecondHaveFoldersOfTheirOwn() {
    assertThat(ResultsDirectory.ofThisProcess("agent").toString())
        .matches("results/\\d{8}-\\d{6}-agent-" + ProcessHandle.current().pid());
  }

  @Test
  void aFileIsRefusedWithWhatToDo(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "kept");

    assertThatThrownBy(() -> ResultsDirectory.requireNoFile(file))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "%s cannot be written (%s: it is not a folder); give another directory with --out",
            file, file);
    assertThat(file).hasContent("kept");
  }

  /** As one that belongs to another user, which root would not be refused. */
  @Test
  void oneThatCannotBeMadeIsRefusedWithWhatToDo(@TempDir Path directory) throws Exception {
    Path below = Files.createFile(directory.resolve("file")).resolve("results");

    assertThatThrownBy(() -> FabricatedComparison.of(below, Schedule.wholeRuns(1)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(below + " cannot be written (")
        .hasMessageEndingWith("); give another directory with --out");
  }
}
