package site.ycsb.tls.document.page;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;

/** A document as Markdown with GitHub's tables; charts are left out. */
public final class MarkdownPage {
  private final StringBuilder text = new StringBuilder();

  private MarkdownPage() {}

  public static String of(Document document) {
    MarkdownPage page = new MarkdownPage();
    page.line("# " + escaped(document.title()));
    document.description().forEach(line -> page.paragraph(escaped(line)));
    if (!document.answers().isEmpty()) {
      page.line("");
      document
          .answers()
          .forEach(a -> page.line("- **" + escaped(a.subject()) + "** " + escaped(a.text())));
    }
    document.warnings().forEach(w -> page.paragraph("> **Warning:** " + escaped(w)));
    document.sections().forEach(page::section);
    return page.text.toString();
  }

  private void section(Section section) {
    if (!section.blocks().stream().allMatch(Block::isDrawn)) {
      paragraph("## " + escaped(section.title()));
      section.blocks().forEach(this::block);
    }
  }

  private void block(Block block) {
    if (block instanceof Block.Paragraph paragraph) {
      paragraph(escaped(paragraph.text()));
    } else if (block instanceof Block.Code code) {
      paragraph("```\n" + code.text().replace("```", "` ` `") + "\n```");
    } else if (block instanceof Block.Facts facts) {
      facts(facts);
    } else if (block instanceof Block.Fold fold) {
      if (!fold.blocks().stream().allMatch(Block::isDrawn)) {
        paragraph("### " + escaped(fold.title()));
        fold.blocks().forEach(this::block);
      }
    } else if (block instanceof Table table) {
      table(table);
    }
  }

  private void facts(Block.Facts facts) {
    if (!facts.title().isEmpty()) {
      paragraph("### " + escaped(facts.title()));
    }
    line("");
    for (Map.Entry<String, String> entry : facts.entries().entrySet()) {
      line("- " + escaped(entry.getKey()) + ": " + escaped(entry.getValue()));
    }
  }

  private void table(Table table) {
    line("");
    row(table.columns().stream().map(MarkdownPage::header).toList());
    row(table.columns().stream().map(c -> c.numeric() ? "---:" : ":---").toList());
    table.rows().forEach(row -> row(row.stream().map(MarkdownPage::cell).toList()));
    paragraph(escaped(table.caption()));
  }

  private static String header(Column column) {
    return escaped(column.title()) + (column.unit().isEmpty() ? "" : ", " + escaped(column.unit()));
  }

  private static String cell(Cell cell) {
    String shown = escaped(cell.line());
    Difference difference = cell.difference();
    if (difference == null) {
      return cell.href() == null ? shown : "[" + shown + "](<" + cell.href() + ">)";
    }
    if (!difference.ends().isEmpty()) {
      shown += " " + escaped(difference.ends());
    }
    return difference.verdict().isEmpty() ? shown : shown + " " + escaped(difference.verdict());
  }

  private void row(List<String> cells) {
    line(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
  }

  private void paragraph(String paragraph) {
    line("");
    line(paragraph);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** Escapes characters that are special in Markdown or its HTML; one line. */
  static String escaped(String value) {
    return value
        .replaceAll("[\\r\\n]+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*_\\[\\]|])", "\\\\$1");
  }
}
