package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Difference;

/**
 * Names and values may be anybody's: whatever is in them is text, of which nothing is lost and
 * which does nothing; and a figure is the same in each format.
 */
class RandomTextsTest {
  private static final String LETTERS = "ab Z0_-/.:,;|&<>\"'`=+@$%#{}[]()\\~^*!?µ–é€😀";

  /** What has a meaning in one format or another. */
  private static final List<String> MEANINGFUL =
      List.of(
          "</td><td>",
          "</script><script>alert(1)</script>",
          "<!--",
          "\"><img src=x onerror=alert(1)>",
          "{{title}}",
          "{{{data}}}",
          "&amp;",
          "&#60;",
          "=HYPERLINK(\"x\",\"y\")",
          "\\input{x}",
          "\\\\",
          "| x |",
          "[a](http://x)",
          "__proto__",
          " %",
          "$x$",
          "😀😀",
          "\u2028");

  private static final Set<String> ELEMENTS =
      words(
          """
          html head meta title style body header h1 h2 h3 p main div ul li span strong figure
          figcaption button svg path text nav a section pre dl dt dd details summary table caption
          thead tbody tr th td wbr script
          """);

  private static final Set<String> WITHOUT_CONTENT = Set.of("meta", "wbr");

  private static final Set<String> ATTRIBUTES =
      words(
          """
          lang charset http-equiv content name id class type hidden title xmlns viewBox width
          height role aria-label d data-values stroke-width x y href download data-calculator
          """);

  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-zA-Z0-9]+)((?:\\s+[a-zA-Z-]+(?:=\"[^\"]*\")?)*)\\s*(/?)>");

  private static final Pattern ATTRIBUTE = Pattern.compile("([a-zA-Z-]+)(?:=\"([^\"]*)\")?");

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+", -1));
  }

  private static String text(SplittableRandom random, int size) {
    StringBuilder text = new StringBuilder();
    do {
      text.append(RandomCases.text(random, LETTERS, 0, size));
      if (random.nextInt(3) == 0) {
        text.append(RandomCases.one(random, MEANINGFUL));
      }
    } while (text.isEmpty() || random.nextInt(3) == 0);
    return text.toString();
  }

  private static List<String> texts(SplittableRandom random, int count, int size) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text(random, size));
    }
    return texts;
  }

  @Test
  void aRowOfCsvIsReadBackAndNoCellOfItIsAFormula() {
    RandomCases.check(
        1_000,
        12,
        (random, size) -> {
          List<String> fields = texts(random, size, size);
          if (random.nextBoolean()) {
            fields.add(RandomCases.text(random, "=+@-\t\r\n\"1", 0, 4));
          }
          List<String> read = readCsv(Csv.row(fields));
          assertThat(read).hasSameSizeAs(fields);
          for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i);
            assertThat(read.get(i)).isIn(field, "'" + field);
            boolean number = field.matches("[-+]?[0-9.]+(e[-+]?[0-9]+)?( ?%)?");
            if (read.get(i).equals(field) && field.length() > 1 && !number) {
              assertThat("=+-@\t\r").doesNotContain(field.substring(0, 1));
            }
          }
        });
  }

  /** RFC 4180: fields of one row. */
  private static List<String> readCsv(String row) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < row.length(); i++) {
      char c = row.charAt(i);
      if (quoted) {
        if (c == '"' && row.startsWith("\"\"", i)) {
          field.append('"');
          i++;
        } else if (c == '"') {
          quoted = false;
        } else {
          field.append(c);
        }
      } else if (c == '"') {
        assertThat(field).as("a quote within a field").isEmpty();
        quoted = true;
      } else if (c == ',') {
        fields.add(field.toString());
        field.setLength(0);
      } else if (row.startsWith("\r\n", i)) {
        assertThat(i).as("the end of the row").isEqualTo(row.length() - 2);
        fields.add(field.toString());
        return fields;
      } else {
        assertThat(c).isNotIn('\r', '\n');
        field.append(c);
      }
    }
    throw new AssertionError("no end: " + row);
  }

  /** A page with texts everywhere. */
  private static Document page(SplittableRandom random, int size) {
    Table table =
        new Table(
            "the-table",
            text(random, size),
            List.of(Column.text(text(random, size)), new Column(text(random, size), "µs", true)),
            List.of(
                List.of(Cell.text(text(random, size)), figure(random)),
                List.of(Cell.text(text(random, size)), figure(random))));
    List<String> names = texts(random, 3, size).stream().distinct().toList();
    Chart chart =
        new Chart.IntervalPlot(
            "the-chart",
            text(random, size),
            text(random, size),
            List.of(text(random, size)),
            names.stream()
                .map(
                    name ->
                        new Chart.Series(
                            name,
                            List.of(new Chart.Mark(0, random.nextDouble(), null, null, name))))
                .toList());
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(text(random, size), text(random, size));
    return new Document(
        text(random, size),
        List.of(text(random, size)),
        List.of(new Document.Answer(text(random, size), text(random, size), "overhead")),
        List.of(text(random, size)),
        List.of(names.get(0)),
        List.of(
            new Section(
                "all",
                text(random, size),
                List.of(
                    chart,
                    new Block.Paragraph(text(random, size)),
                    new Block.Code(text(random, size)),
                    new Block.Facts(text(random, size), facts),
                    new Block.Fold(text(random, size), List.of(table)),
                    lines(random, names)))),
        List.of());
  }

  private static Chart.LinePlot lines(SplittableRandom random, List<String> names) {
    return new Chart.LinePlot(
        "the-lines",
        names.get(0),
        "",
        Chart.Axis.linear("x"),
        Chart.Axis.linear("y"),
        names.stream()
            .map(
                name ->
                    new Chart.Line(
                        name,
                        List.of(
                            Chart.LinePoint.of(1, random.nextDouble()),
                            Chart.LinePoint.of(2, random.nextDouble()))))
            .toList());
  }

  private static Cell figure(SplittableRandom random) {
    double value = RandomCases.magnitude(random, 1e-3, 1e9) * (random.nextBoolean() ? 1 : -1);
    double change = RandomCases.magnitude(random, 1e-3, 1e3) * (random.nextBoolean() ? 1 : -0.001);
    double room = Math.abs(change) * random.nextDouble();
    return switch (random.nextInt(4)) {
      case 0 -> Cell.signed(value, value - room, value + room);
      case 1 -> Cell.number(Figures.number(value), value);
      default ->
          Cell.compared(
              Figures.number(value),
              value,
              random.nextBoolean()
                  ? new Difference(change, change - room, change + room, "overhead", null)
                  : new Difference(change, null, null, "", null));
    };
  }

  /** The texts of a document, but those of its charts. */
  private static List<String> texts(Document document) {
    Section section = document.sections().get(0);
    Table table = document.tables().get(0);
    Block.Facts facts = (Block.Facts) section.blocks().get(3);
    Map.Entry<String, String> fact = facts.entries().entrySet().iterator().next();
    return List.of(
        document.title(),
        document.description().get(0),
        document.answers().get(0).subject(),
        document.answers().get(0).text(),
        document.warnings().get(0),
        section.title(),
        ((Block.Paragraph) section.blocks().get(1)).text(),
        ((Block.Code) section.blocks().get(2)).text(),
        facts.title(),
        fact.getKey(),
        fact.getValue(),
        ((Block.Fold) section.blocks().get(4)).title(),
        table.caption(),
        table.columns().get(0).title(),
        table.columns().get(1).title(),
        table.rows().get(0).get(0).text(),
        table.rows().get(1).get(0).text());
  }

  /** What a reader of HTML sees as text of each element, and the elements in their order. */
  private static final class Html {
    private final List<String> elements = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    /** Of what is not HTML: the style, the data and the script. */
    private final List<String> contents = new ArrayList<>();

    Html(String page) {
      assertThat(page).startsWith("<!DOCTYPE html>");
      Deque<String> open = new ArrayDeque<>();
      Deque<StringBuilder> content = new ArrayDeque<>();
      Matcher tags = TAG.matcher(page);
      int at = "<!DOCTYPE html>".length();
      while (at < page.length()) {
        int next = page.indexOf('<', at);
        String between = page.substring(at, next < 0 ? page.length() : next);
        if (!content.isEmpty()) {
          content.peek().append(between);
        } else {
          assertThat(between).isBlank();
        }
        if (next < 0) {
          break;
        }
        assertThat(tags.region(next, page.length()).lookingAt())
            .as(page.substring(next, Math.min(page.length(), next + 80)))
            .isTrue();
        at = tags.end();
        String name = tags.group(2);
        assertThat(ELEMENTS).contains(name);
        ATTRIBUTE
            .matcher(tags.group(3))
            .results()
            .forEach(attribute -> assertThat(ATTRIBUTES).contains(attribute.group(1)));
        if (!tags.group(1).isEmpty()) {
          assertThat(open.pop()).isEqualTo(name);
          texts.add(unescaped(content.pop().toString()).strip());
        } else if (tags.group(4).isEmpty() && !WITHOUT_CONTENT.contains(name)) {
          elements.add(name);
          open.push(name);
          content.push(new StringBuilder());
          if (name.equals("script") || name.equals("style")) {
            int end = page.indexOf("</" + name, at);
            assertThat(end).isPositive();
            contents.add(page.substring(at, end));
            at = end;
          }
        }
      }
      assertThat(open).isEmpty();
    }

    private static String unescaped(String text) {
      return text.replace("\u00a0%", " %")
          .replace("&lt;", "<")
          .replace("&gt;", ">")
          .replace("&quot;", "\"")
          .replace("&#39;", "'")
          .replace("&#x60;", "`")
          .replace("&#x3D;", "=")
          .replace("&amp;", "&");
    }
  }

  @Test
  void aPageHasAllTextsAsTextAndNoOtherElements() {
    RandomCases.check(
        60,
        12,
        (random, size) -> {
          Document document = page(random, size);
          Html html = new Html(HtmlPage.of(document));
          assertThat(html.texts).containsAll(texts(document).stream().map(String::strip).toList());
          assertThat(html.elements.stream().filter("script"::equals)).hasSize(2);
          Chart.LinePlot plot = (Chart.LinePlot) document.charts().get(1);
          List<String> names = new ArrayList<>();
          new ObjectMapper()
              .readTree(html.contents.get(html.contents.size() - 2))
              .at("/plots/the-lines")
              .forEach(line -> names.add(line.get("name").asText().replace("\u00a0%", " %")));
          assertThat(names).isEqualTo(plot.lines().stream().map(Chart.Line::name).toList());
          assertThat(html.elements.stream().filter("tr"::equals)).hasSize(3);
          assertThat(html.elements.stream().filter("td"::equals)).hasSize(4);
        });
  }

  /** As files they are XML. */
  @Test
  void aPlotIsWellFormedAndNamesWhatItShows() {
    RandomCases.check(
        60,
        12,
        (random, size) -> {
          Document document = page(random, size);
          Chart.IntervalPlot chart = (Chart.IntervalPlot) document.charts().get(0);
          for (String svg : new SvgPlot(Palette.of(document)).both(chart)) {
            Element plot =
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)))
                    .getDocumentElement();
            assertThat(plot.getAttribute("aria-label").replace('\u00a0', ' '))
                .isEqualTo(chart.title());
            List<String> notes = new ArrayList<>();
            NodeList titles = plot.getElementsByTagName("title");
            for (int i = 0; i < titles.getLength(); i++) {
              notes.add(titles.item(i).getTextContent().replace('\u00a0', ' '));
            }
            chart
                .series()
                .forEach(
                    series ->
                        assertThat(notes)
                            .contains(
                                series.name()
                                    + ", "
                                    + chart.rows().get(0)
                                    + ": "
                                    + Figures.number(series.marks().get(0).value())
                                    + ", "
                                    + series.name()));
          }
        });
  }

  @Test
  void aRowOfMarkdownIsReadBackCellByCell() {
    RandomCases.check(
        300,
        12,
        (random, size) -> {
          List<String> fields = texts(random, 1 + random.nextInt(4), size);
          Table table =
              new Table(
                  "t",
                  "",
                  fields.stream().map(Column::text).toList(),
                  List.of(fields.stream().map(Cell::text).toList()));
          Document document = page(table);
          List<String> rows =
              MarkdownPage.of(document).lines().filter(line -> line.startsWith("| ")).toList();
          assertThat(rows).hasSize(3);
          List<String> expected = fields.stream().map(f -> f.replaceAll("\n+", " ")).toList();
          assertThat(readMarkdown(rows.get(0))).isEqualTo(expected);
          assertThat(readMarkdown(rows.get(2))).isEqualTo(expected);
        });
  }

  /** Cells of a row of GitHub's tables, without the escapes. */
  private static List<String> readMarkdown(String row) {
    assertThat(row).startsWith("| ").endsWith(" |");
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    for (int i = 2; i < row.length(); i++) {
      char c = row.charAt(i);
      if (c == '\\') {
        cell.append(row.charAt(++i));
      } else if (c == '|') {
        cells.add(cell.substring(0, cell.length() - 1));
        cell.setLength(0);
        i++;
      } else {
        assertThat("`*_[]<").as("has a meaning here").doesNotContain(String.valueOf(c));
        cell.append(c);
      }
    }
    return cells.stream().map(each -> each.replace("&lt;", "<").replace("&amp;", "&")).toList();
  }

  @Test
  void latexHasAsManyCellsAsTheTableAndBalancedBraces() {
    RandomCases.check(
        300,
        12,
        (random, size) -> {
          Table table = page(random, size).tables().get(0);
          long depth = 0;
          for (String line : LatexPage.of(table).lines().toList()) {
            String bare = line.replaceAll("\\\\(?:[\\\\{}#$%&_]|[a-zA-Z]+)", "");
            if (!bare.strip().startsWith("%")) {
              depth += count(bare, '{') - count(bare, '}');
              boolean row = line.endsWith(" \\\\");
              assertThat(count(bare, '&')).isEqualTo(row ? 1 : 0);
              assertThat(bare.replaceAll("%$", "")).doesNotContain("#", "%", "_", "^", "~");
              assertThat(count(bare, '$') % 2).isZero();
            }
          }
          assertThat(depth).isZero();
        });
  }

  private static long count(String text, char of) {
    return text.chars().filter(c -> c == of).count();
  }

  @Test
  void aFigureIsTheSameInEachFormat() {
    RandomCases.check(
        100,
        14,
        (random, size) -> {
          List<Column> columns = new ArrayList<>(List.of(Column.text("name")));
          List<Cell> row = new ArrayList<>(List.of(Cell.text("TLS_AES_256_GCM_SHA384 RSA-2048")));
          for (int i = 0; i < size; i++) {
            columns.add(Column.number("column " + i, "µs/op"));
            row.add(figure(random));
          }
          Table table = new Table("t", "", columns, List.of(row));
          Document document = page(table);
          String text = TextPage.of(document);
          assertThat(text.lines()).allMatch(line -> line.length() <= 120);
          String markdown = MarkdownPage.of(document).replace("\\", "");
          String latex = LatexPage.of(document).replaceAll("[$\\\\]", "");
          List<String> html = new Html(HtmlPage.of(document)).texts;
          List<String> rows = CsvTable.of(table).lines().toList();
          List<String> csv = readCsv(rows.get(1) + "\r\n");

          int field = 1;
          for (int i = 1; i < columns.size(); i++) {
            Cell cell = row.get(i);
            assertThat(text).contains(cell.text());
            assertThat(markdown).contains(cell.line());
            assertThat(latex).contains(cell.line());
            assertThat(html).contains(cell.text());
            assertRounded(csv.get(field++), cell.text(), cell.value());
            if (table.isEstimated(i)) {
              if (cell.interval() != null) {
                assertThat(html).contains(cell.interval().text());
                assertRounded(csv.get(field), ends(cell)[0], cell.interval().lower());
                assertRounded(csv.get(field + 1), ends(cell)[1], cell.interval().upper());
              }
              field += 2;
            }
            if (table.isCompared(i)) {
              Difference difference = cell.difference();
              if (difference != null) {
                String change = Figures.change(difference.change());
                assertThat(text).contains(change);
                assertThat(html).contains("(" + change + ")");
                assertRounded(csv.get(field), change, 100 * difference.change());
                if (difference.lower() != null) {
                  String ends = Figures.interval(difference.lower(), difference.upper());
                  assertThat(text).contains(ends);
                  assertThat(markdown).contains(ends);
                  assertThat(latex).contains(ends);
                  assertThat(html).contains(ends);
                }
                assertThat(csv.get(field + 3)).isEqualTo(difference.verdict());
              }
              field += 4;
            }
          }
          assertThat(csv).hasSize(field);
        });
  }

  private static String[] ends(Cell cell) {
    return cell.interval().text().replaceAll("[\\[\\]]", "").split(", ", -1);
  }

  private static Document page(Table table) {
    return new Document(
        "t",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(new Section("s", "s", List.of(table))),
        List.of());
  }

  /** Both are the exact figure, one with six digits and one with the table's. */
  private static void assertRounded(String csv, String shown, double exact) {
    double six = Double.parseDouble(csv);
    double few = Double.parseDouble(shown.replaceAll("[, %]", ""));
    assertThat(six).isCloseTo(exact, within(6e-6 * Math.abs(exact)));
    assertThat(few).isCloseTo(six, within(Math.max(0.0501, 0.0051 * Math.abs(exact))));
  }
}
