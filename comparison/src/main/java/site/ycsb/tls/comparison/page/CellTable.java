package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.servers.Variant;

/**
 * All cells as a table, for {@code summary.csv}: one row for each point, variant and metric;
 * median, least and most of the runs as they are, differences and overheads (in percent) from pairs
 * of runs.
 */
final class CellTable {
  private CellTable() {}

  static Table of(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    List<List<Table.Cell>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(plan.axes().stream().map(a -> a.property()).toList());
    header.addAll(
        List.of(
            "variant",
            "metric",
            "unit",
            "family",
            "runs",
            "median",
            "min",
            "max",
            "difference",
            "difference_lower",
            "difference_upper",
            "overhead_percent",
            "lower_percent",
            "upper_percent",
            "confidence",
            "t_lower_percent",
            "t_upper_percent",
            "p_holm",
            "noise_floor_percent",
            "verdict",
            "not_for_publication"));
    for (Point point : plan.points()) {
      for (Variant variant : plan.columns()) {
        String reason = notForPublication(result, variant);
        for (Cell cell : result.cells(point, variant)) {
          List<String> row = row(plan, point, variant, cell);
          row.add(reason);
          rows.add(row.stream().map(Table.Cell::text).toList());
        }
      }
    }
    return new Table("cells", "All cells", header.stream().map(Table.Column::text).toList(), rows);
  }

  /** Why the variant's figures prove nothing; empty without a reason. */
  private static String notForPublication(ComparisonResult result, Variant variant) {
    return result.acceptedRuns().stream()
        .filter(run -> run.variant().equals(variant.id()))
        .map(run -> run.facts().server().getOrDefault(DatabasePool.NOT_FOR_PUBLICATION, ""))
        .filter(reason -> !reason.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static List<String> row(ComparisonPlan plan, Point point, Variant variant, Cell cell) {
    Metric metric = Metric.ofKey(cell.metric());
    List<String> row = new ArrayList<>(point.values().values());
    row.addAll(List.of(variant.name(), metric.key(), metric.kind().unit()));
    row.add(PrimaryMetric.isPrimary(plan, point, metric) ? "primary" : "secondary");
    row.add(Integer.toString(cell.runs()));
    row.add(Csv.number(cell.median()));
    row.add(Csv.number(cell.least()));
    row.add(Csv.number(cell.most()));
    Overhead overhead = cell.overhead();
    if (overhead == null) {
      row.addAll(Collections.nCopies(12, ""));
      return row;
    }
    row.add(Csv.number(overhead.difference().estimate()));
    row.add(Csv.number(overhead.difference().lower()));
    row.add(Csv.number(overhead.difference().upper()));
    row.add(Csv.percent(overhead.change()));
    row.add(Csv.percent(overhead.lower()));
    row.add(Csv.percent(overhead.upper()));
    row.add(Csv.number(overhead.confidence()));
    row.add(Csv.percent(overhead.tLower()));
    row.add(Csv.percent(overhead.tUpper()));
    row.add(Csv.number(overhead.pDiffers()));
    row.add(Csv.percent(overhead.noiseFloor()));
    row.add(overhead.verdict().label());
    return row;
  }
}
