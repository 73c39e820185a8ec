package site.ycsb.tls.report;

import java.io.IOException;

/** The report as one page. */
final class HtmlReport {
  private HtmlReport() {}

  static String of(Report report) throws IOException {
    return report.text();
  }
}
