package site.ycsb.tls.report.page;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import site.ycsb.tls.report.document.Chart;

/**
 * A plot with a row for each thing, as SVG without script: previews, print and readers that run no
 * script show it. There is one for wide and one for narrow screens; in the narrow one names stand
 * above their rows.
 */
final class SvgPlot {
  private static final int WIDE = 720;
  private static final int NARROW = 348;
  private static final int LINE_HEIGHT = 15;
  private static final int AXIS_HEIGHT = 40;

  /** Estimated widths of characters at 12 px; there is no font to ask. */
  private static final double CHARACTER = 6.6;

  private static final double CAPITAL = 8.4;

  /** The widest name beside a row, and the widest in a legend, px. */
  private static final double NAME = 230;

  private static final double LEGEND = 520;

  private final Template template;
  private final Palette palette;

  /** Elements of the plot being made, from back to front. */
  private final List<Map<String, Object>> elements = new ArrayList<>();

  private boolean narrow;
  private int width;

  SvgPlot(Palette palette) throws IOException {
    this.palette = palette;
    this.template = Mustache.compiler().compile(Resources.reader("plot.mustache"));
  }

  /** Whether this kind of plot is drawn here, and not by the page's script. */
  static boolean draws(Chart chart) {
    return !(chart instanceof Chart.LinePlot);
  }

  /** For wide and for narrow screens. */
  List<String> both(Chart chart) {
    return List.of(wide(chart), made(chart, true));
  }

  /** The one for wide screens, and for files. */
  String wide(Chart chart) {
    return made(chart, false);
  }

  private String made(Chart chart, boolean forNarrow) {
    elements.clear();
    narrow = forNarrow;
    width = forNarrow ? NARROW : WIDE;
    int height;
    if (chart instanceof Chart.IntervalPlot plot) {
      height = intervals(plot);
    } else if (chart instanceof Chart.StackedBars bars) {
      height = bars(bars);
    } else if (chart instanceof Chart.BoxPlot plot) {
      height = dots(plot);
    } else {
      throw new IllegalArgumentException("drawn by the script: " + chart.kind());
    }
    Map<String, Object> svg = new LinkedHashMap<>();
    svg.put("size", narrow ? "narrow" : "wide");
    svg.put("width", width);
    svg.put("height", height);
    svg.put("title", chart.title());
    svg.put("elements", List.copyOf(elements));
    return template.execute(svg).strip();
  }

  /** Where values and rows are. */
  private record Frame(
      double left, double right, double top, double rowHeight, double nameHeight, Scale scale) {
    double x(double value) {
      return left + scale.share(value) * (right - left);
    }

    /** Middle of a row's lane. */
    double y(int row, int lane, int lanes) {
      double inside = rowHeight - nameHeight;
      double step = Math.min(16, inside / lanes);
      return top + row * rowHeight + nameHeight + inside / 2 + (lane - (lanes - 1) / 2.0) * step;
    }
  }

  private record Scale(double least, double greatest, boolean logarithmic) {
    static Scale of(DoubleStream values, boolean logarithmic, boolean zero) {
      double[] all =
          (zero ? DoubleStream.concat(values, DoubleStream.of(0)) : values).sorted().toArray();
      double least = all[0];
      double greatest = all[all.length - 1];
      if (least == greatest) {
        double room = least == 0 ? 1 : Math.abs(least) / 2;
        return new Scale(logarithmic ? least / 2 : least - room, greatest + room, logarithmic);
      }
      return new Scale(least, greatest, logarithmic);
    }

    double share(double value) {
      return logarithmic
          ? Math.log(value / least) / Math.log(greatest / least)
          : (value - least) / (greatest - least);
    }

    List<Double> ticks(int most) {
      return logarithmic
          ? Ticks.logarithmic(least, greatest, most)
          : Ticks.linear(least, greatest, most);
    }
  }

  private int intervals(Chart.IntervalPlot plot) {
    int lanes = Math.max(1, plot.series().size());
    boolean percent = plot.values().title().endsWith("%");
    boolean told =
        plot.series().stream().flatMap(s -> s.marks().stream()).anyMatch(m -> !m.text().isEmpty());
    double top = legend(plot.series().stream().map(Chart.Series::name).toList());
    DoubleStream values =
        plot.series().stream()
            .flatMap(series -> series.marks().stream())
            .flatMap(SvgPlot::extent)
            .mapToDouble(Double::doubleValue);
    Frame frame =
        frame(
            plot.rows(),
            lanes,
            top,
            told ? longest(plot) : 0,
            Scale.of(values, plot.values().scale() == Chart.Scale.LOG, plot.zero()));
    axis(frame, plot.rows().size(), plot.values().title(), percent && plot.zero());
    if (plot.zero()) {
      line(frame.x(0), frame.top(), frame.x(0), bottom(frame, plot.rows().size()), Palette.INK, 1);
    }
    names(frame, plot.rows());
    for (int lane = 0; lane < plot.series().size(); lane++) {
      Chart.Series series = plot.series().get(lane);
      for (Chart.Mark mark : series.marks()) {
        mark(frame, plot, series, mark, frame.y(mark.row(), lane, lanes), lanes);
      }
    }
    return height(frame, plot.rows().size());
  }

  private static Stream<Double> extent(Chart.Mark mark) {
    return mark.lower() == null
        ? Stream.of(mark.value())
        : Stream.of(mark.value(), mark.lower(), mark.upper());
  }

  private static double longest(Chart.IntervalPlot plot) {
    return plot.series().stream()
        .flatMap(series -> series.marks().stream())
        .mapToDouble(mark -> widthOf(mark.text()))
        .max()
        .orElse(0);
  }

  private void mark(
      Frame frame,
      Chart.IntervalPlot plot,
      Chart.Series series,
      Chart.Mark mark,
      double y,
      int lanes) {
    String color = palette.colorOf(series.name());
    if (mark.lower() != null) {
      double from = frame.x(mark.lower());
      double to = frame.x(mark.upper());
      line(from, y, to, y, color, 2);
      line(from, y - 4, from, y + 4, color, 2);
      line(to, y - 4, to, y + 4, color, 2);
    }
    String told = mark.text().isEmpty() ? Figures.number(mark.value()) : mark.text();
    marker(
        series.name(),
        frame.x(mark.value()),
        y,
        series.name()
            + ", "
            + plot.rows().get(mark.row())
            + ": "
            + told
            + (mark.note().isEmpty() ? "" : ", " + mark.note()));
    if (!mark.text().isEmpty() && !narrow) {
      text(frame.right() + 12, y + 4, "start", Palette.INK, mark.text());
    } else if (!mark.text().isEmpty() && lanes == 1) {
      double above = frame.top() + mark.row() * frame.rowHeight() + frame.nameHeight() - 5;
      text(14, above, "start", Palette.FAINT, mark.text(), true);
    }
  }

  private int dots(Chart.BoxPlot plot) {
    List<String> rows = plot.boxes().stream().map(Chart.Box::name).toList();
    DoubleStream values =
        plot.boxes().stream()
            .flatMap(box -> box.samples().stream())
            .mapToDouble(Chart.Sample::value);
    Frame frame =
        frame(rows, 1, 4, 0, Scale.of(values, plot.values().scale() == Chart.Scale.LOG, false));
    axis(frame, rows.size(), plot.values().title(), false);
    names(frame, rows);
    for (int row = 0; row < rows.size(); row++) {
      Chart.Box box = plot.boxes().get(row);
      double y = frame.y(row, 0, 1);
      for (Chart.Sample sample : box.samples()) {
        Map<String, Object> dot =
            shape(
                circle(frame.x(sample.value()), y, 4),
                palette.colorOf(box.name()),
                sample.label() + ": " + Figures.number(sample.value()));
        dot.put("opacity", "0.55");
      }
      double median = median(box);
      line(frame.x(median), y - 9, frame.x(median), y + 9, Palette.INK, 2);
    }
    return height(frame, rows.size());
  }

  private static double median(Chart.Box box) {
    double[] sorted = box.samples().stream().mapToDouble(Chart.Sample::value).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private int bars(Chart.StackedBars plot) {
    List<String> rows = plot.bars().stream().map(Chart.Bar::name).toList();
    double top = partsLegend(plot.parts());
    DoubleStream sums = plot.bars().stream().mapToDouble(SvgPlot::sum);
    Frame frame = frame(rows, 1, top, 44, Scale.of(sums, false, true));
    axis(frame, rows.size(), plot.values().title(), false);
    names(frame, rows);
    for (int row = 0; row < rows.size(); row++) {
      Chart.Bar bar = plot.bars().get(row);
      double y = frame.y(row, 0, 1);
      double from = 0;
      for (int part = 0; part < plot.parts().size(); part++) {
        double value = bar.values().get(part);
        double x = frame.x(from);
        double end = frame.x(from + value);
        String told = Figures.number(value);
        shape(
            "M%s %sH%sV%sH%sZ".formatted(at(x), at(y - 9), at(end), at(y + 9), at(x)),
            Palette.colorOfPart(part),
            plot.parts().get(part) + ": " + told);
        if (end - x > widthOf(told) + CHARACTER && plot.parts().size() > 1) {
          text(
              (x + end) / 2,
              y + 4,
              "middle",
              part % 2 == 0 ? Palette.ON_DARK : Palette.ON_LIGHT,
              told);
        }
        from += value;
      }
      text(frame.x(from) + 6, y + 4, "start", Palette.INK, Figures.number(from));
    }
    return height(frame, rows.size());
  }

  private static double sum(Chart.Bar bar) {
    return bar.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * The room for the values.
   *
   * @param told width of what is printed beside the marks, px; 0 for nothing
   */
  private Frame frame(List<String> rows, int lanes, double top, double told, Scale scale) {
    if (narrow) {
      int lines = rows.stream().mapToInt(name -> broken(name, width - 22).size()).max().orElse(1);
      double names = LINE_HEIGHT * (lines + (told > 0 && lanes == 1 ? 1 : 0)) + 4;
      double right = told > 0 && told < 60 ? told + 8 : 12;
      return new Frame(8, width - right, top, names + Math.max(20, 16 * lanes) + 2, names, scale);
    }
    List<List<String>> names = rows.stream().map(name -> broken(name, NAME)).toList();
    double widest =
        names.stream().flatMap(List::stream).mapToDouble(SvgPlot::widthOf).max().orElse(0);
    int lines = names.stream().mapToInt(List::size).max().orElse(1);
    return new Frame(
        widest + 16,
        width - Math.max(24, told + 16),
        top,
        Math.max(Math.max(26, 16 * lanes + 8), lines * LINE_HEIGHT + 6),
        0,
        scale);
  }

  private static double bottom(Frame frame, int rows) {
    return frame.top() + rows * frame.rowHeight();
  }

  private static int height(Frame frame, int rows) {
    return (int) Math.ceil(bottom(frame, rows)) + AXIS_HEIGHT;
  }

  private void axis(Frame frame, int rows, String title, boolean signed) {
    double bottom = bottom(frame, rows);
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : frame.scale().ticks(narrow ? 5 : 8)) {
      double x = frame.x(tick);
      line(x, frame.top(), x, bottom, Palette.LINE, 1);
      String label = (signed && tick > 0 ? "+" : "") + bare(tick);
      double half = widthOf(label) / 2;
      if (x - half > last + 4) {
        double inside = Math.max(half, Math.min(width - half, x));
        text(inside, bottom + 15, "middle", Palette.FAINT, label);
        last = inside + half;
      }
    }
    line(frame.left(), bottom, frame.right(), bottom, Palette.FAINT, 1);
    double half = widthOf(title) / 2;
    double middle = (frame.left() + frame.right()) / 2;
    text(
        Math.max(half, Math.min(width - half, middle)),
        bottom + 33,
        "middle",
        Palette.FAINT,
        title);
  }

  private static String bare(double value) {
    return Math.abs(value) >= 1e6 || (value != 0 && Math.abs(value) < 1e-3)
        ? String.format(Locale.ROOT, "%.0e", value)
        : new BigDecimal(value, new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  private void names(Frame frame, List<String> rows) {
    for (int row = 0; row < rows.size(); row++) {
      List<String> lines = broken(rows.get(row), narrow ? width - 22 : NAME);
      double y =
          narrow
              ? frame.top() + row * frame.rowHeight() + 13
              : frame.y(row, 0, 1) + 4 - (lines.size() - 1) * LINE_HEIGHT / 2.0;
      for (String line : lines) {
        text(
            narrow ? 14 : frame.left() - 12,
            y,
            narrow ? "start" : "end",
            Palette.INK,
            line,
            narrow);
        y += LINE_HEIGHT;
      }
    }
  }

  /** A marker and the name for each series; returns where the plot begins. */
  private double legend(List<String> names) {
    return names.size() < 2 ? 4 : legend(names, (name, number) -> palette.colorOf(name), true);
  }

  private double partsLegend(List<String> parts) {
    return parts.size() < 2
        ? 4
        : legend(parts, (name, number) -> Palette.colorOfPart(number), false);
  }

  private interface Colors {
    String of(String name, int number);
  }

  private double legend(List<String> names, Colors colors, boolean series) {
    double x = 6;
    double y = 10;
    for (int i = 0; i < names.size(); i++) {
      List<String> lines = broken(names.get(i), narrow ? width - 30 : LEGEND);
      double needed = 12 + lines.stream().mapToDouble(SvgPlot::widthOf).max().orElse(0) + 20;
      if (x > 6 && x + needed > width) {
        x = 6;
        y += 20;
      }
      if (series) {
        marker(names.get(i), x, y, names.get(i));
      } else {
        shape(circle(x, y, 5), colors.of(names.get(i), i), names.get(i));
      }
      for (int line = 0; line < lines.size(); line++) {
        text(x + 12, y + 4 + line * LINE_HEIGHT, "start", Palette.INK, lines.get(line));
      }
      y += (lines.size() - 1) * LINE_HEIGHT;
      x += needed;
    }
    return y + 16;
  }

  private static double widthOf(String text) {
    return text.chars().mapToDouble(c -> Character.isUpperCase(c) ? CAPITAL : CHARACTER).sum();
  }

  /** Long names are broken at blanks, underscores, hyphens and slashes. */
  private static List<String> broken(String name, double most) {
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

  private static String cut(String text, double most) {
    int length = text.length();
    while (length > 1 && widthOf(text.substring(0, length)) > most) {
      length--;
    }
    return length == text.length() ? text : text.substring(0, Math.max(1, length - 1)) + "…";
  }

  /** The shape that goes with the name: four, so that colour alone does not tell names apart. */
  private void marker(String name, double x, double y, String note) {
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

  private static String circle(double x, double y, double radius) {
    return "M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0Z"
        .formatted(at(x - radius), at(y), radius, radius, 2 * radius, radius, radius, -2 * radius);
  }

  private static String at(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }

  private Map<String, Object> shape(String path, String color, String note) {
    Map<String, Object> shape = new LinkedHashMap<>();
    shape.put("path", path);
    shape.put("fill", color);
    shape.put("color", Palette.light(color));
    shape.put("note", note);
    shape.put("opacity", "1");
    elements.add(Map.of("shape", shape, "line", false, "text", false));
    return shape;
  }

  private void line(double x1, double y1, double x2, double y2, String color, double thickness) {
    elements.add(
        Map.of(
            "line",
            Map.of(
                "path",
                "M%s %sL%s %s".formatted(at(x1), at(y1), at(x2), at(y2)),
                "stroke",
                color,
                "color",
                Palette.light(color),
                "thickness",
                thickness),
            "shape",
            false,
            "text",
            false));
  }

  private void text(double x, double y, String anchor, String color, String text) {
    text(x, y, anchor, color, text, false);
  }

  /**
   * @param halo whether lines behind the text are interrupted
   */
  private void text(double x, double y, String anchor, String color, String text, boolean halo) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("x", at(x));
    shown.put("y", at(y));
    shown.put("anchor", anchor);
    shown.put("fill", color);
    shown.put("color", Palette.light(color));
    shown.put("halo", halo);
    shown.put("text", text);
    elements.add(Map.of("text", shown, "shape", false, "line", false));
  }
}
