package site.ycsb.tls.comparison.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.explanation.Explanation;
import site.ycsb.tls.comparison.explanation.ExplanationPage;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.TextPage;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.file.WholeFile;

/**
 * The report of a comparison, in all formats.
 *
 * @param result the comparison
 * @param explanation where the CPU time goes; empty when that was not looked into
 * @param document the page
 */
public record Report(ComparisonResult result, Optional<Explanation> explanation, Document document)
    implements Formats {
  /** What the columns of a comparison's tables mean, a line each. */
  public static final List<String> LEGEND =
      List.of(
          "throughput: operations per second that succeeded. mean, p50, p95, p99: latency of successes.",
          "CPU: user and system time of the process per operation, of client (load generator) and server, without their compilers and, where runs take turns, without what they use when idle.",
          "overhead: variant / baseline - 1; difference: variant - baseline; from pairs of runs of the same block, with the intervals that the report explains.",
          "verdict: overhead; gain; equivalent (less than --margin); inconclusive; indicative (too few or too short runs).",
          "*: secondary metric. Verdicts are Holm-corrected among the primary metrics, and among the secondary ones.",
          "noise: how much the baseline may differ from itself (--calibrate); a smaller overhead is inconclusive.");

  /** The report of a comparison, with cores at the usual rate of operations. */
  public static Report of(ComparisonResult result, Path directory) throws IOException {
    return of(result, directory, Cores.USUAL_RATE);
  }

  /**
   * The same. An explanation that cannot be read is a warning.
   *
   * @param directory of the comparison, with the runs' files
   * @param rate operations/s for which cores are given
   * @throws IOException when a file of a run is damaged
   */
  public static Report of(ComparisonResult result, Path directory, double rate) throws IOException {
    RunFiles files = RunFiles.of(result, directory);
    Document document = ComparisonPage.of(result, files, rate);
    try {
      Optional<Explanation> explanation = Explanation.read(directory, result);
      return new Report(
          result,
          explanation,
          document.withLast(explanation.map(ExplanationPage::sections).orElse(List.of())));
    } catch (IOException | RuntimeException e) {
      return new Report(
          result,
          Optional.empty(),
          document.withWarning("The explanation cannot be read: " + FileFailure.inWords(e)));
    }
  }

  /** For the terminal: at most 120 columns, ASCII; the last line is the answer. */
  @Override
  public String text() {
    return text(List.of());
  }

  /** The same, with these lines before the answer. */
  public String text(List<String> remarks) {
    List<Section> sections = new ArrayList<>();
    for (Point point : result.measuredPoints()) {
      sections.add(PointFigures.section(point, PointFigures.tables(result, point)));
    }
    explanation.map(ExplanationPage::brief).ifPresent(sections::addAll);
    return TextPage.of(
        new Document(
            "What %s: %s"
                .formatted(
                    result.plan().asksOfTlsOnly() ? "TLS costs" : "the variants cost",
                    result.server().orElse(result.plan().binding())),
            document.description(),
            document.answers(),
            document.warnings(),
            document.references(),
            sections,
            List.of()),
        Stream.concat(remarks.stream(), Stream.of("", Headline.sentence(result))).toList());
  }

  /** One row for each point, variant and metric. */
  @Override
  public String csv() {
    return SummaryCsv.of(result);
  }

  /** The answers, the warnings and all cells, with names and units; and where the CPU time goes. */
  @Override
  public String json() throws IOException {
    return JsonReport.of(result, document, explanation);
  }

  /**
   * Writes {@code summary.csv} and {@code report.html} beside {@code comparison.json}; each is
   * there whole, or as it was.
   */
  public void writeTo(Path directory) throws IOException {
    WholeFile.write(directory.resolve("summary.csv"), csv().getBytes(StandardCharsets.UTF_8));
    WholeFile.write(directory.resolve("report.html"), html().getBytes(StandardCharsets.UTF_8));
  }
}
