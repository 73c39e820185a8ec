package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;

/**
 * A table as CSV: a column for each of its columns, and four more for each column with differences
 * (difference and ends of its interval in percent, verdict).
 */
public final class CsvTable {
  private static final int MORE = 4;

  private CsvTable() {}

  public static String of(Table table) {
    StringBuilder csv = new StringBuilder(Csv.row(header(table)));
    for (List<Cell> row : table.rows()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        append(fields, row.get(i), table.isCompared(i));
      }
      csv.append(Csv.row(fields));
    }
    return csv.toString();
  }

  private static List<String> header(Table table) {
    List<String> header = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      header.add(column.title() + (column.unit().isEmpty() ? "" : ", " + column.unit()));
      if (table.isCompared(i)) {
        header.add(column.title() + " change_percent");
        header.add(column.title() + " lower_percent");
        header.add(column.title() + " upper_percent");
        header.add(column.title() + " verdict");
      }
    }
    return header;
  }

  private static void append(List<String> fields, Cell cell, boolean compared) {
    String text = cell.equals(Cell.none()) ? "" : cell.text();
    fields.add(cell.value() == null ? text : Csv.number(cell.value()));
    Difference difference = cell.difference();
    if (difference != null) {
      fields.add(Csv.percent(difference.change()));
      fields.add(Csv.percent(difference.lower()));
      fields.add(Csv.percent(difference.upper()));
      fields.add(difference.verdict());
    } else if (compared) {
      fields.addAll(Collections.nCopies(MORE, ""));
    }
  }
}
