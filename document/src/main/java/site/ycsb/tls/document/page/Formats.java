package site.ycsb.tls.document.page;

import java.io.IOException;
import java.util.stream.Collectors;
import site.ycsb.tls.document.Document;

/** A report: its page, and the formats that for some reports are made of more than the page. */
public interface Formats {
  /** The page. */
  Document document();

  /** For a terminal of 120 columns, ASCII; ends with a line feed. */
  default String text() {
    return TextPage.of(document());
  }

  /** The figures as CSV (RFC 4180): the tables, with an empty line between them. */
  default String csv() {
    return document().tables().stream().map(CsvTable::of).collect(Collectors.joining("\r\n"));
  }

  /** The answers, the warnings and all cells. */
  String json() throws IOException;

  /** One self-contained page. */
  default String html() throws IOException {
    return HtmlPage.of(document());
  }
}
