package site.ycsb.tls.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import site.ycsb.tls.compare.ComparisonDirectory;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.page.CsvTable;
import site.ycsb.tls.report.page.TextPage;

/**
 * The report of a comparison, in all formats.
 *
 * @param result the comparison
 * @param more sections right after the answer, in HTML, Markdown, LaTeX and text; for example of a
 *     study
 * @param document the page: the answer, {@code more}, and the comparison's sections
 */
public record Report(ComparisonResult result, List<Section> more, Document document)
    implements Formats {
  public Report {
    Objects.requireNonNull(result);
    more = List.copyOf(more);
    Objects.requireNonNull(document);
  }

  /**
   * The report of the comparison in a directory.
   *
   * @throws site.ycsb.tls.property.UsageException when there is no comparison in it
   * @throws IOException when a file is damaged
   */
  public static Report read(Path directory) throws IOException {
    return of(ComparisonDirectory.read(directory), directory);
  }

  /**
   * The report of a comparison.
   *
   * @param directory of the comparison, with the runs' files
   * @throws IOException when one of them is damaged
   */
  public static Report of(ComparisonResult result, Path directory) throws IOException {
    return new Report(result, List.of(), ComparisonPage.of(result, RunFiles.of(result, directory)));
  }

  /** The same with these sections right after the answer. */
  public Report with(List<Section> sections) {
    return new Report(result, sections, document.withFirst(sections));
  }

  /** The tables for the terminal: at most 120 columns, ASCII, ends with a line feed. */
  @Override
  public String text() {
    return TextPage.of(TerminalDocument.of(result, document, more));
  }

  /** One row for each point, variant and metric. */
  @Override
  public String csv() {
    return CsvTable.of(CellTable.of(result));
  }

  /** The answers, the warnings and all cells, with names and units. */
  @Override
  public String json() throws IOException {
    return JsonReport.of(result, document);
  }

  /** Writes {@code summary.csv} and {@code report.html} beside {@code comparison.json}. */
  public void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("summary.csv"), csv(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("report.html"), html(), StandardCharsets.UTF_8);
  }
}
