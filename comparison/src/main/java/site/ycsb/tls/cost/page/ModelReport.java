package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.file.WholeFile;

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

  /** Writes {@code report.html} into the directory; it is there whole, or as it was. */
  public void writeTo(Path directory) throws IOException {
    WholeFile.write(
        directory.resolve("report.html"), html().getBytes(StandardCharsets.UTF_8));
  }
}
