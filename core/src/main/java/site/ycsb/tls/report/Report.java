package site.ycsb.tls.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import site.ycsb.tls.compare.result.ComparisonResult;

/**
 * What is to be shown of a comparison; the formats are made from it.
 *
 * @param result the comparison
 */
public record Report(ComparisonResult result) {
  public Report {
    Objects.requireNonNull(result);
  }

  /** The table for the terminal: at most 120 columns, ends with a line feed. */
  public String text() {
    throw new UnsupportedOperationException("TODO");
  }

  /** Writes {@code summary.csv} and {@code report.html} beside {@code comparison.json}. */
  public void writeTo(Path directory) throws IOException {
    throw new UnsupportedOperationException("TODO " + directory);
  }
}
