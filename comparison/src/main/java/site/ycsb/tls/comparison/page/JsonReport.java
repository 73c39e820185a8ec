package site.ycsb.tls.comparison.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.comparison.explanation.Breakdown;
import site.ycsb.tls.comparison.explanation.Explanation;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Pairwise;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.servers.Variant;

/**
 * The main results of a comparison by name, for programs; {@code comparison.json} has all of them.
 */
final class JsonReport {
  private JsonReport() {}

  static String of(ComparisonResult result, Document document, Optional<Explanation> explanation)
      throws JsonProcessingException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("title", document.title());
    json.put("complete", result.complete());
    json.put("ending", result.ending());
    json.put("startedAt", result.startedAt());
    json.put("command", result.command());
    json.put("baseline", result.plan().baseline().name());
    json.put("answers", document.answers());
    json.put("warnings", document.warnings());
    List<Map<String, Object>> cells = new ArrayList<>();
    List<Map<String, Object>> relations = new ArrayList<>();
    for (Point point : result.plan().points()) {
      for (Variant variant : result.plan().columns()) {
        result.cells(point, variant).forEach(c -> cells.add(cell(result, point, variant, c)));
      }
      result.pairwise(point).forEach(each -> relations.add(relation(result, point, each)));
    }
    json.put("cells", cells);
    json.put("pairwise", relations);
    explanation.ifPresent(found -> json.put("explanation", explanation(found)));
    return Json.of(json);
  }

  private static Map<String, Object> cell(
      ComparisonResult result, Point point, Variant variant, Cell cell) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("point", point.values());
    json.put("variant", variant.name());
    json.put("metric", cell.metric());
    json.put("unit", Metric.ofKey(cell.metric()).kind().unit());
    json.put("runs", cell.runs());
    json.put("medianOfRuns", cell.median());
    json.put("leastOfRuns", cell.least());
    json.put("mostOfRuns", cell.most());
    json.put("overhead", cell.overhead());
    json.put("notKnown", SummaryCsv.notKnown(result, point, variant, cell));
    return json;
  }

  private static Map<String, Object> relation(
      ComparisonResult result, Point point, Pairwise pairwise) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("point", point.values());
    json.put("variant", result.plan().nameOf(pairwise.variant()));
    json.put("relativeTo", result.plan().nameOf(pairwise.relativeTo()));
    json.put("metric", pairwise.metric());
    json.put("unit", Metric.ofKey(pairwise.metric()).kind().unit());
    json.put("overhead", pairwise.overhead());
    json.put("notKnown", SummaryCsv.notKnown(pairwise.overhead(), result.doubt(pairwise)));
    return json;
  }

  private static Map<String, Object> explanation(Explanation explanation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("remarks", explanation.remarks());
    json.put("breakdowns", explanation.breakdowns().stream().map(JsonReport::breakdown).toList());
    return json;
  }

  private static Map<String, Object> breakdown(Breakdown side) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("baseline", side.baseline().name());
    json.put("variant", side.variant().name());
    json.put("side", side.side().label());
    json.put("unit", side.side().metric().kind().unit());
    json.put("blocks", side.blocks());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Breakdown.Row row : side.rows()) {
      Map<String, Object> named = new LinkedHashMap<>();
      named.put("category", row.category().label(side.side()));
      named.putAll(amount(row.amount()));
      rows.add(named);
    }
    json.put("rows", rows);
    json.put("sum", amount(side.sum()));
    json.put("comparison", side.compared().map(JsonReport::comparison).orElse(null));
    return json;
  }

  private static Map<String, Object> comparison(Breakdown.Compared found) {
    Map<String, Object> json = amount(found.amount());
    json.put("known", found.known());
    return json;
  }

  private static Map<String, Object> amount(Breakdown.Amount amount) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ofBaseline", amount.baseline());
    json.put("ofVariant", amount.variant());
    json.put("difference", amount.difference());
    return json;
  }
}
