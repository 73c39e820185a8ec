package site.ycsb.tls.document.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Chart.LinePoint;
import site.ycsb.tls.document.Chart.Scale;
import site.ycsb.tls.document.Figures;

/** Draws a plot of lines: two axes, a legend, and the lines. */
final class SvgLines {
  /** With more points, a line has no markers. */
  private static final int MOST_MARKERS = 20;

  /** Distance of neighbouring whiskers, px: else the last would hide the others. */
  private static final double WHISKERS = 4;

  private static final int AXIS_HEIGHT = 40;
  private static final double MARGIN = 16;

  /** The width of a digit in the widest of the usual fonts, px. */
  private static final double DIGIT = 7.7;

  private final SvgElements svg;
  private final Palette palette;
  private final Chart.LinePlot plot;
  private final boolean narrow;
  private final double width;
  private final List<String> names;
  private final List<Double> steps;
  private final AxisScale horizontal;
  private final AxisScale vertical;

  private double left;
  private double top;
  private double bottom;

  SvgLines(SvgElements svg, Palette palette, Chart.LinePlot plot, double width, boolean narrow) {
    this.svg = svg;
    this.palette = palette;
    this.plot = plot;
    this.width = width;
    this.narrow = narrow;
    this.names = plot.lines().stream().map(Chart.Line::name).distinct().toList();
    this.steps = points().map(LinePoint::x).distinct().sorted().toList();
    this.horizontal =
        plot.x().scale() == Scale.STEPS
            ? new AxisScale(-0.5, steps.size() - 0.5, false)
            : AxisScale.of(
                points().mapToDouble(point -> place(point.x())),
                plot.x().scale() == Scale.LOG,
                plot.x().scale() == Scale.PERCENTILE);
    boolean logarithmic = plot.y().scale() == Scale.LOG;
    this.vertical =
        AxisScale.of(points().flatMapToDouble(SvgLines::extent), logarithmic, !logarithmic);
  }

  private Stream<LinePoint> points() {
    return plot.lines().stream().flatMap(line -> line.points().stream());
  }

  private static DoubleStream extent(LinePoint point) {
    return point.lower() == null
        ? DoubleStream.of(point.y())
        : DoubleStream.of(point.y(), point.lower(), point.upper());
  }

  /** Where a value is on the scale of the horizontal axis. */
  private double place(double value) {
    return switch (plot.x().scale()) {
      case PERCENTILE -> Math.log10(100 / (100 - value));
      case STEPS -> steps.indexOf(value);
      case LINEAR, LOG -> value;
    };
  }

  private double x(double value) {
    return left + horizontal.share(place(value)) * (width - MARGIN - left);
  }

  private double y(double value) {
    return bottom - vertical.share(value) * (bottom - top);
  }

  /** Draws it; returns the height, px. */
  int draw() {
    top = svg.legend(names, width) + 24;
    bottom = top + (narrow ? 220 : 260);
    List<Double> ticks = vertical.ticks(6);
    left =
        12
            + ticks.stream()
                .mapToDouble(tick -> DIGIT * PlotFrame.bare(tick).length())
                .max()
                .orElse(0);
    svg.text(0, top - 12, "start", Palette.FAINT, plot.y().title());
    for (double tick : ticks) {
      svg.line(left, y(tick), width - MARGIN, y(tick), Palette.LINE, 1);
      svg.text(left - 6, y(tick) + 4, "end", Palette.FAINT, PlotFrame.bare(tick));
    }
    drawHorizontalAxis();
    boolean thin = plot.lines().size() > names.size();
    for (Chart.Line line : plot.lines()) {
      svg.polyline(
          line.points().stream().map(point -> new double[] {x(point.x()), y(point.y())}).toList(),
          palette.colorOf(line.name()),
          thin ? 1 : 2);
    }
    if (!thin) {
      drawWhiskers();
      plot.lines().stream()
          .filter(line -> line.points().size() <= MOST_MARKERS)
          .forEach(this::drawMarkers);
    }
    return (int) Math.ceil(bottom) + AXIS_HEIGHT;
  }

  private void drawHorizontalAxis() {
    svg.axis(
        ticks(),
        this::x,
        this::number,
        plot.x().title(),
        new SvgElements.Area(left, width - MARGIN, top, bottom, width));
  }

  private List<Double> ticks() {
    return switch (plot.x().scale()) {
      case STEPS -> steps;
      case LINEAR, LOG -> horizontal.ticks(narrow ? 5 : 8);
      case PERCENTILE -> {
        List<Double> ticks = new ArrayList<>(List.of(0.0, 50.0));
        for (int nines = 1; nines <= horizontal.greatest(); nines++) {
          ticks.add(100 - Math.pow(10, 2 - nines));
        }
        ticks.removeIf(tick -> place(tick) > horizontal.greatest());
        yield ticks;
      }
    };
  }

  /** A value of the horizontal axis. */
  private String number(double value) {
    return plot.x().scale() == Scale.PERCENTILE
        ? new BigDecimal(value, new MathContext(8)).stripTrailingZeros().toPlainString()
        : PlotFrame.bare(value);
  }

  private void drawWhiskers() {
    List<Chart.Line> lines =
        plot.lines().stream()
            .filter(line -> line.points().stream().anyMatch(point -> point.lower() != null))
            .toList();
    for (int i = 0; i < lines.size(); i++) {
      double aside = (i - (lines.size() - 1) / 2.0) * WHISKERS;
      for (LinePoint point : lines.get(i).points()) {
        if (point.lower() != null) {
          double at = x(point.x()) + aside;
          String color = palette.colorOf(lines.get(i).name());
          svg.line(at, y(point.lower()), at, y(point.upper()), color, 1.5);
        }
      }
    }
  }

  private void drawMarkers(Chart.Line line) {
    for (LinePoint point : line.points()) {
      svg.marker(line.name(), x(point.x()), y(point.y()), said(line, point));
    }
  }

  private String said(Chart.Line line, LinePoint point) {
    return String.format(
        Locale.ROOT,
        "%s, %s %s: %s%s",
        line.name(),
        plot.x().title(),
        number(point.x()),
        Figures.number(point.y()),
        point.lower() == null
            ? ""
            : " [" + Figures.number(point.lower()) + ", " + Figures.number(point.upper()) + "]");
  }
}
