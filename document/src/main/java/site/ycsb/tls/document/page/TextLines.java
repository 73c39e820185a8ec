package site.ycsb.tls.document.page;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/** Text for a terminal of {@value #WIDTH} columns, in ASCII. Not thread-safe. */
public final class TextLines {
  private static final int WIDTH = 120;

  private final StringBuilder text = new StringBuilder();

  /** A line; the rest of a long line continues in the next one, indented. */
  public void line(String line) {
    wrapped(ascii(line), WIDTH, "  ").forEach(each -> text.append(each).append('\n'));
  }

  /**
   * A line in lines of limited length.
   *
   * @param indent what all but the first begin with
   */
  public static List<String> wrapped(String line, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = line;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      int end = blank > indent.length() ? blank : width;
      lines.add(rest.substring(0, end));
      rest = indent + rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  /** A table; cells may have several lines. */
  public void table(List<Column> columns, List<String[]> rows) {
    text.append(
            AsciiTable.builder()
                .lineSeparator("\n")
                .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
                .data(columns.toArray(Column[]::new), rows.toArray(String[][]::new))
                .asString())
        .append('\n');
  }

  /**
   * A column of a table.
   *
   * @param numeric whether its cells are aligned to the right
   */
  public static Column column(String header, boolean numeric) {
    HorizontalAlign align = numeric ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
    return new Column().header(ascii(header)).headerAlign(align).dataAlign(align);
  }

  /** In ASCII: {@code us} for µs, as YCSB writes it; letters lose their accents. */
  public static String ascii(String value) {
    return Normalizer.normalize(value, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .replace('µ', 'u')
        .replace('–', '-')
        .replace('−', '-')
        .replace("±", "+-")
        .replace('×', 'x')
        .replace('÷', '/')
        .replaceAll("[^\\n\\x20-\\x7e]", "?");
  }

  /** A name in lines of limited length, split at blanks and underscores. */
  public static String broken(String name, int width) {
    StringBuilder broken = new StringBuilder();
    String rest = name;
    while (rest.length() > width) {
      int end = Math.max(rest.lastIndexOf(' ', width), rest.lastIndexOf('_', width - 1) + 1);
      end = end > 0 ? end : width;
      broken.append(rest, 0, end).append('\n');
      rest = rest.substring(end).strip();
    }
    return broken.append(rest).toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
