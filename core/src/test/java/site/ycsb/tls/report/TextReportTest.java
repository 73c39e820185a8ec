package site.ycsb.tls.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.compare.plan.Schedule;

class TextReportTest {
  @TempDir private Path directory;

  @Test
  void saysWhatEachVariantCostsWithIntervalAndVerdict() throws Exception {
    String text = text(Schedule.wholeRuns(1).withCalibrate(true));
    assertThat(text)
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048 relative to plain")
        .containsPattern(
            "throughput, ops/s +\\| +\\d\\d,\\d{3} \\| +1\\d,\\d{3} \\| +-3\\d\\.\\d %")
        .containsPattern("READ p99, us .* \\| overhead")
        .containsPattern("TLS_AES_256_GCM_SHA384 RSA-2048 costs 3\\d\\.\\d % \\[3\\d\\.\\d, 3\\d")
        .contains("noise floor: what the baseline against itself")
        .contains("5 variants against plain");
  }

  @Test
  void fitsInto120ColumnsOfAscii() throws Exception {
    String text = text(Schedule.wholeRuns(1).withBlocks(7).withCalibrate(true), "threadcount=1,4");
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127))).isTrue();
    assertThat(text).contains("Measured at threadcount=4").endsWith("\n");
  }

  @Test
  void labelsQuickFiguresIndicativeWithTheLevelThatTheyHave() throws Exception {
    assertThat(text(Schedule.quickWholeRuns(1).withBlocks(3)))
        .contains("| indicative")
        .contains("75 % interval")
        .contains("Warning: Indicative only")
        .contains("75 % confidence");
  }

  @Test
  void withAGivenRateTheAnswerIsAboutLatency() throws Exception {
    String text =
        Report.of(
                FabricatedComparison.of(directory, Map.of("target", "70%"), Schedule.wholeRuns(1)),
                directory)
            .text()
            .replaceAll("\\s+", " ");
    assertThat(text)
        .containsPattern("RSA-2048 adds \\d\\d\\.\\d % \\[.*\\] to the mean READ latency")
        .containsPattern("CPU per operation: \\+2\\d\\.\\d us \\(client \\+1\\d\\.\\d, server");
  }

  @Test
  void figuresThatProveNothingAreMarkedInEachRowOfTheCsvToo() throws Exception {
    Report report =
        Report.of(FabricatedComparison.unpublishable(directory, "made of cardboard"), directory);
    assertThat(report.text()).contains("Warning: Not for publication: made of cardboard.");
    assertThat(report.html()).contains("Not for publication: made of cardboard.");
    assertThat(report.csv().lines().skip(1))
        .isNotEmpty()
        .allMatch(row -> row.endsWith(",made of cardboard"));
  }

  private String text(Schedule schedule, String... axes) throws Exception {
    return Report.of(FabricatedComparison.of(directory, schedule, axes), directory).text();
  }
}
