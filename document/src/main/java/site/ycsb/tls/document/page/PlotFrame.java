package site.ycsb.tls.document.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Where values and rows of a static plot are; with their names and an axis around them. All in px.
 *
 * @param narrow whether the names are above their rows
 * @param width of the whole plot
 * @param names of the rows, in lines
 * @param nameHeight of a row's name, where it is above the row; 0 beside it
 */
record PlotFrame(
    boolean narrow,
    double width,
    List<List<String>> names,
    AxisScale scale,
    double left,
    double right,
    double top,
    double rowHeight,
    double nameHeight) {
  private static final int AXIS_HEIGHT = 40;

  /** The widest name beside a row, px. */
  private static final double NAME = 230;

  /** Of a name above its row. */
  private static final double INDENT = 14;

  /**
   * With names above their rows.
   *
   * @param lanes of a row
   * @param top where it begins
   * @param labelWidth width of what is printed beside the marks, px; 0 for nothing
   */
  static PlotFrame narrow(
      double width, List<String> rows, int lanes, double top, double labelWidth, AxisScale scale) {
    List<List<String>> names =
        rows.stream().map(name -> SvgElements.broken(name, width - 22)).toList();
    int lines = lines(names) + (labelWidth > 0 && lanes == 1 ? 1 : 0);
    double nameHeight = SvgElements.LINE_HEIGHT * lines + 4;
    double right = width - (labelWidth > 0 && labelWidth < 60 ? labelWidth + 8 : 12);
    double rowHeight = nameHeight + Math.max(20, 16 * lanes) + 2;
    return new PlotFrame(true, width, names, scale, 8, right, top, rowHeight, nameHeight);
  }

  /** With names beside their rows; as {@link #narrow}. */
  static PlotFrame wide(
      double width, List<String> rows, int lanes, double top, double labelWidth, AxisScale scale) {
    List<List<String>> names = rows.stream().map(name -> SvgElements.broken(name, NAME)).toList();
    double widest =
        names.stream().flatMap(List::stream).mapToDouble(SvgElements::widthOf).max().orElse(0);
    double right = width - Math.max(24, labelWidth + 16);
    double rowHeight =
        Math.max(Math.max(26, 16 * lanes + 8), lines(names) * SvgElements.LINE_HEIGHT + 6);
    return new PlotFrame(false, width, names, scale, 1.15 * widest + 16, right, top, rowHeight, 0);
  }

  private static int lines(List<List<String>> names) {
    return names.stream().mapToInt(List::size).max().orElse(1);
  }

  double x(double value) {
    return left + scale.share(value) * (right - left);
  }

  /** Middle of a row's lane. */
  double y(int row, int lane, int lanes) {
    double inside = rowHeight - nameHeight;
    double step = Math.min(16, inside / lanes);
    return top + row * rowHeight + nameHeight + inside / 2 + (lane - (lanes - 1) / 2.0) * step;
  }

  double bottom() {
    return top + names.size() * rowHeight;
  }

  /** Of the whole plot. */
  int height() {
    return (int) Math.ceil(bottom()) + AXIS_HEIGHT;
  }

  /** Base line of what stands between a name and its row. */
  double belowName(int row) {
    return top + row * rowHeight + nameHeight - 5;
  }

  /**
   * Draws the axis, and lines through the plot.
   *
   * @param signed whether values above 0 have a plus sign
   */
  void drawAxis(SvgElements svg, String title, boolean signed) {
    svg.axis(
        scale.ticks(narrow ? 5 : 8),
        this::x,
        tick -> (signed && tick > 0 ? "+" : "") + bare(tick),
        title,
        new SvgElements.Area(left, right, top, bottom(), width));
  }

  /** A number at an axis: {@code 250}, {@code 0.25}, {@code 1.5e+6}. */
  static String bare(double value) {
    BigDecimal rounded = new BigDecimal(value, new MathContext(6)).stripTrailingZeros();
    return Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3
        ? rounded.toString().replace('E', 'e')
        : rounded.toPlainString();
  }

  void drawNames(SvgElements svg) {
    for (int row = 0; row < names.size(); row++) {
      List<String> lines = names.get(row);
      double y =
          narrow
              ? top + row * rowHeight + 13
              : y(row, 0, 1) + 4 - (lines.size() - 1) * SvgElements.LINE_HEIGHT / 2.0;
      for (String line : lines) {
        if (narrow) {
          svg.text(INDENT, y, "start", Palette.INK, line, true);
        } else {
          svg.text(left - 12, y, "end", Palette.INK, line);
        }
        y += SvgElements.LINE_HEIGHT;
      }
    }
  }
}
