package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.List;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;

/**
 * Tables for papers: {@code tabular} with the rules of the package {@code booktabs}, differences in
 * parentheses behind the figures, their intervals and verdicts in a line of their own.
 */
public final class LatexPage {
  private LatexPage() {}

  /** All tables, one after the other, after the description and the warnings as comments. */
  public static String of(Document document) {
    StringBuilder latex = new StringBuilder();
    latex.append(comment(document.title()));
    document.description().forEach(line -> latex.append(comment(line)));
    document.warnings().forEach(warning -> latex.append(comment("Warning: " + warning)));
    document.tables().forEach(table -> latex.append('\n').append(of(table)));
    return latex.toString();
  }

  private static String comment(String text) {
    return "% " + text.replaceAll("\\R", " ") + "\n";
  }

  /** One table, as a float with caption and label; scaled down if it is wider than the text. */
  public static String of(Table table) {
    StringBuilder latex = new StringBuilder();
    latex.append("% needs \\usepackage{booktabs,graphicx}\n\\begin{table}\n  \\centering\n");
    latex.append("  \\caption{").append(escaped(table.caption())).append("}\n");
    latex.append("  \\label{tab:").append(table.name()).append("}\n");
    latex.append("  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n");
    latex.append("  \\begin{tabular}{");
    table.columns().forEach(column -> latex.append(column.numeric() ? 'r' : 'l'));
    latex.append("}\n    \\toprule\n");
    line(latex, table.columns().stream().map(c -> escaped(c.title())).toList());
    if (table.columns().stream().anyMatch(c -> !c.unit().isEmpty())) {
      line(latex, table.columns().stream().map(LatexPage::unit).toList());
    }
    latex.append("    \\midrule\n");
    for (List<Cell> row : table.rows()) {
      line(latex, row.stream().map(LatexPage::figure).toList());
      List<String> intervals = row.stream().map(LatexPage::interval).toList();
      if (intervals.stream().anyMatch(i -> !i.isEmpty())) {
        line(latex, intervals);
      }
    }
    return latex.append("    \\bottomrule\n  \\end{tabular}}\n\\end{table}\n").toString();
  }

  private static void line(StringBuilder latex, List<String> cells) {
    String row = String.join(" & ", cells);
    // What follows a rule or a line's end would otherwise be an argument of it.
    String first = row.stripLeading();
    String start = first.startsWith("[") || first.startsWith("*") ? "{}" : "";
    latex.append("    ").append(start).append(row).append(" \\\\\n");
  }

  private static String unit(Column column) {
    return column.unit().isEmpty() ? "" : "{\\footnotesize " + escaped(column.unit()) + "}";
  }

  private static String figure(Cell cell) {
    return signed(cell.line());
  }

  private static String interval(Cell cell) {
    Difference difference = cell.difference();
    if (difference == null) {
      return "";
    }
    String shown = (signed(difference.ends()) + " " + escaped(difference.verdict())).strip();
    return shown.isEmpty() ? "" : "{\\footnotesize " + shown + "}";
  }

  /** Mathematical signs for numbers; the hyphen of {@code rsa-2048} is not a sign. */
  private static String signed(String text) {
    return escaped(text).replaceAll("(?<!\\w)([-+])(?=\\d)", "\\$$1\\$");
  }

  /** Characters that are special in LaTeX. */
  static String escaped(String text) {
    List<String> parts = new ArrayList<>();
    text.codePoints()
        .forEach(
            c ->
                parts.add(
                    switch (c) {
                      case '\\' -> "\\textbackslash{}";
                      case '~' -> "\\textasciitilde{}";
                      case '^' -> "\\textasciicircum{}";
                      case '{', '}', '#', '$', '%', '&', '_' -> "\\" + Character.toString(c);
                      case '<' -> "\\textless{}";
                      case '>' -> "\\textgreater{}";
                      case '|' -> "\\textbar{}";
                      case '"' -> "{''}";
                      case 'µ' -> "$\\mu$";
                      case '–' -> "--";
                      case '−' -> "$-$";
                      case '±' -> "$\\pm$";
                      case '×' -> "$\\times$";
                      case '÷' -> "$\\div$";
                      case '\n', '\r' -> " ";
                      default -> Character.toString(c);
                    }));
    return String.join("", parts);
  }
}
