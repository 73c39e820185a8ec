package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.profiler.Profiler;

class ExplanationFilesTest {
  private static final String SERVER = "server.collapsed";

  @TempDir private Path directory;

  /** The server of plain is idle while that of TLS, whose profiler failed, has slices. */
  @Test
  void aRunHasTheSamplesOfItsOwnServerOnly() throws Exception {
    ExplanationFiles files = explanation(run -> run.variant().equals("tls") ? "2" : "1");
    write(files, "1-0.times.csv", "0,0,0,0", "2,2,1,1", "3,3,11,6", "5,5,20,10");

    files.collapse(files.comparison().orElseThrow());

    assertThat(stacks(files, "plain"))
        .contains(new CollapsedStacks(Map.of("[user]", 10L, "[system]", 5L)));
    assertThat(stacks(files, "tls")).isEmpty();

    write(files, "2-0.times.csv", "2,2,0,0", "3,3,70,0");
    files.collapse(files.comparison().orElseThrow());
    assertThat(stacks(files, "tls")).contains(new CollapsedStacks(Map.of("[user]", 70L)));
  }

  /** Of a server of two processes one could not be looked into. */
  @Test
  void theSamplesOfOneProcessAreNotThoseOfAll() throws Exception {
    ExplanationFiles files = explanation(run -> "1,2");
    write(files, "1-0.times.csv", "2,2,0,0", "3,3,10,5");
    files.collapse(files.comparison().orElseThrow());
    assertThat(stacks(files, "tls")).isEmpty();

    write(files, "1+2-0.times.csv", "2,2,0,0", "3,3,30,0");
    for (RunRecord run : files.comparison().orElseThrow().runs()) {
      Files.deleteIfExists(servers(files, run).resolve("1-0.times.csv"));
    }
    files.collapse(files.comparison().orElseThrow());
    assertThat(stacks(files, "tls")).contains(new CollapsedStacks(Map.of("[user]", 30L)));
  }

  /** Without stacks of servers, and with the processes of each run's server. */
  private ExplanationFiles explanation(Function<RunRecord, String> pidsOf) throws Exception {
    FabricatedExplanation.in(directory, 4, 4);
    ExplanationFiles files = ExplanationFiles.in(directory);
    for (RunRecord run : files.comparison().orElseThrow().runs()) {
      Path folder = files.path().resolve(run.place().directory());
      Files.delete(folder.resolve(SERVER));
      RunRequest request =
          new RunRequest(
              Phase.TRANSACTIONS, "fake", Map.of("server.pid", pidsOf.apply(run)), folder);
      RunResultFile.write(
          new FabricatedRuns(0, 0).result(request), folder.resolve(RunResultFile.NAME));
    }
    return files;
  }

  /** In another block all of them could be looked into. */
  @Test
  void theProcessesOfAnotherBlockAreNoneOfThisOne() throws Exception {
    ExplanationFiles files = explanation(run -> "1,2");
    write(files, "1-0.times.csv", "2,2,0,0", "3,3,10,5");
    write(files, "2-0.times.csv", "2,2,0,0", "3,3,20,0");
    RunRecord first = files.comparison().orElseThrow().runs().get(0);
    Files.delete(servers(files, first).resolve("2-0.times.csv"));

    files.collapse(files.comparison().orElseThrow());

    assertThat(files.stacks(first, Side.SERVER)).isEmpty();
    assertThat(files.comparison().orElseThrow().runs())
        .filteredOn(run -> run.block() != first.block())
        .isNotEmpty()
        .allSatisfy(
            run ->
                assertThat(files.stacks(run, Side.SERVER))
                    .contains(new CollapsedStacks(Map.of("[user]", 30L, "[system]", 5L))));
  }

  /** In each block. */
  private static void write(ExplanationFiles files, String name, String... lines)
      throws IOException {
    for (RunRecord run : files.comparison().orElseThrow().runs()) {
      Files.write(Files.createDirectories(servers(files, run)).resolve(name), List.of(lines));
    }
  }

  private static Path servers(ExplanationFiles files, RunRecord run) {
    return ExplanationFiles.ofServers(files.path().resolve(run.place().directory()));
  }

  /** Of the first run of a variant. */
  private static Optional<CollapsedStacks> stacks(ExplanationFiles files, String variant)
      throws IOException {
    RunRecord run =
        files.comparison().orElseThrow().runs().stream()
            .filter(each -> each.variant().equals(variant))
            .findFirst()
            .orElseThrow();
    return files.stacks(run, Side.SERVER);
  }

  /** On a full disk, for example. */
  @Test
  void aRecordingWithoutItsProfiledTimeKeepsNoOtherRunFromItsStacks() throws Exception {
    ExplanationFiles files = explanation(run -> "1");
    write(files, "1-0.times.csv", "2,2,0,0", "3,3,10,5");
    RunRecord first = files.comparison().orElseThrow().runs().get(0);
    Path folder = files.path().resolve(first.place().directory());
    Files.delete(folder.resolve(ProfiledTime.FILE));
    Files.writeString(folder.resolve(Profiler.FILE), "samples");

    files.collapse(files.comparison().orElseThrow());

    assertThat(files.stacks(first, Side.SERVER)).isEmpty();
    assertThat(stacks(files, "tls")).isPresent();
  }

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

    // It is extended.
    files.reopen(files.comparison().orElseThrow().plan());
    assertThat(files.isComplete()).isFalse();
  }
}
