package site.ycsb.tls.study.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.TableResult;
import site.ycsb.tls.study.result.TableResult.MeasuredValue;

/** Published and measured as CSV (RFC 4180); changes in percent, more is above 0. */
final class StudyCsv {
  private static final List<String> HEADER =
      List.of(
          "part",
          "table",
          "metric",
          "unit",
          "point",
          "variant",
          "published",
          "published_change_lower_percent",
          "published_change_upper_percent",
          "measured",
          "min",
          "max",
          "runs",
          "repeated_blocks",
          "change_percent",
          "lower_percent",
          "upper_percent",
          "confidence",
          "verdict");

  private StudyCsv() {}

  static String of(StudyResult result) {
    StringBuilder csv = new StringBuilder(Csv.row(HEADER));
    for (PartResult part : result.parts()) {
      for (TableResult table : part.tables()) {
        table.rows().forEach(row -> csv.append(Csv.row(row(part, table, row))));
      }
    }
    return csv.toString();
  }

  private static List<String> row(PartResult part, TableResult table, TableResult.Row row) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                part.name(),
                table.title(),
                table.metric() == null ? "" : table.metric(),
                table.unit(),
                row.point(),
                row.variant(),
                row.published()));
    ChangeRange published = row.publishedChange();
    cells.add(published == null ? "" : Csv.percent(published.lower()));
    cells.add(published == null ? "" : Csv.percent(published.upper()));
    MeasuredValue measured = row.measured();
    if (measured == null) {
      cells.addAll(Collections.nCopies(HEADER.size() - cells.size(), ""));
      return cells;
    }
    cells.add(Csv.number(measured.figure()));
    cells.add(Csv.number(measured.least()));
    cells.add(Csv.number(measured.most()));
    cells.add(Integer.toString(measured.runs()));
    cells.add(Long.toString(measured.repeated()));
    cells.add(Csv.percent(measured.change()));
    cells.add(Csv.percent(measured.lower()));
    cells.add(Csv.percent(measured.upper()));
    cells.add(Csv.number(measured.confidence()));
    cells.add(measured.verdict() == null ? "" : measured.verdict());
    return cells;
  }
}
