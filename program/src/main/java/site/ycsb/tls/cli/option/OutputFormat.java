package site.ycsb.tls.cli.option;

import java.io.IOException;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.LatexPage;
import site.ycsb.tls.document.page.MarkdownPage;

/** The formats that reports are printed in, with their names on the command line. */
public enum OutputFormat {
  text,
  md,
  csv,
  json,
  latex;

  /** The report in this format. */
  public String of(Formats report) throws IOException {
    return switch (this) {
      case text -> report.text();
      case md -> MarkdownPage.of(report.document());
      case csv -> report.csv();
      case json -> report.json();
      case latex -> LatexPage.of(report.document());
    };
  }
}
