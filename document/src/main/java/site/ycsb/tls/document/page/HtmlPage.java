package site.ycsb.tls.document.page;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * A document as one page without external files: style, static plots and a small script are inside.
 * Its content security policy allows this script by its hash and nothing else, so that no label can
 * become executable markup.
 */
public record HtmlPage(SvgPlot plots) {
  private static final int FIRST_WARNINGS = 3;

  /** Longer text gets its own line on a phone. */
  private static final int SHORT = 12;

  // What the template inserts.
  private record SectionPart(String id, String title, List<Map<String, Object>> blocks) {}

  private record Plot(String name, String title, String note, List<String> svgs) {}

  private record FactList(boolean hasTitle, String title, List<Fact> entries) {}

  private record Fact(String name, String value) {}

  private record Export(String csv, String latex) {}

  /**
   * The whole page.
   *
   * @throws IOException when a part of this program is missing
   */
  public static String of(Document document) throws IOException {
    Palette palette = Palette.of(document);
    return new HtmlPage(new SvgPlot(palette)).page(document);
  }

  private String page(Document document) throws IOException {
    // As the template will insert it: its hash is that of the page's script.
    String script =
        PageResources.unbroken(
            PageResources.text("report.js")
                + document.calculators().stream()
                    .map(Block.Calculator::script)
                    .distinct()
                    .collect(Collectors.joining()));
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", document.title());
    page.put("scriptHash", hash(script));
    page.put("style", PageResources.text("report.css") + Palette.darkStyle());
    page.put("plotStyle", Palette.lightStyle());
    page.put("script", script);
    page.put("data", PageData.of(document));
    page.put("description", document.description());
    page.put("hasTiles", !document.tiles().isEmpty());
    page.put("tiles", document.tiles());
    page.put("answers", document.answers());
    warnings(page, document.warnings());
    Optional<Chart> first = document.firstChart();
    page.put("first", first.map(this::block).map(List::of).orElse(List.of()));
    page.put("sections", document.everything().stream().map(each -> section(each, first)).toList());
    return PageResources.compiler()
        .withLoader(name -> new StringReader(PageResources.text(name + ".mustache")))
        .compile(PageResources.text("report.mustache"))
        .execute(page);
  }

  /**
   * The most important come first; the others are folded so that the figures stay on the first
   * screen.
   */
  private static void warnings(Map<String, Object> page, List<String> warnings) {
    int first = warnings.size() <= FIRST_WARNINGS + 1 ? warnings.size() : FIRST_WARNINGS;
    page.put("hasWarnings", !warnings.isEmpty());
    page.put("warnings", warnings.subList(0, first));
    page.put("hasMore", first < warnings.size());
    page.put("moreCount", warnings.size() - first);
    page.put("more", warnings.subList(first, warnings.size()));
  }

  /** A section without the chart that stands on the first screen. */
  private SectionPart section(Section section, Optional<Chart> first) {
    List<Block> others =
        section.blocks().stream().filter(each -> !first.equals(Optional.of(each))).toList();
    return new SectionPart(section.id(), section.title(), blocks(others));
  }

  private List<Map<String, Object>> blocks(List<Block> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  /** The template recognises a kind of block by its key; all other keys are false. */
  private Map<String, Object> block(Block block) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("paragraph", block instanceof Block.Paragraph ? block : false);
    shown.put("code", block instanceof Block.Code ? block : false);
    shown.put("calculator", block instanceof Block.Calculator ? block : false);
    shown.put("facts", block instanceof Block.Facts facts ? facts(facts) : false);
    shown.put("fold", block instanceof Block.Fold fold ? fold(fold) : false);
    shown.put("table", block instanceof Table table ? table(table) : false);
    shown.put("plot", block instanceof Chart chart ? plot(chart) : false);
    return shown;
  }

  private Map<String, Object> fold(Block.Fold fold) {
    return Map.of("title", fold.title(), "blocks", blocks(fold.blocks()));
  }

  private Plot plot(Chart chart) {
    return new Plot(chart.name(), chart.title(), chart.note(), plots.both(chart));
  }

  private static FactList facts(Block.Facts facts) {
    List<Fact> entries =
        facts.entries().entrySet().stream().map(e -> new Fact(e.getKey(), e.getValue())).toList();
    return new FactList(!facts.title().isEmpty(), facts.title(), entries);
  }

  private static Map<String, Object> table(Table table) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", table.name());
    shown.put("caption", table.caption());
    shown.put(
        "columns",
        table.columns().stream()
            .map(c -> Map.of("title", c.title(), "unit", c.unit(), "align", align(c)))
            .toList());
    shown.put(
        "rows", table.rows().stream().map(row -> Map.of("cells", cells(table, row))).toList());
    shown.put("export", isListOfFiles(table) ? false : export(table));
    return shown;
  }

  /** Nobody cites those, and they are long. */
  private static boolean isListOfFiles(Table table) {
    return table.rows().stream().flatMap(List::stream).anyMatch(cell -> cell.href() != null);
  }

  private static Export export(Table table) {
    return new Export(
        dataUri("text/csv", CsvTable.of(table)),
        dataUri("application/x-latex", LatexPage.of(table)));
  }

  private static List<Map<String, Object>> cells(Table table, List<Cell> row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> cell(row.get(i), table.columns().get(i)))
        .toList();
  }

  private static Map<String, Object> cell(Cell cell, Column column) {
    Map<String, Object> shown = new LinkedHashMap<>();
    String style = (align(column) + (cell.text().length() > SHORT ? " name" : "")).strip();
    shown.put("align", style.isEmpty() ? "" : " class=\"" + style + "\"");
    shown.put("own", cell.interval() == null ? false : cell.interval().text());
    shown.put("parts", column.numeric() ? List.of(cell.text()) : parts(cell.text()));
    shown.put("href", cell.href() == null ? false : cell.href());
    Difference difference = cell.difference();
    shown.put("change", difference == null ? false : change(cell));
    if (difference != null) {
      shown.put("verdict", difference.verdict());
      shown.put("interval", difference.ends());
      shown.put("noise", difference.noise() == null ? false : Figures.percent(difference.noise()));
    }
    return shown;
  }

  /** Behind a figure, in parentheses. */
  private static String change(Cell cell) {
    String change = Figures.change(cell.difference().change());
    return cell.text().isEmpty() ? change : "(" + change + ")";
  }

  /** Long names may be broken between these, and units may not. */
  private static List<String> parts(String name) {
    return List.of(name.split("(?<=[ _])|(?<=(?<!µs|ops)/)"));
  }

  private static String align(Column column) {
    return column.numeric() ? "" : "text";
  }

  private static String dataUri(String type, String content) {
    return "data:%s;base64,%s"
        .formatted(
            type, Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8)));
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}
