package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
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

  @Test
  void ofAnInterruptedSweepItSaysWhereThatIsAndInHowManyCasesNothingIsKnown() throws Exception {
    ComparisonResult whole =
        FabricatedComparison.of(
            directory.resolve("whole"), Schedule.wholeRuns(1), "threadcount=1,2");
    String first = whole.plan().points().get(0).id();
    String variant = whole.plan().variants().get(0).id();

    ComparisonResult onePoint = of(whole, run -> run.point().equals(first));
    assertThat(Headline.of(onePoint))
        .matches(
            "TLS costs fabricated .* % more CPU at threadcount=1; not measured in 4 of 8 cases");
    assertThat(Headline.tiles(onePoint))
        .allSatisfy(
            tile -> {
              assertThat(tile.range()).isEqualTo("4 variants, 2 points, not measured in 4");
              assertThat(tile.verdict()).isEmpty();
            });
    assertThat(Answers.of(onePoint, 1000)).allMatch(answer -> answer.verdict().isEmpty());
    assertThat(Answers.of(whole, 1000)).allMatch(answer -> answer.verdict().equals("overhead"));
    ComparisonResult one =
        of(
            whole,
            run -> run.point().equals(first) && List.of("plain", variant).contains(run.variant()));
    assertThat(Headline.sentence(one))
        .matches(
            "TLS_AES_256_GCM_SHA384 RSA-2048 costs fabricated \\d\\d\\.\\d % more CPU at threadcount=1; not measured in 7 of 8 cases\\.");
  }

  /** The CPU of one of them is also that of a slower database. */
  @Test
  void whatDiffersByMoreThanTlsIsNotThePriceOfTls() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(
            directory,
            Map.of(
                "variants.both.tls.cipher",
                "TLS_AES_256_GCM_SHA384",
                "variants.both.slow.millis",
                "1"),
            Schedule.wholeRuns(1));

    assertThat(Headline.of(result)).startsWith("5 variants cost fabricated ");
  }

  /** As where the server without TLS is an older one. */
  @Test
  void whatTheBaselineHasBesideIsNotThePriceOfTlsEither() throws Exception {
    assertThat(againstOld(Map.of("slow.millis", "1"), Map.of())).startsWith("2 variants cost ");
    assertThat(againstOld(Map.of("slow.millis", "1"), Map.of("slow.millis", "1")))
        .startsWith("TLS costs ");
  }

  /** The text of a report in which the baseline and two variants with TLS have these, too. */
  private String againstOld(Map<String, String> ofOld, Map<String, String> ofOthers)
      throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put("recordcount", "1000");
    ofOld.forEach((name, value) -> properties.put("variants.old." + name, value));
    properties.put("variants.old.note", "x");
    for (String suite : List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256")) {
      properties.put("variants." + suite + ".tls.cipher", suite);
      properties.put("variants." + suite + ".note", "x");
      ofOthers.forEach((name, value) -> properties.put("variants." + suite + "." + name, value));
    }
    ComparisonPlan plan =
        ComparisonPlan.parse("fake", properties, List.of(), "old", false, Schedule.wholeRuns(1));
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    Path own = directory.resolve(Integer.toString(ofOthers.size()));
    ComparisonResult result = FabricatedComparison.run(own, runs, runs, plan, "");
    assertThat(Report.of(result, own).text())
        .contains(ofOthers.isEmpty() ? "What the variants cost: " : "What TLS costs: ");
    return Headline.of(result);
  }

  @Test
  void whatWasNotMeasuredIsSaidAlsoIfNothingIsKnown() throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 1);
    ComparisonResult whole =
        FabricatedComparison.of(
            directory.resolve("whole"),
            runs,
            runs,
            Map.of(),
            Schedule.wholeRuns(1),
            "threadcount=1,2");
    String first = whole.plan().points().get(0).id();

    assertThat(Headline.of(of(whole, run -> run.point().equals(first) && run.block() == 1)))
        .isEqualTo("Not known yet: what TLS costs fabricated; not measured in 4 of 8 cases");
  }

  /** The points that were not begun say nothing of those that have few blocks. */
  @Test
  void fewBlocksOfTheFirstPointsAreWarnedOf() throws Exception {
    ComparisonResult whole =
        FabricatedComparison.of(
            directory.resolve("whole"), Schedule.wholeRuns(1), "threadcount=1,2");
    String first = whole.plan().points().get(0).id();

    assertThat(of(whole, run -> run.point().equals(first) && run.block() <= 2).warnings())
        .anySatisfy(
            warning -> assertThat(warning).startsWith("Indicative only: 2 blocks cannot give"));
  }

  private static ComparisonResult of(ComparisonResult whole, Predicate<RunRecord> made) {
    return whole
        .with()
        .complete(false)
        .runs(whole.runs().stream().filter(made).toList())
        .build()
        .analysedAgain();
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
