package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.VariantCost;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.Estimate;

/** What the page's calculator calculates with; the same as {@code predict}. */
final class CalculatorModel {
  private CalculatorModel() {}

  static Map<String, Object> of(CostModel model) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("leastKilobytes", model.leastKilobytes());
    data.put("mostKilobytes", model.mostKilobytes());
    List<Object> variants = new ArrayList<>();
    variants.add(variant(model, null));
    model.variants().stream()
        .filter(variant -> model.refusal(variant).isEmpty())
        .forEach(variant -> variants.add(variant(model, variant)));
    data.put("variants", variants);
    return data;
  }

  /** The script of the page's calculator. */
  static String script() {
    try (InputStream in = CalculatorModel.class.getResourceAsStream("calculator.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("a part of this program cannot be read: " + e.getMessage(), e);
    }
  }

  private static Map<String, Object> variant(CostModel model, VariantCost tls) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", tls == null ? model.baseline().name() : tls.name());
    for (Side side : Side.values()) {
      CostFit plain = model.baseline().of(side).orElse(null);
      CostFit own = tls == null ? null : tls.of(side).orElse(null);
      // Without the side, the script says that it is unknown.
      if (plain != null && (tls == null || own != null)) {
        List<Object> fits = new ArrayList<>();
        fits.add(fit(plain));
        double freedom = plain.freedom();
        if (own != null) {
          fits.add(fit(own));
          freedom = Math.min(freedom, own.freedom());
        }
        if (plain.speed().variance() > 0) {
          freedom = Math.min(freedom, plain.speed().freedom());
        }
        data.put(
            side.label(),
            Map.of(
                "fits",
                fits,
                "t",
                new Estimate(0, 1, freedom).halfWidth(),
                "speed",
                plain.speed().variance()));
      }
    }
    return data;
  }

  private static Map<String, Object> fit(CostFit fit) {
    return Map.of(
        "terms",
        fit.terms().stream().map(Enum::name).toList(),
        "micros",
        fit.micros(),
        "covariance",
        fit.covariance());
  }
}
