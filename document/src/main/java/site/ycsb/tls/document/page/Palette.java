package site.ycsb.tls.document.page;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;

/**
 * The colours of a page's plots. A name has one colour and one marker on the whole page. Plots name
 * colours by class; the style has light ones, which a plot that is saved takes along, and others
 * for dark screens.
 *
 * <p>Series have the colours of Okabe and Ito, "Color Universal Design", which the colour-blind can
 * tell apart; lighter ones on dark paper.
 */
record Palette(List<String> names) {
  static final String INK = "ink";
  static final String FAINT = "faint";
  static final String LINE = "line";
  static final String REFERENCE = "reference";

  /** For text on a part of a bar; the same on all papers. */
  static final String ON_DARK = "on-dark";

  static final String ON_LIGHT = "on-light";

  private static final Theme LIGHT =
      new Theme(
          Map.of(
              INK, "#1c2330", FAINT, "#5b6574", LINE, "#d9dee6", "paper", "#ffffff", REFERENCE,
              "#7b8494", ON_DARK, "#ffffff", ON_LIGHT, "#1c2330"),
          List.of(
              "#0072b2", "#d55e00", "#009e73", "#b5578f", "#b58900", "#3a9fd8", "#6a51a3",
              "#8c564b"),
          List.of("#2b6a99", "#f0b863", "#3f8f76", "#d9a3c2", "#8490a3", "#c3b4ea"),
          List.of("#5fa8d8", "#b5d5ec", "#dde2ea", "#f8cfae", "#ef8e4f"));

  private static final Theme DARK =
      new Theme(
          Map.of(
              INK, "#e6e9ef", FAINT, "#a0a9b8", LINE, "#343c49", "paper", "#14181f", REFERENCE,
              "#98a1b0"),
          List.of(
              "#56a9e0", "#ff8b45", "#35c495", "#e08fc0", "#e5bd3c", "#8fd0f5", "#b3a0e6",
              "#cf9a8d"),
          List.of("#3d83b5", "#e3a550", "#3f9c7e", "#d692b9", "#78849a", "#b7a4ec"),
          List.of("#5fa8d8", "#a9cbe3", "#aab3c1", "#efc4a1", "#ef8e4f"));

  /**
   * Colours of one kind of paper.
   *
   * @param tones of texts, axes and what the others are compared with, by name
   * @param series of names
   * @param parts of stacked bars, from the axis outwards
   * @param changes of differences, from much less to much more; a dark text can be read on all
   */
  record Theme(
      Map<String, String> tones, List<String> series, List<String> parts, List<String> changes) {}

  static Palette of(Document document) {
    Set<String> names = new LinkedHashSet<>();
    document.charts().forEach(chart -> named(chart).forEach(names::add));
    document.references().forEach(names::remove);
    return new Palette(List.copyOf(names));
  }

  private static Stream<String> named(Chart chart) {
    if (chart instanceof Chart.IntervalPlot plot) {
      return plot.series().stream().map(Chart.Series::name);
    } else if (chart instanceof Chart.LinePlot plot) {
      return plot.lines().stream().map(Chart.Line::name);
    } else if (chart instanceof Chart.BoxPlot plot) {
      return plot.boxes().stream().map(Chart.Box::name);
    }
    return Stream.of();
  }

  /**
   * Position of the name among those that have a colour; -1 for one that others are compared with.
   */
  int slot(String name) {
    return names.indexOf(name);
  }

  /** Class of the name's colour. */
  String colorOf(String name) {
    int slot = slot(name);
    return slot < 0 ? REFERENCE : "series" + slot % LIGHT.series().size();
  }

  /** Class of the colour of a part of a bar. */
  static String colorOfPart(int part) {
    return "part" + part % LIGHT.parts().size();
  }

  /** Smaller changes have no colour. */
  private static final double SOME_CHANGE = 0.1;

  private static final double MUCH_CHANGE = 0.5;

  /**
   * Class of the colour of a difference.
   *
   * @param change -1 to 1
   */
  static String colorOfChange(double change) {
    double size = Math.abs(change);
    int steps = size >= MUCH_CHANGE ? 2 : size >= SOME_CHANGE ? 1 : 0;
    return "change" + (2 + (change < 0 ? -steps : steps));
  }

  /** The style of plots on light paper: all that a plot needs outside of the page, too. */
  static String lightStyle() {
    return """
        svg { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
        svg .l { fill: none; stroke-linejoin: round; }
        svg .middle { text-anchor: middle; } svg .end { text-anchor: end; } svg .dot { opacity: .55; }
        svg .halo { stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
        """
        + colors(LIGHT);
  }

  /** The style that makes them dark on dark screens. */
  static String darkStyle() {
    return "@media screen and (prefers-color-scheme: dark) {\n" + colors(DARK) + "}\n";
  }

  private static String colors(Theme theme) {
    Map<String, String> colors = new LinkedHashMap<>(new TreeMap<>(theme.tones()));
    number(colors, "series", theme.series());
    number(colors, "part", theme.parts());
    number(colors, "change", theme.changes());
    StringBuilder style =
        new StringBuilder("svg .halo { stroke: " + theme.tones().get("paper") + "; }\n");
    colors.forEach(
        (name, color) ->
            style.append(
                "svg .%s { fill: %s; } svg .l.%s { stroke: %s; fill: none; }\n"
                    .formatted(name, color, name, color)));
    return style.toString();
  }

  private static void number(Map<String, String> colors, String kind, List<String> each) {
    for (int i = 0; i < each.size(); i++) {
      colors.put(kind + i, each.get(i));
    }
  }
}
