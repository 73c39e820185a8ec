package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;

/** A document for a terminal of 120 columns, in ASCII; charts are left out, folds are open. */
public final class TextPage {
  /** Wider tables are split by columns into several. */
  private static final int WIDTH = 120;

  private static final int NAME_WIDTH = 28;

  private final TextLines lines = new TextLines();

  private TextPage() {}

  /** Title, description, sections and, at the end, where a terminal shows them, the answers. */
  public static String of(Document document) {
    return of(document, List.of());
  }

  /** The same, and lines after it. */
  public static String of(Document document, List<String> last) {
    TextPage page = new TextPage();
    page.lines.line("");
    page.lines.line(document.title());
    document.description().forEach(page.lines::line);
    document.sections().forEach(page::section);
    page.lines.line("");
    document.answers().forEach(a -> page.lines.line(a.subject() + " " + a.text()));
    document.warnings().forEach(w -> page.lines.line("Warning: " + w));
    last.forEach(page.lines::line);
    return page.lines.toString();
  }

  private void section(Section section) {
    if (!section.blocks().stream().allMatch(Block::isDrawn)) {
      lines.line("");
      lines.line(section.title());
      section.blocks().forEach(this::block);
    }
  }

  private void block(Block block) {
    if (block instanceof Block.Paragraph paragraph) {
      lines.line(paragraph.text());
    } else if (block instanceof Block.Code code) {
      code.text().lines().forEach(lines::line);
    } else if (block instanceof Block.Facts facts) {
      if (!facts.title().isEmpty()) {
        lines.line(facts.title());
      }
      facts.entries().forEach((name, value) -> lines.line("  " + name + ": " + value));
    } else if (block instanceof Block.Fold fold) {
      lines.line(fold.title());
      fold.blocks().forEach(this::block);
    } else if (block instanceof Table table) {
      table(table);
    }
  }

  /** As many columns at a time as fit, each time after those that say what a row is about. */
  private void table(Table table) {
    if (!table.caption().isEmpty()) {
      lines.line(table.caption());
    }
    List<List<String>> cells = cells(table, true);
    if (width(cells) >= WIDTH) {
      cells = cells(table, false);
    }
    print(table, cells);
  }

  /** The header, then the rows. */
  private static List<List<String>> cells(Table table, boolean inOneLine) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(table.columns().stream().map(TextPage::header).toList());
    table.rows().forEach(row -> cells.add(row.stream().map(c -> text(c, inOneLine)).toList()));
    return cells;
  }

  private static int width(List<List<String>> cells) {
    return IntStream.range(0, cells.get(0).size()).map(column -> width(cells, column)).sum();
  }

  private void print(Table table, List<List<String>> cells) {
    List<Integer> names = names(table.columns(), cells);
    int next = names.size();
    do {
      List<Integer> shown = new ArrayList<>(names);
      int used = names.stream().mapToInt(i -> width(cells, i)).sum();
      while (next < table.columns().size()
          && (shown.size() == names.size() || used + width(cells, next) < WIDTH)) {
        used += width(cells, next);
        shown.add(next++);
      }
      lines.table(
          shown.stream()
              .map(i -> TextLines.column(cells.get(0).get(i), table.columns().get(i).numeric()))
              .toList(),
          cells.subList(1, cells.size()).stream()
              .map(row -> shown.stream().map(row::get).toArray(String[]::new))
              .toList());
    } while (next < table.columns().size());
  }

  /**
   * The columns of words before the first figure: the first, and others if half a line has room.
   */
  private static List<Integer> names(List<Column> columns, List<List<String>> cells) {
    List<Integer> names = new ArrayList<>(List.of(0));
    int used = width(cells, 0);
    for (int i = 1; i < columns.size() && !columns.get(i).numeric(); i++) {
      used += width(cells, i);
      if (used > WIDTH / 2) {
        break;
      }
      names.add(i);
    }
    return names;
  }

  /** With its border. */
  private static int width(List<List<String>> cells, int column) {
    return 3
        + cells.stream()
            .flatMap(row -> row.get(column).lines())
            .mapToInt(String::length)
            .max()
            .orElse(0);
  }

  private static String header(Column column) {
    return TextLines.ascii(
        TextLines.broken(column.title(), NAME_WIDTH)
            + (column.unit().isEmpty() ? "" : "\n" + column.unit()));
  }

  /** In one line, with the noise, or in several. */
  private static String text(Cell cell, boolean inOneLine) {
    String between = inOneLine ? " " : "\n";
    String text = TextLines.broken(TextLines.ascii(cell.line()), NAME_WIDTH);
    Difference difference = cell.difference();
    if (difference == null) {
      return text;
    }
    if (!difference.ends().isEmpty()) {
      text += between + difference.ends();
    }
    if (inOneLine && difference.noise() != null) {
      text += " (noise +-" + Figures.percent(difference.noise()) + ")";
    }
    return difference.verdict().isEmpty() ? text : text + between + difference.verdict();
  }
}
