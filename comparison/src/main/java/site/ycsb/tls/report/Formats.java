package site.ycsb.tls.report;

import java.io.IOException;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.page.HtmlPage;
import site.ycsb.tls.report.page.LatexPage;
import site.ycsb.tls.report.page.MarkdownPage;

/** A report in all formats that it can be printed in. */
public interface Formats {
  /** The page. */
  Document document();

  /** For a terminal of 120 columns, ASCII; ends with a line feed. */
  String text();

  /** The figures as CSV (RFC 4180). */
  String csv();

  /** The answers, the warnings and all cells. */
  String json() throws IOException;

  /** The page without its charts. */
  default String markdown() {
    return MarkdownPage.of(document());
  }

  /** The tables. */
  default String latex() {
    return LatexPage.of(document());
  }

  /** One self-contained page. */
  default String html() throws IOException {
    return HtmlPage.of(document());
  }
}
