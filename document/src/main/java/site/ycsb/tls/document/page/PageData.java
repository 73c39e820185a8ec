package site.ycsb.tls.document.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;

/**
 * What the page's script needs of a document, as JSON that may stand inside a script element: the
 * values of lines, and what calculators calculate with.
 */
final class PageData {
  /** More digits than a pixel can show. */
  private static final MathContext DIGITS = new MathContext(5);

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          // The same figures make the same page.
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .addModule(new SimpleModule().addSerializer(Double.class, new Rounded()))
          .addModule(new SimpleModule("primitive").addSerializer(double.class, new Rounded()))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private PageData() {}

  static String of(Document document) throws JsonProcessingException {
    Map<String, Object> plots = new LinkedHashMap<>();
    for (Chart chart : document.charts()) {
      if (chart instanceof Chart.LinePlot plot) {
        plots.put(plot.name(), plot.lines().stream().map(PageData::line).toList());
      }
    }
    Map<String, Object> calculators = new LinkedHashMap<>();
    document.calculators().forEach(each -> calculators.put(each.name(), each.model()));
    // "</script>" and "<!--" would end or change the element; in JSON strings this is the same.
    return JSON.writeValueAsString(Map.of("plots", plots, "calculators", calculators))
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static Map<String, Object> line(Chart.Line line) {
    return Map.of(
        "name",
        line.name(),
        "at",
        line.points().stream().map(point -> List.of(point.x(), point.y())).toList());
  }

  private static final class Rounded extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider with)
        throws IOException {
      if (Double.isFinite(value)) {
        BigDecimal rounded = new BigDecimal(value, DIGITS).stripTrailingZeros();
        to.writeNumber(
            rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toString());
      } else {
        throw new IOException("a chart has a value that is no number: " + value);
      }
    }
  }
}
