package site.ycsb.tls.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.servers.Variant;

class HistoryReportTest {
  @TempDir private Path directory;

  @Test
  void overheadsRelativeToAnotherBaselineAreASeriesOfTheirOwnThatNamesIt() throws Exception {
    ComparisonResult toPlain =
        FabricatedComparison.of(directory, Schedule.wholeRuns(1).withBlocks(7));
    ComparisonPlan plan = toPlain.plan();
    List<Variant> variants = plan.variants();
    ComparisonResult toSuite =
        toPlain
            .with()
            .plan(
                plan.with()
                    .baseline(variants.get(0))
                    .variants(variants.subList(1, variants.size()))
                    .build())
            .build()
            .analysedAgain();

    HistoryReport report =
        HistoryReport.of(
            List.of(new HistoryReport.Entry("1", toPlain), new HistoryReport.Entry("2", toSuite)));

    String strong = "fabricated, TLS_AES_256_GCM_SHA384 RSA-4096";
    String relative = strong + " relative to TLS_AES_256_GCM_SHA384 RSA-2048";
    assertThat(report.document().charts())
        .isNotEmpty()
        .allSatisfy(
            chart ->
                assertThat(((Chart.IntervalPlot) chart).series())
                    .filteredOn(series -> series.name().startsWith(strong))
                    .extracting(Chart.Series::name)
                    .containsExactly(strong, relative));
    assertThat(report.text().replaceAll("\\s+", " "))
        .contains("relative to plain, or to the baseline that is named");
    assertThat(report.json())
        .containsPattern("\"baseline\"\\s*:\\s*\"TLS_AES_256_GCM_SHA384 RSA-2048\"");
  }

  /** Between two loads, two networks or two ways to connect there is no trend. */
  @Test
  void whatWasAskedOtherwiseIsASeriesOfItsOwnThatSaysSo() throws Exception {
    HistoryReport report =
        HistoryReport.of(
            List.of(
                entry("1", Map.of()),
                entry("2", Map.of("network.rtt", "20ms")),
                entry("3", Map.of("tls.resumption", "on", "server.pid", "7")),
                entry("4", Map.of("server.pid", "8"))));

    String name = "fabricated, TLS_AES_256_GCM_SHA384 RSA-4096";
    assertThat(report.document().charts())
        .isNotEmpty()
        .allSatisfy(
            chart ->
                assertThat(((Chart.IntervalPlot) chart).series())
                    .filteredOn(series -> series.name().startsWith(name))
                    .extracting(Chart.Series::name, series -> series.marks().size())
                    .containsExactly(
                        tuple(name + ", no network.rtt, no tls.resumption", 2),
                        tuple(name + ", network.rtt=20ms, no tls.resumption", 1),
                        tuple(name + ", no network.rtt, tls.resumption=on", 1)));
    assertThat(report.json()).contains(name + ", network.rtt=20ms, no tls.resumption");
    assertThat(HistoryReport.of(List.of(entry("5", Map.of()), entry("6", Map.of()))).json())
        .contains("\"" + name + "\"")
        .doesNotContain("network.rtt");
  }

  /** From version to version, what a figure means may change. */
  @Test
  void warnsOfComparisonsByAnotherVersionOfThisProgram() throws Exception {
    HistoryReport.Entry first = entry("1", Map.of());
    FabricatedRuns newer = new FabricatedRuns(0.5, 0.02);
    newer.toolVersion = "0.2";
    ComparisonResult second =
        FabricatedComparison.of(
            directory.resolve("2"), newer, newer, Map.of(), Schedule.wholeRuns(1).withBlocks(3));

    HistoryReport report = HistoryReport.of(List.of(first, new HistoryReport.Entry("2", second)));
    assertThat(report.document().warnings())
        .singleElement()
        .asString()
        .endsWith("another meaning: 0.1, 0.2.");
    assertThat(report.json()).contains("another meaning: 0.1, 0.2.\"");
    assertThat(HistoryReport.of(List.of(first, entry("3", Map.of()))).document().warnings())
        .isEmpty();
  }

  /**
   * Of whole runs, three blocks have an interval of 75 %, which nobody may take for one of 95 %.
   */
  @Test
  void intervalsOfFewBlocksHaveTheirLevelBesideThem() throws Exception {
    HistoryReport.Entry many =
        new HistoryReport.Entry(
            "many",
            FabricatedComparison.of(
                directory.resolve("many"), Schedule.wholeRuns(1).withBlocks(7)));
    HistoryReport both = HistoryReport.of(List.of(entry("few", Map.of()), many));

    assertThat(both.text())
        .containsPattern("(?m)few .* 75 % +\\|$")
        .containsPattern("(?m)many .* 95 % +\\|$");
    assertThat(both.json()).contains("\"confidence\" : 0.75");
    assertThat(HistoryReport.of(List.of(many)).text())
        .contains("interval of 95 %")
        .doesNotContain("| level");
  }

  /** As the last one is chosen by name then. */
  @Test
  void comparisonsOfTheSameStartAreInTheOrderOfTheirNames() throws Exception {
    ComparisonResult result = entry("1", Map.of()).result();

    assertThat(
            HistoryReport.of(
                    List.of(
                        new HistoryReport.Entry("b", result), new HistoryReport.Entry("a", result)))
                .entries())
        .extracting(HistoryReport.Entry::name)
        .containsExactly("a", "b");
  }

  private HistoryReport.Entry entry(String name, Map<String, String> more) throws Exception {
    return new HistoryReport.Entry(
        name,
        FabricatedComparison.of(
            directory.resolve(name), more, Schedule.wholeRuns(1).withBlocks(3)));
  }
}
