package site.ycsb.tls.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;

/**
 * An overhead over comparisons that repeat one another: they ask the same, and nothing is known
 * that differs between them. The unit is the comparison, so that the interval contains what differs
 * between two times of a machine, too. The interval of one comparison does not contain that.
 *
 * @param rows of each comparison, the earliest first; at least {@value PairedT#FEWEST}
 */
record RepeatedComparisons(String metric, List<HistoryReport.Row> rows) {
  /** What comparisons have in common that repeat one another. */
  private record Common(String subject, String metric, Map<String, String> circumstances) {}

  /** Of each subject, of each metric: those that enough comparisons repeat. */
  static List<RepeatedComparisons> among(List<HistoryReport.Row> rows) {
    Map<Integer, Map<String, String>> byPlace = new HashMap<>();
    Map<Common, List<HistoryReport.Row>> all = new LinkedHashMap<>();
    for (HistoryReport.Row row : rows) {
      Map<String, String> circumstances =
          byPlace.computeIfAbsent(
              row.place(), place -> Differences.circumstances(row.entry().result()));
      for (String metric : row.answers()) {
        all.computeIfAbsent(
                new Common(row.subject(), metric, circumstances), c -> new ArrayList<>())
            .add(row);
      }
    }
    return all.entrySet().stream()
        .filter(one -> one.getValue().size() >= PairedT.FEWEST)
        .map(one -> new RepeatedComparisons(one.getKey().metric(), one.getValue()))
        .toList();
  }

  HistoryReport.Row first() {
    return rows.get(0);
  }

  HistoryReport.Row last() {
    return rows.get(rows.size() - 1);
  }

  private List<Overhead> overheads() {
    return rows.stream().map(row -> row.overheads().get(metric)).toList();
  }

  /**
   * The mean of {@code ln(1 + overhead)}, as a change, with the interval of Student's t over the
   * comparisons.
   */
  Interval change() {
    double[] logs = overheads().stream().mapToDouble(o -> Math.log1p(o.change())).toArray();
    return PairedT.interval(logs, Interval.LEVEL).asChange();
  }

  /** How many of their own intervals contain the common estimate. */
  long containing() {
    double estimate = change().estimate();
    return overheads().stream().filter(o -> o.interval().contains(estimate)).count();
  }

  /** {@code 7 of 10}: {@link #containing}. */
  String containingOfAll() {
    return containing() + " of " + rows.size();
  }

  String inWords() {
    Interval change = change();
    return "%s %s %s (in the interval of %s)"
        .formatted(
            metric,
            Figures.change(change.estimate()),
            Figures.interval(change.lower(), change.upper()),
            containingOfAll());
  }
}
