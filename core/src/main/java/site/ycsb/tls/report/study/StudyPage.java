package site.ycsb.tls.report.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import site.ycsb.tls.report.Figures;
import site.ycsb.tls.report.document.Block;
import site.ycsb.tls.report.document.Chart;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Cell;
import site.ycsb.tls.report.document.Table.Column;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.result.Answer;
import site.ycsb.tls.study.result.CheckResult;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.TableResult;
import site.ycsb.tls.study.result.TableResult.Measured;

/** The page of a study. */
final class StudyPage {
  private final StudyResult result;

  private StudyPage(StudyResult result) {
    this.result = result;
  }

  static Document of(StudyResult result) {
    return new StudyPage(result).document();
  }

  private Document document() {
    return new Document(
        result.title(),
        description(),
        answers(),
        warnings(),
        List.of("published"),
        sections(),
        appendix());
  }

  private List<String> description() {
    List<String> lines = new ArrayList<>();
    lines.add("Published: " + result.citation() + ".");
    lines.add(
        "Repeated here, %s size: %s."
            .formatted(
                result.size().label(),
                result.complete() ? "complete" : "not complete, see the parts below"));
    return lines;
  }

  private List<Document.Answer> answers() {
    return result.checks().stream()
        .map(
            check ->
                new Document.Answer(
                    said(check), check.claim(), check.answer().label().replace(' ', '-')))
        .toList();
  }

  /** The answer in a word or two. */
  private static String said(CheckResult check) {
    boolean qualified = check.indicative() && check.answer() != Answer.NOT_MEASURED;
    String said = check.answer().label() + (qualified ? " (indicative):" : ":");
    return said.substring(0, 1).toUpperCase(Locale.ROOT) + said.substring(1);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (result.size() == Size.QUICK) {
      warnings.add(
          "Indicative only: a part of the sweep, short runs and few blocks (--quick); no figure or"
              + " answer is for publication.");
    }
    for (PartResult part : result.parts()) {
      String name = result.parts().size() == 1 ? "" : part.name() + ": ";
      part.warnings().stream()
          .filter(warning -> !warning.contains("--quick"))
          .forEach(warning -> warnings.add(name + warning));
    }
    return warnings;
  }

  private List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    result.parts().forEach(part -> sections.add(part(part)));
    sections.add(checks());
    return sections;
  }

  private List<Section> appendix() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section("authors", "What the authors did", List.of(new Block.Paragraph(result.did()))));
    sections.add(new Section("differs", "What differs here", paragraphs(result.differs())));
    if (!result.unchecked().isEmpty()) {
      sections.add(
          new Section(
              "unchecked", "Conclusions that are no checks", paragraphs(result.unchecked())));
    }
    sections.add(parts());
    sections.add(new Section("repeat", "Repeat it", List.of(new Block.Code(result.command()))));
    return sections;
  }

  private static List<Block> paragraphs(List<String> texts) {
    return texts.stream().map(text -> (Block) new Block.Paragraph(text)).toList();
  }

  private static Section part(PartResult part) {
    List<Block> blocks = new ArrayList<>();
    if (part.tables().isEmpty()) {
      blocks.add(new Block.Paragraph("No figures of this were published."));
    }
    int number = 0;
    for (TableResult table : part.tables()) {
      String id = Ids.of("published", part.name(), Integer.toString(++number));
      chart(id, table).ifPresent(blocks::add);
      blocks.add(table(id, table));
      if (!table.note().isEmpty()) {
        blocks.add(new Block.Paragraph(table.note()));
      }
    }
    return new Section(
        Ids.of("part", part.name()), "Published and measured: " + part.name(), blocks);
  }

  /** The change from the baseline, published beside measured; nothing without a measured one. */
  private static Optional<Chart> chart(String id, TableResult table) {
    List<String> rows = new ArrayList<>();
    List<Chart.Mark> published = new ArrayList<>();
    List<Chart.Mark> measured = new ArrayList<>();
    for (TableResult.Row row : table.rows()) {
      Measured own = row.measured();
      if (own == null || own.change() == null) {
        continue;
      }
      TableResult.Change change = row.publishedChange();
      if (change != null) {
        boolean range = change.lower() < change.upper();
        published.add(
            new Chart.Mark(
                rows.size(),
                50 * (change.lower() + change.upper()),
                range ? Double.valueOf(100 * change.lower()) : null,
                range ? Double.valueOf(100 * change.upper()) : null,
                row.published()));
      }
      measured.add(
          new Chart.Mark(
              rows.size(),
              100 * own.change(),
              100 * own.lower(),
              100 * own.upper(),
              own.verdict()));
      rows.add(row.variant() + (row.point().isEmpty() ? "" : ", " + row.point()));
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart.IntervalPlot(
                Ids.of("chart", id),
                table.title() + ": change from the baseline",
                Chart.Axis.linear(table.metric() + ", change in %"),
                true,
                rows,
                List.of(
                    new Chart.Series("published", published),
                    new Chart.Series("measured", measured))));
  }

  private static Table table(String id, TableResult table) {
    boolean points = table.rows().stream().anyMatch(row -> !row.point().isEmpty());
    boolean measured = table.rows().stream().anyMatch(row -> row.measured() != null);
    List<Column> columns = new ArrayList<>();
    if (points) {
      columns.add(Column.text("at"));
    }
    columns.add(Column.text("variant"));
    columns.add(Column.number("published", table.unit()));
    columns.add(Column.number("change", "%"));
    if (measured) {
      columns.add(Column.number("measured", table.unit()));
      columns.add(Column.number("change", "%"));
      columns.add(Column.number(level(table) + " interval", "%"));
      columns.add(Column.text("verdict"));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (TableResult.Row row : table.rows()) {
      List<Cell> cells = new ArrayList<>();
      if (points) {
        cells.add(Cell.text(row.point()));
      }
      cells.add(Cell.text(row.variant()));
      cells.add(Cell.text(row.published()));
      cells.add(published(row.publishedChange()));
      if (measured) {
        cells.addAll(measured(row.measured()));
      }
      rows.add(cells);
    }
    return new Table(id, caption(table), columns, rows);
  }

  private static String caption(TableResult table) {
    return "%s%s. Overheads in parentheses as printed; change: variant / baseline - 1."
        .formatted(
            table.title(), table.metric() == null ? "" : "; measured here: " + table.metric());
  }

  private static String level(TableResult table) {
    return table.rows().stream()
        .filter(row -> row.measured() != null && row.measured().confidence() != null)
        .map(row -> Figures.level(row.measured().confidence()))
        .findFirst()
        .orElse("95 %");
  }

  private static Cell published(TableResult.Change change) {
    if (change == null) {
      return Cell.none();
    }
    return change.lower() < change.upper()
        ? Cell.text(Figures.interval(change.lower(), change.upper()))
        : Cell.number(Figures.change(change.lower()), change.lower());
  }

  private static List<Cell> measured(Measured measured) {
    if (measured == null) {
      return List.of(Cell.none(), Cell.none(), Cell.none(), Cell.text("not measured"));
    }
    String repeated =
        measured.repeated() == 0 ? "" : " (%d repeated)".formatted(measured.repeated());
    Cell median = Cell.number(Figures.number(measured.median()), measured.median());
    return measured.change() == null
        ? List.of(median, Cell.none(), Cell.none(), Cell.text(repeated.strip()))
        : List.of(
            median,
            Cell.number(Figures.change(measured.change()), measured.change()),
            Cell.text(Figures.interval(measured.lower(), measured.upper())),
            Cell.text(measured.verdict() + repeated));
  }

  private Section checks() {
    List<List<Cell>> claims = new ArrayList<>();
    List<List<Cell>> evidence = new ArrayList<>();
    for (CheckResult check : result.checks()) {
      String number = Integer.toString(claims.size() + 1);
      claims.add(
          List.of(
              Cell.text(number),
              Cell.text(check.claim()),
              Cell.text(check.metric() + " " + check.change()),
              Cell.text(check.published() == null ? "–" : check.published() ? "yes" : "no"),
              Cell.text(check.answer().label()),
              Cell.text(check.indicative() ? "indicative" : "")));
      check.evidence().forEach(e -> evidence.add(evidence(number, check, e)));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Table(
            "checks-answers",
            "Yes: every interval lies within the claimed range; no: one lies outside; else"
                + " inconclusive. Holm-corrected over all conclusions, unless indicative.",
            List.of(
                Column.text("no."),
                Column.text("conclusion"),
                Column.text("claimed"),
                Column.text("by their figures"),
                Column.text("here"),
                Column.text("")),
            claims));
    if (!evidence.isEmpty()) {
      blocks.add(
          new Table(
              "checks-evidence",
              "What the answers are from: the change from one variant to the other, measured here.",
              List.of(
                  Column.text("no."),
                  Column.text("change of"),
                  Column.text("from"),
                  Column.text("at"),
                  Column.number("change", ""),
                  Column.number("interval", "%"),
                  Column.number("level", "")),
              evidence));
    }
    return new Section("checks", "Do the conclusions hold here?", blocks);
  }

  private static List<Cell> evidence(String number, CheckResult check, CheckResult.Evidence is) {
    return List.of(
        Cell.text(number),
        Cell.text(is.of() + ", " + check.metric()),
        Cell.text(is.to()),
        Cell.text(is.point()),
        Cell.number(Figures.change(is.change()), is.change()),
        Cell.text(Figures.interval(is.lower(), is.upper())),
        Cell.text(Figures.level(is.confidence())));
  }

  private Section parts() {
    return new Section(
        "comparisons",
        "The comparisons behind it",
        List.of(
            new Table(
                "comparisons-table",
                "All figures, runs and evidence of each part.",
                List.of(Column.text("part"), Column.text("report"), Column.text("ended")),
                result.parts().stream()
                    .map(
                        part ->
                            List.of(
                                Cell.text(part.name()),
                                part.ending().equals("not begun")
                                    ? Cell.none()
                                    : Cell.link(
                                        part.name() + "/report.html", part.name() + "/report.html"),
                                Cell.text(part.ending())))
                    .toList())));
  }
}
