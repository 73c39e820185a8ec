package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;
import site.ycsb.tls.document.Table.Interval;

/**
 * A table as CSV: a column for each of its columns; two more for each one whose figures have
 * intervals (their ends), and four more for each one with differences (difference and ends of its
 * interval in percent, verdict).
 */
public final class CsvTable {
  private static final List<String> OF_A_DIFFERENCE =
      List.of(" change_percent", " lower_percent", " upper_percent", " verdict");

  private CsvTable() {}

  public static String of(Table table) {
    StringBuilder csv = new StringBuilder(Csv.row(header(table)));
    for (List<Cell> row : table.rows()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        Cell cell = row.get(i);
        fields.add(figure(cell));
        if (table.isEstimated(i)) {
          ends(fields, cell.interval());
        }
        if (table.isCompared(i)) {
          difference(fields, cell.difference());
        }
      }
      csv.append(Csv.row(fields));
    }
    return csv.toString();
  }

  private static List<String> header(Table table) {
    List<String> header = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      String unit = column.unit().isEmpty() ? "" : ", " + column.unit();
      header.add(column.title() + unit);
      if (table.isEstimated(i)) {
        header.add(column.title() + " lower" + unit);
        header.add(column.title() + " upper" + unit);
      }
      if (table.isCompared(i)) {
        OF_A_DIFFERENCE.forEach(what -> header.add(column.title() + what));
      }
    }
    return header;
  }

  private static String figure(Cell cell) {
    if (cell.value() != null) {
      return Csv.number(cell.value());
    }
    return cell.equals(Cell.none()) ? "" : cell.text();
  }

  private static void ends(List<String> fields, Interval interval) {
    fields.add(interval == null ? "" : Csv.number(interval.lower()));
    fields.add(interval == null ? "" : Csv.number(interval.upper()));
  }

  private static void difference(List<String> fields, Difference difference) {
    if (difference == null) {
      fields.addAll(Collections.nCopies(OF_A_DIFFERENCE.size(), ""));
      return;
    }
    fields.add(Csv.percent(difference.change()));
    fields.add(Csv.percent(difference.lower()));
    fields.add(Csv.percent(difference.upper()));
    fields.add(difference.verdict());
  }
}
