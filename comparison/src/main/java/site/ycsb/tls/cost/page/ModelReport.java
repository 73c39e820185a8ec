package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;

/**
 * The report of a cost model, in all formats.
 *
 * @param model what was fitted
 */
public record ModelReport(CostModel model) implements Formats {
  @Override
  public Document document() {
    return new ModelPage(model).document();
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
