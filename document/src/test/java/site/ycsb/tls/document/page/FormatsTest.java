package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;
import site.ycsb.tls.document.Table.Interval;

class FormatsTest {
  private static final Difference COSTS = new Difference(-0.412, -0.44, -0.381, "overhead", null);

  private static final Table TABLE =
      new Table(
          "table-1",
          "50 % of {all} & more",
          List.of(Column.text("variant"), Column.number("READ mean", "µs")),
          List.of(
              List.of(Cell.text("a|b_c,\"d\"\n<e>"), Cell.number("1,234", 1234.5678)),
              List.of(Cell.text("tls"), Cell.compared("725", 725.25, COSTS)),
              List.of(Cell.link("run", "runs/a b/run.json"), Cell.none()),
              List.of(Cell.text("change"), Cell.difference(COSTS))));

  @Test
  void latexHasOverheadsInParenthesesAndEscapesWhatHasAMeaning() {
    assertThat(LatexPage.of(TABLE))
        .contains("\\caption{50 \\% of \\{all\\} \\& more}")
        // A table wider than the text is scaled down to it, as LaTeX finds out.
        .contains("\\resizebox{\\ifdim\\width>\\linewidth")
        .contains("variant & READ mean \\\\")
        .contains(" & {\\footnotesize $\\mu$s} \\\\")
        .contains("a\\textbar{}b\\_c,{''}d{''} \\textless{}e\\textgreater{}")
        .contains("tls & 725 ($-$41.2 \\%) \\\\")
        .contains(" & {\\footnotesize [$-$44.0, $-$38.1] overhead} \\\\")
        .contains("run & -- \\\\")
        .contains("change & $-$41.2 \\% \\\\");
    assertThat(
            LatexPage.of(
                new Table(
                    "t",
                    "c",
                    TABLE.columns(),
                    List.of(List.of(Cell.text("rsa-2048"), Cell.number("-1.5", -1.5))))))
        .contains("rsa-2048 & $-$1.5 \\\\");
    assertThat(LatexPage.escaped("\\~^{}#$%&_"))
        .isEqualTo("\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\{\\}\\#\\$\\%\\&\\_");
  }

  /** After a rule and after a line's end, LaTeX looks for both, over the line break. */
  @Test
  void aBracketOrAStarInTheFirstCellIsNoArgumentOfTheLatexLineBefore() {
    assertThat(
            LatexPage.of(
                new Table(
                    "t",
                    "c",
                    List.of(Column.text("[name]"), Column.text("[b]")),
                    List.of(
                        List.of(Cell.text("[old] TLS"), Cell.text("[b]")),
                        List.of(Cell.text(" *x"), Cell.text("*y"))))))
        .contains("    {}[name] & [b] \\\\\n")
        .contains("    {}[old] TLS & [b] \\\\\n")
        .contains("    {} *x & *y \\\\\n");
  }

  /** What was done may say that it is not complete. */
  @Test
  void latexHasTheDescriptionAndTheWarningsAsComments() {
    assertThat(LatexPage.of(document("title", "beware")))
        .startsWith("% title\n% what was done\n% Warning: beware\n");
  }

  private record Page(Document document) implements Formats {
    @Override
    public String json() {
      return "";
    }
  }

  /** A figure is not taken for an answer that the page warns of. */
  @Test
  void csvEndsWithTheWarnings() {
    String csv = new Page(document("title", "=beware, \"all\"")).csv();

    assertThat(csv)
        .startsWith("variant,")
        .endsWith("\r\n\r\nwarning\r\n\"'=beware, \"\"all\"\"\"\r\n");
  }

  @Test
  void latexCommentsCannotBreakOut() {
    String latex = LatexPage.of(document("a title\n\\input{x}", "beware\r\n\\evil"));
    assertThat(latex.lines().filter(l -> l.contains("\\input") || l.contains("\\evil")))
        .hasSize(2)
        .allMatch(l -> l.startsWith("% "));
  }

  @Test
  void markdownKeepsRowsInOneLineAndMarkupAsText() {
    assertThat(MarkdownPage.of(document("A <b>title</b>", "beware")))
        .contains("# A &lt;b>title&lt;/b>")
        .contains("> **Warning:** beware")
        .contains("| variant | READ mean, µs |\n| :--- | ---: |")
        .contains("| a\\|b\\_c,\"d\" &lt;e> | 1,234 |")
        .contains("| tls | 725 (-41.2 %) \\[-44.0, -38.1\\] overhead |")
        .contains("| [run](<runs/a%20b/run.json>) | – |")
        .contains("| change | -41.2 % \\[-44.0, -38.1\\] overhead |");
  }

  @Test
  void csvHasColumnsForDifferences() {
    assertThat(CsvTable.of(TABLE).split("\r\n"))
        .containsExactly(
            "variant,\"READ mean, µs\",READ mean change_percent,READ mean lower_percent,READ mean upper_percent,READ mean verdict",
            "\"a|b_c,\"\"d\"\"\n<e>\",1234.57,,,,",
            "tls,725.250,-41.2000,-44.0000,-38.1000,overhead",
            "run,,,,,",
            "change,,-41.2000,-44.0000,-38.1000,overhead");
  }

  @Test
  void aFigureHasItsIntervalInEveryFormat() throws Exception {
    Table table =
        new Table(
            "t",
            "c",
            List.of(Column.text("row"), Column.number("difference", "µs")),
            List.of(
                List.of(Cell.text("cipher"), Cell.signed(0.36, -0.65, 1.37)),
                List.of(
                    Cell.text("driver"),
                    Cell.estimate("12.0", 12, new Interval("±0.5", 11.5, 12.5))),
                List.of(Cell.text("rest"), Cell.none())));
    Document document = page(table);

    assertThat(CsvTable.of(table).split("\r\n"))
        .containsExactly(
            "row,\"difference, µs\",\"difference lower, µs\",\"difference upper, µs\"",
            "cipher,0.360000,-0.650000,1.37000",
            "driver,12.0000,11.5000,12.5000",
            "rest,,,");
    assertThat(TextPage.of(document)).contains("+0.36 [-0.65, +1.37] |", " 12.0 +-0.5 |");
    assertThat(MarkdownPage.of(document))
        .contains("| cipher | +0.36 \\[-0.65, +1.37\\] |", "| driver | 12.0 ±0.5 |");
    assertThat(LatexPage.of(table))
        .contains("cipher & $+$0.36 [$-$0.65, $+$1.37] \\\\", "driver & 12.0 $\\pm$0.5 \\\\");
    assertThat(HtmlPage.of(document))
        .contains(">+0.36 <span class=\"interval\">[-0.65, +1.37]</span>")
        .contains(">12.0 <span class=\"interval\">±0.5</span>");
  }

  @Test
  void textFitsInto120ColumnsOfAsciiHoweverWideTheTable() {
    List<Column> columns = new ArrayList<>(List.of(Column.text("name")));
    List<Cell> row = new ArrayList<>(List.of(Cell.text("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")));
    for (int i = 0; i < 20; i++) {
      columns.add(Column.number("column " + i, "µs/op"));
      row.add(Cell.compared("12,345", 12345, COSTS));
    }
    Table wide = new Table("wide-table", "caption", columns, List.of(row));
    String text = TextPage.of(page(new Block.Paragraph("± " + "x ".repeat(100)), wide));
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127))).isTrue();
    assertThat(text).contains("column 0", "column 19", "12,345 (-41.2 %)", "[-44.0, -38.1]");
  }

  @Test
  void appendixIsInHtmlOnly() throws Exception {
    Document document = document("title", "beware");
    assertThat(MarkdownPage.of(document)).doesNotContain("buried");
    assertThat(TextPage.of(document)).doesNotContain("buried");
    assertThat(HtmlPage.of(document)).contains("buried");
  }

  /** One section, and nothing else. */
  static Document page(Block... blocks) {
    List<Section> sections = List.of(new Section("figures", "Figures", List.of(blocks)));
    return new Document("title", List.of(), List.of(), List.of(), List.of(), sections, List.of());
  }

  private static Document document(String title, String warning) {
    return new Document(
        title,
        List.of("what was done"),
        List.of(new Document.Answer("tls", "costs much.", "overhead")),
        List.of(warning),
        List.of("plain"),
        List.of(new Section("figures", "Figures", List.of(TABLE))),
        List.of(
            new Section("more", "More", List.of(new Block.Facts("", Map.of("name", "buried"))))));
  }
}
