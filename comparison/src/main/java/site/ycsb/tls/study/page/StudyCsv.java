package site.ycsb.tls.study.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.TableResult;
import site.ycsb.tls.study.result.TableResult.MeasuredValue;

/** Published and measured as CSV (RFC 4180); changes in percent, more is above 0. */
final class StudyCsv {
  /** The columns of a measured figure, and what stands in them. */
  private static final Map<String, Function<MeasuredValue, String>> MEASURED =
      new LinkedHashMap<>();

  static {
    MEASURED.put("measured", m -> Csv.number(m.figure()));
    MEASURED.put("min", m -> Csv.number(m.least()));
    MEASURED.put("max", m -> Csv.number(m.most()));
    MEASURED.put("runs", m -> Integer.toString(m.runs()));
    MEASURED.put("repeated_blocks", m -> Long.toString(m.repeated()));
    MEASURED.put("change_percent", m -> Csv.percent(m.change()));
    MEASURED.put("lower_percent", m -> m.hasInterval() ? Csv.percent(m.lower()) : "");
    MEASURED.put("upper_percent", m -> m.hasInterval() ? Csv.percent(m.upper()) : "");
    MEASURED.put("confidence", m -> Csv.number(m.confidence()));
    MEASURED.put("verdict", m -> m.verdict() == null ? "" : m.verdict());
  }

  private StudyCsv() {}

  static String of(StudyResult result) {
    List<String> header =
        new ArrayList<>(
            List.of(
                "part",
                "table",
                "metric",
                "unit",
                "point",
                "variant",
                "published",
                "published_change_lower_percent",
                "published_change_upper_percent"));
    header.addAll(MEASURED.keySet());
    StringBuilder csv = new StringBuilder(Csv.row(header));
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
    MEASURED.values().forEach(of -> cells.add(measured == null ? "" : of.apply(measured)));
    return cells;
  }
}
