package site.ycsb.tls.document.page;

import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Table.Cell;

/**
 * The first line of a cell, as papers print it: {@code 12,345 (-41.2 %)}, {@code +1.84 [+0.20,
 * +3.48]}.
 */
final class CellText {
  private CellText() {}

  static String of(Cell cell) {
    String text =
        cell.interval() == null ? cell.text() : cell.text() + " " + cell.interval().text();
    if (cell.difference() == null) {
      return text;
    }
    String change = Figures.change(cell.difference().change());
    return text.isEmpty() ? change : text + " (" + change + ")";
  }
}
