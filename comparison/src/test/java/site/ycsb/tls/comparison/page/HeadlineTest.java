package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.run.FabricatedRuns;

/** The line of four variants. */
class HeadlineTest {
  @TempDir private Path directory;

  @Test
  void whatIsNotSignificantInAnyVariantIsNoCost() throws Exception {
    assertThat(line(new FabricatedRuns(0, 0.02)))
        .isEqualTo("TLS makes no significant difference to the CPU of fabricated");
  }

  @Test
  void whatIsEquivalentInAllVariantsIsNoCost() throws Exception {
    assertThat(line(new FabricatedRuns(0, 0.002)))
        .isEqualTo("TLS changes the CPU of fabricated by less than 1 %");
  }

  @Test
  void ofSomeItSaysInHowManyThereIsNoDifference() throws Exception {
    assertThat(line(onlyWithLargeKeys(0.02)))
        .endsWith("; no significant difference in 2 of 4 cases");
    assertThat(line(onlyWithLargeKeys(0.002))).endsWith("; less than 1 % in 2 of 4 cases");
  }

  private static FabricatedRuns onlyWithLargeKeys(double noise) {
    FabricatedRuns runs = new FabricatedRuns(0, noise);
    runs.overheadOf =
        request ->
            Optional.ofNullable(request.properties().get("tls.keysize"))
                .filter("4096"::equals)
                .map(large -> 0.5);
    return runs;
  }

  private String line(FabricatedRuns runs) throws Exception {
    return Headline.of(
        FabricatedComparison.of(
            directory.resolve("of-" + runs.hashCode()),
            runs,
            runs,
            Map.of(),
            Schedule.wholeRuns(1)));
  }
}
