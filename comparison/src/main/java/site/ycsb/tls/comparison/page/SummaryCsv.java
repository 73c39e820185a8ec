package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.Pairwise;
import site.ycsb.tls.comparison.result.PrimaryMetric;
import site.ycsb.tls.document.page.Csv;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Precision;

/**
 * All cells as CSV (RFC 4180), for {@code summary.csv}: one row for each point, variant and metric,
 * and for each pair of variants where the plan asks for them; median, least and most of the runs as
 * they are, differences and overheads (in percent) from pairs of runs.
 */
final class SummaryCsv {
  /** The columns of an overhead, and what stands in them. */
  private static final Map<String, Function<Overhead, String>> OF_OVERHEAD = new LinkedHashMap<>();

  static {
    OF_OVERHEAD.put("difference", o -> Csv.number(o.difference().estimate()));
    OF_OVERHEAD.put("difference_lower", o -> Csv.number(end(o, o.difference().lower())));
    OF_OVERHEAD.put("difference_upper", o -> Csv.number(end(o, o.difference().upper())));
    OF_OVERHEAD.put("overhead_percent", o -> Csv.percent(o.change()));
    OF_OVERHEAD.put("lower_percent", o -> Csv.percent(end(o, o.lower())));
    OF_OVERHEAD.put("upper_percent", o -> Csv.percent(end(o, o.upper())));
    OF_OVERHEAD.put("confidence", o -> Csv.number(o.confidence()));
    OF_OVERHEAD.put("t_lower_percent", o -> Csv.percent(o.tLower()));
    OF_OVERHEAD.put("t_upper_percent", o -> Csv.percent(o.tUpper()));
    OF_OVERHEAD.put("p_holm", o -> Csv.number(o.pDiffers()));
    OF_OVERHEAD.put("noise_floor_percent", o -> Csv.percent(o.noiseFloor()));
    OF_OVERHEAD.put("verdict", o -> o.verdict().label());
  }

  private static final String TOO_WIDE = "the interval is too wide";

  private SummaryCsv() {}

  /** An end of an interval; null for none, as of whole runs in a single block. */
  private static Double end(Overhead overhead, double end) {
    return overhead.hasInterval() ? Double.valueOf(end) : null;
  }

  static String of(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    List<String> header = new ArrayList<>(plan.axes().stream().map(a -> a.property()).toList());
    header.addAll(List.of("variant", "metric", "unit", "family", "runs", "median", "min", "max"));
    header.add("relative_to");
    header.addAll(OF_OVERHEAD.keySet());
    header.addAll(List.of("not_known", "not_for_publication"));
    StringBuilder csv = new StringBuilder(Csv.row(header));
    for (Point point : plan.points()) {
      for (Variant variant : plan.columns()) {
        String reason = notForPublication(result, variant);
        for (Cell cell : result.cells(point, variant)) {
          List<String> row =
              row(plan, point, variant, cell, plan.baseline().name(), cell.overhead());
          row.add(notKnown(result, point, variant, cell));
          row.add(reason);
          csv.append(Csv.row(row));
        }
      }
      for (Pairwise relation : result.pairwise(point)) {
        csv.append(Csv.row(row(result, point, relation)));
      }
    }
    return csv.toString();
  }

  private static List<String> row(ComparisonResult result, Point point, Pairwise relation) {
    ComparisonPlan plan = result.plan();
    Variant variant =
        plan.columns().stream()
            .filter(each -> each.id().equals(relation.variant()))
            .findFirst()
            .orElseThrow();
    Cell cell = result.cell(point, variant, Metric.ofKey(relation.metric())).orElseThrow();
    List<String> row =
        row(plan, point, variant, cell, plan.nameOf(relation.relativeTo()), relation.overhead());
    row.add(notKnown(relation.overhead(), result.doubt(relation)));
    row.add(notForPublication(result, variant));
    return row;
  }

  /** Why the overhead is no answer; empty if it is one, and of the baseline, which has none. */
  static String notKnown(ComparisonResult result, Point point, Variant variant, Cell cell) {
    return cell.overhead() == null
        ? ""
        : notKnown(cell.overhead(), result.doubt(point, variant, Metric.ofKey(cell.metric())));
  }

  /** The same of any overhead. */
  static String notKnown(Overhead overhead, Optional<Doubt> doubt) {
    String interval = Precision.isAnswer(overhead.interval()) ? "" : TOO_WIDE;
    return doubt.map(Doubt::why).orElse(interval);
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

  /**
   * The columns up to those of the overhead.
   *
   * @param overhead null of the baseline, and where nothing can be compared
   */
  private static List<String> row(
      ComparisonPlan plan,
      Point point,
      Variant variant,
      Cell cell,
      String relativeTo,
      Overhead overhead) {
    Metric metric = Metric.ofKey(cell.metric());
    List<String> row = new ArrayList<>(point.values().values());
    row.addAll(List.of(variant.name(), metric.key(), metric.kind().unit()));
    boolean primary =
        overhead == null ? PrimaryMetric.isPrimary(plan, point, metric) : overhead.primary();
    row.add(primary ? "primary" : "secondary");
    row.add(Integer.toString(cell.runs()));
    row.add(Csv.number(cell.median()));
    row.add(Csv.number(cell.least()));
    row.add(Csv.number(cell.most()));
    row.add(overhead == null ? "" : relativeTo);
    OF_OVERHEAD.values().forEach(of -> row.add(overhead == null ? "" : of.apply(overhead)));
    return row;
  }
}
