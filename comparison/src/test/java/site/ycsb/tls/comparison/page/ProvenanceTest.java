package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.measurement.result.RunResultFile;

class ProvenanceTest {
  private static final Map<String, String> ONE_VARIANT =
      Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048");

  @TempDir private Path directory;

  /** What a sweep varies may change what is negotiated, as another Java does with an open group. */
  @Test
  void theEvidenceOfAVariantIsThatOfAllItsRuns() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.groupOf =
        request -> request.properties().get("threadcount").equals("1") ? "x25519" : "secp256r1";
    ComparisonResult result =
        FabricatedComparison.of(
            directory,
            runs,
            runs,
            ONE_VARIANT,
            Schedule.quickWholeRuns(1).withBlocks(2),
            "threadcount=1,2");

    assertThat(evidence(result).entries().get("negotiated"))
        .contains("group x25519", "group secp256r1");
    assertThat(evidence(result).entries().get("provider")).isEqualTo("SunJSSE 17");
  }

  /** As with variants of {@code testbed.version}. */
  @Test
  void theEnvironmentNamesTheServersOfAllVariants() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.exception =
        request -> {
          boolean tls = request.properties().containsKey("tls.cipher");
          runs.server = Map.of("server", tls ? "fabricated 11" : "fabricated 10");
          return Optional.empty();
        };
    ComparisonResult result =
        FabricatedComparison.of(
            directory, runs, runs, ONE_VARIANT, Schedule.quickWholeRuns(1).withBlocks(2));

    assertThat(Provenance.environment(result))
        .containsEntry("server", "fabricated 10; fabricated 11");
    assertThat(result.product()).as("for the question that it asks").hasValue("fabricated");
    String title = Report.of(result, directory).text().strip().lines().findFirst().orElseThrow();
    assertThat(title).endsWith("costs: fabricated 10; fabricated 11");

    List<RunRecord> reversed = new ArrayList<>(result.runs());
    Collections.reverse(reversed);
    assertThat(result.withRuns(reversed).server()).isEqualTo(result.server());
  }

  /** Of the variant with TLS. */
  private Block.Facts evidence(ComparisonResult result) throws Exception {
    String name = result.plan().variants().get(0).name();
    return Report.of(result, directory).document().appendix().stream()
        .filter(section -> section.id().equals("evidence"))
        .flatMap(section -> section.blocks().stream())
        .filter(Block.Facts.class::isInstance)
        .map(Block.Facts.class::cast)
        .filter(facts -> facts.title().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Their links, too, lead to files that are there. What is said of all runs is of the others. */
  @Test
  void filesThatSomeRunsLackAreAWarning() throws Exception {
    Report whole =
        FabricatedComparison.recorded(
            directory, ONE_VARIANT, Schedule.quickWholeRuns(1).withBlocks(2));
    assertThat(whole.document().warnings()).noneMatch(warning -> warning.contains("run.json"));
    assertThat(links(whole)).hasSize(4);

    List<RunRecord> runs = whole.result().acceptedRuns();
    delete(runs.get(0));
    Report some = Report.of(whole.result(), directory);
    assertThat(some.document().warnings())
        .anyMatch(warning -> warning.startsWith("1 of 4 runs have no run.json any more"));
    assertThat(links(some)).hasSize(3);

    for (RunRecord run : runs.subList(1, runs.size())) {
      delete(run);
    }
    Report none = Report.of(whole.result(), directory);
    assertThat(none.document().warnings()).noneMatch(warning -> warning.contains("run.json"));
    assertThat(links(none)).isEmpty();
  }

  /** To the results of runs. */
  private static List<String> links(Report report) {
    return report.document().appendix().stream()
        .flatMap(section -> section.blocks().stream())
        .filter(Block.Fold.class::isInstance)
        .flatMap(fold -> ((Block.Fold) fold).blocks().stream())
        .filter(Table.class::isInstance)
        .flatMap(table -> ((Table) table).rows().stream())
        .map(row -> row.get(0).href())
        .filter(Objects::nonNull)
        .toList();
  }

  private void delete(RunRecord run) throws Exception {
    Files.delete(directory.resolve(run.place().directory()).resolve(RunResultFile.NAME));
  }
}
