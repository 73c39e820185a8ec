package site.ycsb.tls.cli.option;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tables of words for a terminal, without borders. */
public final class PlainTable {
  private PlainTable() {}

  /** The lines of a table, without blanks at their ends. */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of copies them
  public static <T> String of(List<T> rows, ColumnData<T>... columns) {
    return AsciiTable.builder()
        .border(AsciiTable.NO_BORDERS)
        .data(rows, List.of(columns))
        .asString()
        .lines()
        .map(String::stripTrailing)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * A column of it.
   *
   * @param widest how many characters a line of a cell has at most
   */
  public static <T> ColumnData<T> column(String header, int widest, Function<T, String> text) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT).maxWidth(widest).with(text);
  }
}
