package site.ycsb.tls.document.page;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.document.Document;

/** A report: its page, and the formats that for some reports are made of more than the page. */
public interface Formats {
  /** The page. */
  Document document();

  /** For a terminal of 120 columns, ASCII; ends with a line feed. */
  default String text() {
    return TextPage.of(document());
  }

  /**
   * The figures as CSV (RFC 4180): the tables and, if there are warnings, a last one of these, with
   * an empty line between them.
   */
  default String csv() {
    Document document = document();
    Stream<String> tables = document.tables().stream().map(CsvTable::of);
    Stream<String> warnings =
        document.warnings().isEmpty() ? Stream.of() : Stream.of(warnings(document));
    return Stream.concat(tables, warnings).collect(Collectors.joining("\r\n"));
  }

  private static String warnings(Document document) {
    return Stream.concat(Stream.of("warning"), document.warnings().stream())
        .map(line -> Csv.row(List.of(line)))
        .collect(Collectors.joining());
  }

  /** The answers, the warnings and all cells. */
  String json() throws IOException;

  /** One self-contained page. */
  default String html() throws IOException {
    return HtmlPage.of(document());
  }
}
