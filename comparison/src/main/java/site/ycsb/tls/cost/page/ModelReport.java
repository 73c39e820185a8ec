package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;

/**
 * The report of a cost model, in all formats.
 *
 * @param model what was fitted
 * @param document the page
 */
public record ModelReport(CostModel model, Document document) implements Formats {
  public ModelReport {
    Objects.requireNonNull(model);
  }

  /** The report of that model. */
  public static ModelReport of(CostModel model) {
    return new ModelReport(model, ModelPage.of(model));
  }

  @Override
  public String json() throws IOException {
    return Json.of(model);
  }

  /** Writes {@code report.html} into the directory. */
  public void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("report.html"), html(), StandardCharsets.UTF_8);
  }
}
