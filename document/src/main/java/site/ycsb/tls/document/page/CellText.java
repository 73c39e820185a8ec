package site.ycsb.tls.document.page;

import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Table.Cell;

/** The first line of a cell, as papers print it: {@code 12,345 (-41.2 %)}. */
final class CellText {
  private CellText() {}

  static String of(Cell cell) {
    if (cell.difference() == null) {
      return cell.text();
    }
    String change = Figures.change(cell.difference().change());
    return cell.text().isEmpty() ? change : cell.text() + " (" + change + ")";
  }
}
