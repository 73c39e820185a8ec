package site.ycsb.tls.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;

/** What the page's script draws, as JSON that may stand inside a script element. */
final class ChartData {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ChartData() {}

  static String json(ComparisonResult result) throws JsonProcessingException {
    ComparisonPlan plan = result.plan();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("baseline", plan.baseline().name());
    data.put("points", plan.points().stream().map(point -> point(result, point)).toList());
    data.put("axis", hasNumericAxis(result) ? axis(result) : null);
    // "</script>" and "<!--" would end or change the element; in JSON strings this is the same.
    return JSON.writeValueAsString(data)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** All metrics of a point, in the order of reports. */
  static List<Metric> metrics(ComparisonResult result, Point point) {
    return result.plan().columns().stream()
        .flatMap(variant -> result.cells(point, variant).stream())
        .map(cell -> Metric.ofKey(cell.metric()))
        .distinct()
        .toList();
  }

  private static Map<String, Object> point(ComparisonResult result, Point point) {
    List<Metric> metrics = metrics(result, point);
    Metric headline = headline(result, metrics);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("label", point.label());
    data.put("headline", headline.key() + ", " + headline.kind().unit());
    data.put("metrics", metrics.stream().map(m -> Map.of("name", m.key())).toList());
    data.put(
        "variants",
        result.plan().columns().stream().map(v -> variant(result, point, v, metrics)).toList());
    return data;
  }

  private static Metric headline(ComparisonResult result, List<Metric> metrics) {
    return metrics.stream()
        .filter(m -> result.plan().throttled() && m.kind() == Metric.Kind.MEAN)
        .findFirst()
        .orElse(Metric.THROUGHPUT);
  }

  private static Map<String, Object> variant(
      ComparisonResult result, Point point, Variant variant, List<Metric> metrics) {
    String headline = headline(result, metrics).key();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", variant.name());
    List<Map<String, Object>> overheads = new ArrayList<>();
    for (Metric metric : metrics) {
      overheads.add(
          result
              .cell(point, variant, metric)
              .map(Cell::overhead)
              .map(ChartData::overhead)
              .orElse(null));
    }
    data.put("overheads", overheads);
    data.put(
        "runs",
        result.acceptedRuns().stream()
            .filter(r -> r.point().equals(point.id()) && r.variant().equals(variant.id()))
            .filter(r -> r.figures().containsKey(headline))
            .map(r -> List.of(r.block(), r.figures().get(headline)))
            .toList());
    data.put("clientCpu", median(result, point, variant, Metric.CLIENT_CPU));
    data.put("serverCpu", median(result, point, variant, Metric.SERVER_CPU));
    return data;
  }

  private static Map<String, Object> overhead(Overhead overhead) {
    return Map.of(
        "change", 100 * overhead.change(),
        "lower", 100 * overhead.lower(),
        "upper", 100 * overhead.upper(),
        "verdict", overhead.verdict().label());
  }

  private static Double median(
      ComparisonResult result, Point point, Variant variant, Metric metric) {
    return result.cell(point, variant, metric).map(Cell::median).orElse(null);
  }

  /** Whether figures can be drawn over the sweep: one axis, whose values are numbers. */
  static boolean hasNumericAxis(ComparisonResult result) {
    return result.plan().axes().size() == 1
        && result.plan().axes().get(0).values().size() > 1
        && result.plan().axes().get(0).values().stream().allMatch(v -> v.matches("\\d+(\\.\\d+)?"));
  }

  private static Map<String, Object> axis(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    Optional<Metric> mean =
        plan.points().stream()
            .flatMap(p -> metrics(result, p).stream())
            .filter(m -> m.kind() == Metric.Kind.MEAN)
            .findFirst();
    List<Map<String, Object>> variants = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Double> throughput = new ArrayList<>();
      List<Double> latency = new ArrayList<>();
      for (Point point : plan.points()) {
        throughput.add(median(result, point, variant, Metric.THROUGHPUT));
        latency.add(mean.map(m -> median(result, point, variant, m)).orElse(null));
      }
      variants.add(Map.of("name", variant.name(), "throughput", throughput, "latency", latency));
    }
    return Map.of(
        "name", plan.axes().get(0).property(),
        "values", plan.axes().get(0).values(),
        "latency", mean.map(Metric::key).orElse("mean latency"),
        "variants", variants);
  }
}
