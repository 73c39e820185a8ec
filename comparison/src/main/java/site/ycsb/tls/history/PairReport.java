package site.ycsb.tls.history;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;

/**
 * The report of two comparisons beside each other, in all formats.
 *
 * @param pair the two
 * @param document the page
 */
public record PairReport(ComparisonPair pair, Document document) implements Formats {

  /**
   * The report of a pair.
   *
   * @param first name of the first comparison
   * @param second name of the second one; equal names get numbers
   */
  public static PairReport of(ComparisonPair pair, String first, String second) {
    boolean same = first.equals(second);
    PairPage page =
        new PairPage(pair, same ? first + " (1)" : first, same ? second + " (2)" : second);
    return new PairReport(pair, page.document());
  }

  /** The differences, the answers and all cells. */
  @Override
  public String json() throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("differences", pair.differences());
    json.put("answers", document.answers());
    json.put("warnings", document.warnings());
    json.put("cells", pair.cells());
    return Json.of(json);
  }
}
