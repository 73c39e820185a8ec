package site.ycsb.tls.report.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import site.ycsb.tls.report.page.HtmlPage;
import site.ycsb.tls.report.page.TextPage;
import site.ycsb.tls.study.result.StudyResult;

/**
 * The report of a study, in all formats.
 *
 * @param result the study
 */
public record StudyReport(StudyResult result) {
  public StudyReport {
    Objects.requireNonNull(result);
  }

  /** For a terminal: at most 120 columns, ASCII, ends with a line feed. */
  public String text() {
    return TextPage.of(StudyPage.of(result));
  }

  /** One row for each published figure, with the measured one. */
  public String csv() {
    return StudyCsv.of(result);
  }

  /** One self-contained page. */
  public String html() throws IOException {
    return HtmlPage.of(StudyPage.of(result));
  }

  /** Writes {@code study.csv} and {@code report.html} beside {@code study.json}. */
  public void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("study.csv"), csv(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("report.html"), html(), StandardCharsets.UTF_8);
  }
}
