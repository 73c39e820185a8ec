package site.ycsb.tls.document.page;

import com.samskivert.mustache.Template;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Figures;

/**
 * A plot as SVG without script: previews, print and readers that run no script show it. There is
 * one for wide and one for narrow screens; in the narrow one names stand above their rows.
 */
final class SvgPlot {
  private static final int WIDE = 720;
  private static final int NARROW = 348;

  private final Template template;
  private final Palette palette;

  private SvgElements svg;
  private boolean narrow;
  private int width;

  /** For the template. */
  private record Svg(
      String size, int width, int height, String title, List<SvgElements.Element> elements) {}

  SvgPlot(Palette palette) throws IOException {
    this.palette = palette;
    this.template = PageResources.compiler().compile(PageResources.text("plot.mustache"));
  }

  /** For wide and for narrow screens. */
  List<String> both(Chart chart) {
    return List.of(drawn(chart, false), drawn(chart, true));
  }

  private String drawn(Chart chart, boolean forNarrow) {
    svg = new SvgElements(palette);
    narrow = forNarrow;
    width = forNarrow ? NARROW : WIDE;
    int height;
    if (chart instanceof Chart.IntervalPlot plot) {
      height = intervals(plot);
    } else if (chart instanceof Chart.StackedBars bars) {
      height = bars(bars);
    } else if (chart instanceof Chart.BoxPlot plot) {
      height = dots(plot);
    } else if (chart instanceof Chart.FlameGraph graph) {
      height = new SvgFlames(svg, graph, width).draw();
    } else if (chart instanceof Chart.LinePlot plot) {
      height = new SvgLines(svg, palette, plot, width, narrow).draw();
    } else {
      throw new IllegalArgumentException("no such plot: " + chart.getClass().getSimpleName());
    }
    String size = narrow ? "narrow" : "wide";
    return template
        .execute(new Svg(size, width, height, chart.title(), svg.fromBackToFront()))
        .strip();
  }

  private int intervals(Chart.IntervalPlot plot) {
    int lanes = Math.max(1, plot.series().size());
    List<Chart.Mark> marks = plot.series().stream().flatMap(s -> s.marks().stream()).toList();
    double top = svg.legend(plot.series().stream().map(Chart.Series::name).toList(), width);
    DoubleStream values = marks.stream().flatMapToDouble(SvgPlot::extent);
    PlotFrame frame =
        frame(
            plot.rows(),
            lanes,
            top,
            marks.stream().mapToDouble(m -> SvgElements.widthOf(m.text())).max().orElse(0),
            AxisScale.of(values, false, true));
    frame.drawAxis(svg, plot.axis(), true);
    svg.line(frame.x(0), frame.top(), frame.x(0), frame.bottom(), Palette.INK, 1);
    frame.drawNames(svg);
    for (int lane = 0; lane < plot.series().size(); lane++) {
      Chart.Series series = plot.series().get(lane);
      for (Chart.Mark mark : series.marks()) {
        mark(frame, plot, series, mark, frame.y(mark.row(), lane, lanes), lanes);
      }
    }
    return frame.height();
  }

  private static DoubleStream extent(Chart.Mark mark) {
    return mark.lower() == null
        ? DoubleStream.of(mark.value())
        : DoubleStream.of(mark.value(), mark.lower(), mark.upper());
  }

  private void mark(
      PlotFrame frame,
      Chart.IntervalPlot plot,
      Chart.Series series,
      Chart.Mark mark,
      double y,
      int lanes) {
    String color = palette.colorOf(series.name());
    if (mark.lower() != null) {
      double from = frame.x(mark.lower());
      double to = frame.x(mark.upper());
      svg.line(from, y, to, y, color, 2);
      svg.line(from, y - 4, from, y + 4, color, 2);
      svg.line(to, y - 4, to, y + 4, color, 2);
    }
    String label = mark.text().isEmpty() ? Figures.number(mark.value()) : mark.text();
    svg.marker(
        series.name(),
        frame.x(mark.value()),
        y,
        series.name()
            + ", "
            + plot.rows().get(mark.row())
            + ": "
            + label
            + (mark.note().isEmpty() ? "" : ", " + mark.note()));
    if (!mark.text().isEmpty() && !narrow) {
      svg.text(frame.right() + 12, y + 4, "start", Palette.INK, mark.text());
    } else if (!mark.text().isEmpty() && lanes == 1) {
      svg.text(14, frame.belowName(mark.row()), "start", Palette.FAINT, mark.text(), true);
    }
  }

  private int dots(Chart.BoxPlot plot) {
    List<String> rows = plot.boxes().stream().map(Chart.Box::name).toList();
    DoubleStream values =
        plot.boxes().stream()
            .flatMap(box -> box.samples().stream())
            .mapToDouble(Chart.Sample::value);
    PlotFrame frame = frame(rows, 1, 4, 0, AxisScale.of(values, false, false));
    frame.drawAxis(svg, plot.axis(), false);
    frame.drawNames(svg);
    for (int row = 0; row < rows.size(); row++) {
      Chart.Box box = plot.boxes().get(row);
      double y = frame.y(row, 0, 1);
      for (Chart.Sample sample : box.samples()) {
        svg.shape(
            SvgElements.circle(frame.x(sample.value()), y, 4),
            palette.colorOf(box.name()) + " dot",
            sample.label() + ": " + Figures.number(sample.value()));
      }
    }
    return frame.height();
  }

  private int bars(Chart.StackedBars plot) {
    List<String> rows = plot.bars().stream().map(Chart.Bar::name).toList();
    double top = svg.legendOfParts(plot.parts(), width);
    DoubleStream sums = plot.bars().stream().mapToDouble(SvgPlot::sum);
    PlotFrame frame = frame(rows, 1, top, 44, AxisScale.of(sums, false, true));
    frame.drawAxis(svg, plot.axis(), false);
    frame.drawNames(svg);
    for (int row = 0; row < rows.size(); row++) {
      Chart.Bar bar = plot.bars().get(row);
      double y = frame.y(row, 0, 1);
      double from = 0;
      for (int part = 0; part < plot.parts().size(); part++) {
        double value = bar.values().get(part);
        double x = frame.x(from);
        double end = frame.x(from + value);
        String label = Figures.number(value);
        svg.shape(
            SvgElements.rectangle(x, y - 9, end, y + 9),
            Palette.colorOfPart(part),
            plot.parts().get(part) + ": " + label);
        if (end - x > SvgElements.widthOf(label) + SvgElements.CHARACTER
            && plot.parts().size() > 1) {
          svg.text(
              (x + end) / 2,
              y + 4,
              "middle",
              part % 2 == 0 ? Palette.ON_DARK : Palette.ON_LIGHT,
              label);
        }
        from += value;
      }
      svg.text(frame.x(from) + 6, y + 4, "start", Palette.INK, Figures.number(from));
    }
    return frame.height();
  }

  private static double sum(Chart.Bar bar) {
    return bar.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private PlotFrame frame(
      List<String> rows, int lanes, double top, double labelWidth, AxisScale scale) {
    return narrow
        ? PlotFrame.narrow(width, rows, lanes, top, labelWidth, scale)
        : PlotFrame.wide(width, rows, lanes, top, labelWidth, scale);
  }
}
