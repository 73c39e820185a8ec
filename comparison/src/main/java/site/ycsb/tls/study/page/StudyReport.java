package site.ycsb.tls.study.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.StudyResultFile;

/**
 * The report of a study, in all formats.
 *
 * @param result the study
 */
public record StudyReport(StudyResult result) implements Formats {
  /** Whether a directory holds a study. */
  public static boolean isIn(Path directory) {
    return JsonFile.exists(directory.resolve(StudyResultFile.NAME));
  }

  @Override
  public Document document() {
    return new StudyPage(result).document();
  }

  /** One row for each published figure, with the measured one. */
  @Override
  public String csv() {
    return StudyCsv.of(result);
  }

  /** The content of {@code study.json}. */
  @Override
  public String json() throws IOException {
    return JsonFile.text(result);
  }

  /**
   * Writes {@code study.csv} and {@code report.html} beside {@code study.json}; each is there
   * whole, or as it was.
   */
  public void writeTo(Path directory) throws IOException {
    WholeFile.write(directory.resolve("study.csv"), csv().getBytes(StandardCharsets.UTF_8));
    WholeFile.write(
        directory.resolve("report.html"), html().getBytes(StandardCharsets.UTF_8));
  }
}
