package site.ycsb.tls.cost.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.Chromium;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;
import site.ycsb.tls.cost.VariantCost;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** The calculator of a model's page, in a real browser, gives what {@code predict} gives. */
class CalculatorTest {
  @TempDir Path directory;

  /** Moves the sliders to these positions: operations, bytes, connections, resumed. */
  private static String move(int... positions) {
    StringBuilder script =
        new StringBuilder("(() => {const s = document.querySelectorAll('.calculator input');");
    for (int i = 0; i < positions.length; i++) {
      script.append(
          "s[%d].value = %d; s[%d].dispatchEvent(new Event('input'));"
              .formatted(i, positions[i], i));
    }
    return script
        + "return [...document.querySelectorAll('.calculator td')].map((c) => c.textContent).join('|');})()";
  }

  @Test
  @Needs(Requirement.CHROMIUM)
  void theSlidersSayWhatTheCommandSays() throws Exception {
    CostModel model = KnownCosts.model(true);
    new ModelReport(model).writeTo(directory);
    try (Chromium chromium = Chromium.start(Files.createDirectory(directory.resolve("profile")))) {
      for (int width : new int[] {390, 800, 1440}) {
        chromium.open(directory.resolve("report.html"), width, "light");
        // 10^(80/20) operations/s of 10^(20/20) KB, 10^(40/20) connections/s, half of them resumed.
        assertThat(chromium.evaluate(move(80, 20, 40, 50)).asText())
            .isEqualTo(predicted(model, new Load(10_000, 10, 100, 0.5)));
        // No new connections.
        assertThat(chromium.evaluate(move(100, 0, -1, 0)).asText())
            .isEqualTo(predicted(model, new Load(100_000, 1, 0, 0)));
        // As little as the sliders have.
        assertThat(chromium.evaluate(move(40, -20, -1, 0)).asText())
            .isEqualTo(predicted(model, new Load(100, 0.1, 0, 0)))
            .contains("|0.00");
        assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
            .isLessThanOrEqualTo(width);
        assertThat(chromium.cutOff()).as(width + " px").isEmpty();
        Files.createDirectories(Path.of("target", "screenshots"));
        Files.write(
            Path.of("target", "screenshots", "model-" + width + ".png"), chromium.screenshot());
      }
      chromium.evaluate(move(80, 40, -1, 0));
      assertThat(
              chromium.evaluate("document.querySelector('.calculator .note').textContent").asText())
          .isEmpty();
      chromium.evaluate(move(80, -20, -1, 0));
      assertThat(
              chromium.evaluate("document.querySelector('.calculator .note').textContent").asText())
          .startsWith("Extrapolated: only 0.300 to 100 KB");
      assertThat(chromium.complaints).isEmpty();
    }
  }

  /** Such as that of a router's shards, which have no clock. */
  @Test
  void aSideThatIsUnknownOfOneVariantIsLeftOut() {
    VariantCost known = KnownCosts.perOperation("TLS_Y", 6, 0.1);
    CostModel model = KnownCosts.with(new VariantCost("TLS_Y", known.client(), null));

    List<?> variants = (List<?>) CalculatorModel.of(model).get("variants");
    assertThat(variants).hasSize(2);
    assertThat(((Map<?, ?>) variants.get(0)).keySet().toString())
        .isEqualTo("[name, client, server]");
    assertThat(((Map<?, ?>) variants.get(1)).keySet().toString()).isEqualTo("[name, client]");
  }

  /** The cells of the command's table: those of a variant's client and server in one row. */
  private static String predicted(CostModel model, Load load) throws Exception {
    Document document = new PredictionReport(model, Prediction.of(model, load)).document();
    Table table = (Table) document.sections().get(0).blocks().get(0);
    List<String> cells = new ArrayList<>();
    for (List<Table.Cell> row : table.rows()) {
      if (row.get(1).text().equals("client")) {
        cells.add(row.get(0).text());
      }
      Table.Cell cores = row.get(2);
      cells.add(cores.text() + " " + cores.interval().text());
    }
    return String.join("|", cells);
  }
}
