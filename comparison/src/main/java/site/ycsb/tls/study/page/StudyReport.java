package site.ycsb.tls.study.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.result.Answer;
import site.ycsb.tls.study.result.CheckResult;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.TableResult;

/**
 * The report of a study, in all formats.
 *
 * @param result the study
 */
public record StudyReport(StudyResult result) implements Formats {
  /** Whether a directory holds a study. */
  public static boolean isIn(Path directory) {
    return JsonFile.exists(directory.resolve(StudyResult.FILE));
  }

  @Override
  public Document document() {
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
    return List.of(
        "Source: " + result.citation().replaceFirst("\\.$", "") + ".",
        "Repeated here, %s size: %s."
            .formatted(
                result.size().label(),
                result.complete() ? "complete" : "not complete, see the parts below"));
  }

  /** Those of the parts that were begun, and how many there are of the others. */
  private List<Document.Answer> answers() {
    Stream<Document.Answer> begun =
        result.checks().stream()
            .filter(this::begun)
            .map(check -> answer(said(check), check.claim(), check.answer()));
    return Stream.concat(begun, notBegun().stream()).toList();
  }

  private Optional<Document.Answer> notBegun() {
    List<String> parts =
        result.parts().stream().filter(part -> !part.begun()).map(PartResult::name).toList();
    long conclusions = result.checks().stream().filter(check -> !begun(check)).count();
    return conclusions == 0
        ? Optional.empty()
        : Optional.of(
            answer(
                Answer.NOT_MEASURED.label(),
                "%d of %d conclusions, those about the parts that were not run (%s)."
                    .formatted(conclusions, result.checks().size(), String.join(", ", parts)),
                Answer.NOT_MEASURED));
  }

  private static Document.Answer answer(String said, String claim, Answer answer) {
    return new Document.Answer(sentence(said), claim, answer.label().replace(' ', '-'));
  }

  private boolean begun(CheckResult check) {
    return result.parts().stream()
        .anyMatch(part -> part.name().equals(check.part()) && part.begun());
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ":";
  }

  /** The answer in a word or two, and for how much of the claim a yes is. */
  private static String said(CheckResult check) {
    boolean qualified = check.indicative() && check.answer() != Answer.NOT_MEASURED;
    return check.answer().label()
        + (check.isOfPart()
            ? " in %d of %d cases".formatted(check.evidence().size(), check.cases())
            : "")
        + (qualified ? " (indicative)" : "");
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (result.size() == Size.QUICK) {
      warnings.add(
          "Indicative only: a part of the sweep, short runs and few blocks (--quick); no figure or answer is for publication.");
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
    return Stream.concat(
            result.parts().stream().filter(part -> !part.tables().isEmpty()).map(StudyReport::part),
            checks().stream())
        .toList();
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
              "unchecked", "Conclusions that are not checked", paragraphs(result.unchecked())));
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
            "Overheads in parentheses are as printed; a change is variant / baseline - 1."
                + repeated(part)));
    for (int i = 0; i < part.tables().size(); i++) {
      TableResult table = part.tables().get(i);
      if (table.metric() != null) {
        blocks.addAll(PublishedBesideMeasured.withChart(id(part, i), table));
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
          blocks.addAll(PublishedBesideMeasured.blocks(id(part, i), part.tables().get(i)));
        }
      }
    }
    return blocks;
  }

  /** The conclusions of the parts that were begun, with their numbers in the file. */
  private Optional<Section> checks() {
    List<List<Cell>> claims = new ArrayList<>();
    List<List<Cell>> evidence = new ArrayList<>();
    for (int i = 0; i < result.checks().size(); i++) {
      CheckResult check = result.checks().get(i);
      if (!begun(check)) {
        continue;
      }
      String number = Integer.toString(i + 1);
      claims.add(
          List.of(
              Cell.text(number),
              Cell.text(check.claim()),
              Cell.text(check.metric() + " " + check.change()),
              Cell.text(check.published() == null ? "–" : check.published() ? "yes" : "no"),
              Cell.text(said(check))));
      check.evidence().forEach(e -> evidence.add(evidence(number, check, e)));
    }
    if (claims.isEmpty()) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Table(
            "checks-answers",
            "Yes: every interval lies within the claimed range. No: one lies outside. Both also need"
                + " the paired t tests, Holm-corrected over all conclusions, to agree; an indicative"
                + " yes is by its intervals alone. Inconclusive: anything else; also if a latency is"
                + " that of a run that missed its target, or a throughput was given by a target, or,"
                + " unless indicative, client or server was still warming up: the warnings say so.",
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
              "The changes from one variant to another, measured here, from which the answers follow.",
              List.of(
                  Column.text("no."),
                  Column.text("change of"),
                  Column.text("from"),
                  Column.number("change", "%"),
                  Column.number("interval", "%"),
                  Column.number("level", "")),
              evidence));
    }
    return Optional.of(new Section("checks", "Do the conclusions hold here?", blocks));
  }

  private static List<Cell> evidence(String number, CheckResult check, CheckResult.Evidence is) {
    return List.of(
        Cell.text(number),
        Cell.text(is.of() + ", " + check.metric()),
        Cell.text(is.to() + (is.point().isEmpty() ? "" : ", at " + is.point())),
        Cell.change(is.change()),
        is.hasInterval() ? Cell.text(Figures.interval(is.lower(), is.upper())) : Cell.none(),
        is.hasInterval() ? Cell.text(Figures.level(is.confidence())) : Cell.none());
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
                                part.begun()
                                    ? Cell.link(
                                        part.name() + "/report.html", part.name() + "/report.html")
                                    : Cell.none(),
                                Cell.text(part.ending())))
                    .toList())));
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
    WholeFile.write(directory.resolve("report.html"), html().getBytes(StandardCharsets.UTF_8));
  }
}
