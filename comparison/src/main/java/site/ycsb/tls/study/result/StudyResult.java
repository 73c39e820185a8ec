package site.ycsb.tls.study.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.PublishedFigure;
import site.ycsb.tls.study.PublishedTable;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;

/**
 * The results of a study so far; the content of {@code study.json}. The figures behind it are in
 * the directories of its comparisons.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param study name of the study
 * @param title of what was published
 * @param citation authors, title, where, year
 * @param did what the authors did
 * @param differs what differs here and why
 * @param unchecked conclusions that are no checks, and why not
 * @param size how much of it was run
 * @param command the command line that made it, credentials masked; if parts were made by different
 *     ones, a line for each
 * @param complete whether all parts are complete
 * @param parts published beside measured
 * @param checks whether the conclusions hold
 */
public record StudyResult(
    int format,
    String study,
    String title,
    String citation,
    String did,
    List<String> differs,
    List<String> unchecked,
    Size size,
    String command,
    boolean complete,
    List<PartResult> parts,
    List<CheckResult> checks) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  /** The name of the file. */
  public static final String FILE = "study.json";

  public StudyResult {
    differs = List.copyOf(differs);
    unchecked = List.copyOf(unchecked);
    parts = List.copyOf(parts);
    checks = List.copyOf(checks);
  }

  /**
   * Puts published and measured side by side.
   *
   * @param measured comparisons by name of the part, complete or not
   */
  public static StudyResult of(
      Study study, Size size, String command, Map<String, ComparisonResult> measured) {
    CheckEvaluation checking = new CheckEvaluation();
    List<PartResult> parts = new ArrayList<>();
    for (Part part : study.parts()) {
      Optional<ComparisonResult> own = Optional.ofNullable(measured.get(part.name()));
      checking.add(part, own);
      parts.add(
          new PartResult(
              part.name(),
              own.map(ComparisonResult::complete).orElse(false),
              own.map(ComparisonResult::ending).orElse(PartResult.NOT_BEGUN),
              part.published().stream().map(table -> table(part, table, own)).toList(),
              own.map(StudyResult::warnings).orElse(List.of())));
    }
    return new StudyResult(
        FORMAT,
        study.name(),
        study.title(),
        study.citation(),
        study.did(),
        study.differs(),
        study.unchecked(),
        size,
        command,
        parts.stream().allMatch(PartResult::complete),
        parts,
        checking.answers());
  }

  /** Those of its own report, and what that says of its intervals beside the answer. */
  private static List<String> warnings(ComparisonResult part) {
    return Stream.concat(part.warnings().stream(), part.ofOneServer().stream()).toList();
  }

  private static TableResult table(
      Part part, PublishedTable table, Optional<ComparisonResult> measured) {
    List<TableResult.Row> rows = new ArrayList<>();
    for (PublishedTable.Row row : table.rows()) {
      row.figures()
          .forEach((variant, figure) -> rows.add(row(part, table, row, variant, figure, measured)));
    }
    return new TableResult(
        part.name(),
        table.title(),
        table.metric().map(Metric::key).orElse(null),
        table.unit(),
        table.note(),
        rows);
  }

  private static TableResult.Row row(
      Part part,
      PublishedTable table,
      PublishedTable.Row row,
      String variant,
      PublishedFigure figure,
      Optional<ComparisonResult> measured) {
    return new TableResult.Row(
        row.at().label(),
        variant,
        figure.printed(),
        variant.equals(part.baseline())
            ? null
            : table.change(row.at(), variant, part.baseline(), part.baseline()).orElse(null),
        table
            .metric()
            .flatMap(m -> measured.flatMap(r -> measured(table, r, row.at(), variant, m)))
            .orElse(null));
  }

  private static Optional<TableResult.MeasuredValue> measured(
      PublishedTable table, ComparisonResult measured, Point point, String name, Metric metric) {
    Optional<Variant> variant = measured.plan().named(name);
    Optional<Double> figure = variant.flatMap(v -> measured.figure(point, v, metric));
    if (figure.isEmpty()) {
      return Optional.empty();
    }
    Cell cell = measured.cell(point, variant.get(), metric).orElseThrow();
    Optional<Overhead> overhead = Optional.ofNullable(cell.overhead());
    return Optional.of(
        new TableResult.MeasuredValue(
            table.inUnit(figure.get()),
            table.inUnit(cell.least()),
            table.inUnit(cell.most()),
            cell.runs(),
            repeated(measured, point),
            overhead.map(Overhead::change).orElse(null),
            overhead.map(Overhead::lower).orElse(null),
            overhead.map(Overhead::upper).orElse(null),
            overhead.map(Overhead::confidence).orElse(null),
            overhead.map(o -> o.verdict().label()).orElse(null)));
  }

  private static long repeated(ComparisonResult measured, Point point) {
    return measured.runs().stream()
        .filter(run -> run.status() == RunRecord.Status.REPEATED && run.point().equals(point.id()))
        .map(run -> List.of(run.block(), run.place().attempt()))
        .distinct()
        .count();
  }

  /** Writes it into the directory of the study, whole or not at all. */
  public void writeTo(Path directory) throws IOException {
    JsonFile.write(directory.resolve(FILE), this);
  }

  /**
   * Reads it.
   *
   * @throws IOException when it is not there, damaged, or of a newer format
   */
  public static StudyResult read(Path directory) throws IOException {
    return JsonFile.read(directory.resolve(FILE), StudyResult.class, FORMAT);
  }
}
