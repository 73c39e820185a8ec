package site.ycsb.tls.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
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

    String strong = "fake, TLS_AES_256_GCM_SHA384 RSA-4096";
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
}
