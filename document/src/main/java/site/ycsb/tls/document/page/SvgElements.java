package site.ycsb.tls.document.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/** Shapes, lines and texts of one static plot, as its template wants them. */
final class SvgElements {
  /** Estimated widths of characters at 12 px; there is no font to ask. */
  static final double CHARACTER = 6.6;

  private static final double CAPITAL = 8.4;

  static final int LINE_HEIGHT = 15;

  /** The widest name in a legend, px. */
  private static final double LEGEND = 520;

  private final Palette palette;
  private final List<Element> elements = new ArrayList<>();

  /** For the template: one of these; the others are null. */
  record Element(Shape shape, Line line, Text text) {}

  private record Shape(String path, String fill, String note) {}

  private record Line(String path, String stroke, String thick, boolean hasValues) {}

  private record Text(String x, String y, String fill, String text) {}

  SvgElements(Palette palette) {
    this.palette = palette;
  }

  List<Element> fromBackToFront() {
    return List.copyOf(elements);
  }

  /** A marker and the name for each series, if there are several; returns where the plot begins. */
  double legend(List<String> series, double width) {
    return legend(
        series, width, (number, x, y) -> marker(series.get(number), x, y, series.get(number)));
  }

  /** The same for parts of bars. */
  double legendOfParts(List<String> parts, double width) {
    return legend(
        parts,
        width,
        (number, x, y) -> shape(circle(x, y, 5), Palette.colorOfPart(number), parts.get(number)));
  }

  /** The same for what has more or less. */
  double legendOfChanges(List<String> changes, List<Double> each, double width) {
    return legend(
        changes,
        width,
        (number, x, y) ->
            shape(
                rectangle(x - 5, y - 5, x + 5, y + 5),
                Palette.colorOfChange(each.get(number)),
                changes.get(number)));
  }

  private interface Sign {
    void draw(int number, double x, double y);
  }

  private double legend(List<String> names, double width, Sign sign) {
    if (names.size() < 2) {
      return 4;
    }
    double x = 6;
    double y = 10;
    for (int i = 0; i < names.size(); i++) {
      List<String> lines = broken(names.get(i), Math.min(width - 30, LEGEND));
      double needed = 12 + lines.stream().mapToDouble(SvgElements::widthOf).max().orElse(0) + 20;
      if (x > 6 && x + needed > width) {
        x = 6;
        y += 20;
      }
      sign.draw(i, x, y);
      for (int line = 0; line < lines.size(); line++) {
        text(x + 12, y + 4 + line * LINE_HEIGHT, "start", Palette.INK, lines.get(line));
      }
      y += (lines.size() - 1) * LINE_HEIGHT;
      x += needed;
    }
    return y + 16;
  }

  /** Its estimated width, px. */
  static double widthOf(String text) {
    return text.chars().mapToDouble(c -> Character.isUpperCase(c) ? CAPITAL : CHARACTER).sum();
  }

  /** Long names are broken at blanks, underscores, hyphens and slashes. */
  static List<String> broken(String name, double most) {
    List<String> lines = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String part : name.split("(?<=[ _/-])", -1)) {
      if (current.length() > 0 && widthOf(current + part) > most) {
        lines.add(current.toString());
        current.setLength(0);
      }
      current.append(part);
    }
    lines.add(current.toString());
    return lines.stream().limit(4).map(line -> cut(line.strip(), most)).toList();
  }

  static String cut(String text, double most) {
    int length = text.length();
    while (length > 1 && widthOf(text.substring(0, length)) > most) {
      length--;
    }
    if (length == text.length()) {
      return text;
    }
    int end = Math.max(1, length - 1);
    boolean within = Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, within ? end - 1 : end) + "…";
  }

  /** The shape that goes with the name: four, so that colour alone does not tell names apart. */
  void marker(String name, double x, double y, String note) {
    int slot = palette.slot(name);
    String path =
        switch (slot < 0 ? 0 : slot % 4) {
          case 1 -> polygon(x, y, -4, -4, 4, -4, 4, 4, -4, 4);
          case 2 -> polygon(x, y, 0, -5.5, 5, 4, -5, 4);
          case 3 -> polygon(x, y, 0, -5.5, 5.5, 0, 0, 5.5, -5.5, 0);
          default -> circle(x, y, 4.5);
        };
    shape(path, palette.colorOf(name), note);
  }

  private static String polygon(double x, double y, double... offsets) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < offsets.length; i += 2) {
      path.append(i == 0 ? 'M' : 'L')
          .append(at(x + offsets[i]))
          .append(' ')
          .append(at(y + offsets[i + 1]));
    }
    return path.append('Z').toString();
  }

  static String circle(double x, double y, double radius) {
    String r = at(radius);
    return "M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0-%s 0Z"
        .formatted(at(x - radius), at(y), r, r, at(2 * radius), r, r, at(2 * radius));
  }

  static String rectangle(double left, double top, double right, double bottom) {
    return "M%s %sH%sV%sH%sZ".formatted(at(left), at(top), at(right), at(bottom), at(left));
  }

  private static String at(double coordinate) {
    String tenths = String.format(Locale.ROOT, "%.1f", coordinate);
    return tenths.endsWith(".0") ? tenths.substring(0, tenths.length() - 2) : tenths;
  }

  /**
   * Where a plot is, px.
   *
   * @param width of the whole, with what stands beside the plot
   */
  record Area(double left, double right, double top, double bottom, double width) {
    /** The middle of a text that is in the whole, as near to this one as that is possible. */
    private double inside(double middle, double half) {
      return Math.max(half, Math.min(width - half, middle));
    }
  }

  /**
   * A horizontal axis below a plot: a line through the plot for each tick, labels as far as there
   * is room for them, and a title.
   *
   * @param x where a tick is, px
   */
  void axis(
      List<Double> ticks,
      DoubleUnaryOperator x,
      DoubleFunction<String> label,
      String title,
      Area plot) {
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : ticks) {
      double at = x.applyAsDouble(tick);
      line(at, plot.top, at, plot.bottom, Palette.LINE, 1);
      double half = widthOf(label.apply(tick)) / 2;
      double middle = plot.inside(at, half);
      if (middle - half > last + 4) {
        text(middle, plot.bottom + 15, "middle", Palette.FAINT, label.apply(tick));
        last = middle + half;
      }
    }
    line(plot.left, plot.bottom, plot.right, plot.bottom, Palette.FAINT, 1);
    double middle = plot.inside((plot.left + plot.right) / 2, widthOf(title) / 2);
    text(middle, plot.bottom + 33, "middle", Palette.FAINT, title);
  }

  /**
   * A filled shape.
   *
   * @param color class of its colour, and others
   * @param note what it shows
   */
  void shape(String path, String color, String note) {
    elements.add(new Element(new Shape(path, color, note), null, null));
  }

  void line(double x1, double y1, double x2, double y2, String color, double thickness) {
    String path =
        x1 == x2
            ? "M%s %sV%s".formatted(at(x1), at(y1), at(y2))
            : y1 == y2
                ? "M%s %sH%s".formatted(at(x1), at(y1), at(x2))
                : "M%s %sL%s %s".formatted(at(x1), at(y1), at(x2), at(y2));
    line(path, color, thickness, false);
  }

  /** Points joined by straight lines; the page's script knows their values. */
  void polyline(List<double[]> points, String color, double thickness) {
    StringBuilder path = new StringBuilder();
    for (double[] point : points) {
      path.append(path.isEmpty() ? 'M' : 'L').append(at(point[0])).append(' ').append(at(point[1]));
    }
    line(path.toString(), color, thickness, true);
  }

  private void line(String path, String color, double thickness, boolean hasValues) {
    String thick = thickness == 1 ? "" : " stroke-width=\"" + at(thickness) + "\"";
    elements.add(new Element(null, new Line(path, color, thick, hasValues), null));
  }

  /**
   * A text.
   *
   * @param anchor start, middle or end
   */
  void text(double x, double y, String anchor, String color, String text) {
    text(x, y, anchor, color, text, false);
  }

  /**
   * @param halo whether lines behind the text are interrupted
   */
  void text(double x, double y, String anchor, String color, String text, boolean halo) {
    String fill = color + (anchor.equals("start") ? "" : " " + anchor) + (halo ? " halo" : "");
    elements.add(new Element(null, null, new Text(at(x), at(y), fill, text)));
  }
}
