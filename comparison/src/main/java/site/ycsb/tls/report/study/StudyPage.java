package site.ycsb.tls.report.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import site.ycsb.tls.report.document.Block;
import site.ycsb.tls.report.document.Chart;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Ids;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Cell;
import site.ycsb.tls.report.document.Table.Column;
import site.ycsb.tls.report.page.Figures;
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
    lines.add("Source: " + result.citation().replaceFirst("\\.$", "") + ".");
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
                    sentence(said(check)), check.claim(), check.answer().label().replace(' ', '-')))
        .toList();
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ":";
  }

  /** The answer in a word or two. */
  private static String said(CheckResult check) {
    boolean qualified = check.indicative() && check.answer() != Answer.NOT_MEASURED;
    return check.answer().label() + (qualified ? " (indicative)" : "");
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
    List<Block> notCompared = notCompared();
    if (!notCompared.isEmpty()) {
      sections.add(new Section("not-compared", "Published, and not compared here", notCompared));
    }
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

  /** The tables with measured figures; and, for all parts, the tables without. */
  private static Section part(PartResult part) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            part.tables().isEmpty()
                ? "No figures of this were published; the part's own report has those measured here."
                : "Overheads in parentheses are as printed; a change is variant / baseline - 1."
                    + repeated(part)));
    for (int i = 0; i < part.tables().size(); i++) {
      TableResult table = part.tables().get(i);
      if (table.metric() != null) {
        String id = id(part, i);
        chart(id, table).ifPresent(blocks::add);
        blocks.addAll(table(id, table));
      }
    }
    return new Section(
        Ids.of("part", part.name()), "Published and measured: " + part.name(), blocks);
  }

  private static String repeated(PartResult part) {
    return part.tables().stream()
            .flatMap(table -> table.rows().stream())
            .anyMatch(row -> row.measured() != null && row.measured().repeated() > 0)
        ? " *: blocks were repeated at this point, because a run failed or was disturbed."
        : "";
  }

  private static String id(PartResult part, int table) {
    return Ids.of("published", part.name(), Integer.toString(table + 1));
  }

  private List<Block> notCompared() {
    List<Block> blocks = new ArrayList<>();
    for (PartResult part : result.parts()) {
      for (int i = 0; i < part.tables().size(); i++) {
        if (part.tables().get(i).metric() == null) {
          blocks.addAll(table(id(part, i), part.tables().get(i)));
        }
      }
    }
    return blocks;
  }

  /** The change from the baseline, published beside measured; empty without a measured one. */
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

  private static List<Block> table(String id, TableResult table) {
    boolean points = table.rows().stream().anyMatch(row -> !row.point().isEmpty());
    boolean oneAxis = table.rows().stream().noneMatch(row -> row.point().contains(", "));
    boolean measured = table.rows().stream().anyMatch(row -> row.measured() != null);
    List<Column> columns = new ArrayList<>();
    if (points) {
      String label = table.rows().get(0).point();
      columns.add(Column.text(oneAxis ? label.substring(0, label.indexOf('=')) : "at"));
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
        cells.add(
            Cell.text(oneAxis ? row.point().substring(row.point().indexOf('=') + 1) : row.point()));
      }
      cells.add(Cell.text(row.variant()));
      cells.add(Cell.text(row.published()));
      cells.add(published(row.publishedChange()));
      if (measured) {
        cells.addAll(measured(row.measured()));
      }
      rows.add(cells);
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Table(id, caption(table), columns, rows));
    if (!table.note().isEmpty()) {
      blocks.add(new Block.Paragraph(table.note()));
    }
    if (table.metric() != null && !measured) {
      blocks.add(
          new Block.Paragraph(
              "No figure of this was measured: not run, or (percentiles) fewer than 100 samples"
                  + " above it in a run."));
    }
    return blocks;
  }

  private static String caption(TableResult table) {
    return table.title() + (table.metric() == null ? "" : "; here: " + table.metric());
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
    String mark = measured.repeated() == 0 ? "" : "*";
    Cell figure = Cell.number(Figures.number(measured.figure()) + mark, measured.figure());
    return measured.change() == null
        ? List.of(figure, Cell.none(), Cell.none(), Cell.text(""))
        : List.of(
            figure,
            Cell.number(Figures.change(measured.change()), measured.change()),
            Cell.text(Figures.interval(measured.lower(), measured.upper())),
            Cell.text(measured.verdict()));
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
              Cell.text(said(check))));
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
                Column.text("here")),
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
        Cell.text(is.to() + (is.point().isEmpty() ? "" : ", at " + is.point())),
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
