package site.ycsb.tls.document.page;

import java.util.List;
import site.ycsb.tls.document.Chart.FlameGraph;
import site.ycsb.tls.document.Chart.Frame;
import site.ycsb.tls.document.Figures;

/** Draws a flame graph with its root at the top. */
record SvgFlames(SvgElements svg, FlameGraph graph, double width) {
  private static final double ROW = 18;

  /** Narrower boxes are left out: nobody sees them. */
  private static final double NARROWEST = 1.5;

  /** Narrower boxes have no name. */
  private static final double NARROWEST_NAME = 24;

  /** Between two boxes. */
  private static final double GAP = 0.8;

  /** Draws it; returns the height. */
  int draw() {
    double top =
        svg.legendOfChanges(
            List.of(
                "more in " + graph.second(), "less than in " + graph.first(), "within 10 % of it"),
            List.of(1.0, -1.0, 0.0),
            width);
    double bottom = graph.root().width() > 0 ? frame(graph.root(), 0, top) : 0;
    return (int) Math.ceil(bottom) + 4;
  }

  /** Draws it and its callees; returns where the lowest of them ends. */
  private double frame(Frame frame, double left, double top) {
    double right = left + frame.width() / graph.root().width() * width;
    if (right - left < NARROWEST) {
      return 0;
    }
    svg.shape(
        SvgElements.rectangle(left, top, right - GAP, top + ROW - GAP),
        Palette.colorOfChange(frame.change()),
        note(frame));
    if (right - left >= NARROWEST_NAME) {
      String name = SvgElements.cut(frame.name(), right - left - 8);
      svg.text(left + 3, top + 13, "start", Palette.ON_LIGHT, name);
    }
    double bottom = top + ROW;
    double next = left;
    for (Frame callee : frame.callees()) {
      bottom = Math.max(bottom, frame(callee, next, top + ROW));
      next += callee.width() / graph.root().width() * width;
    }
    return bottom;
  }

  private String note(Frame frame) {
    return "%s: %s %s in %s, %s in %s (%s)"
        .formatted(
            frame.path(),
            Figures.number(frame.first()),
            graph.unit(),
            graph.first(),
            Figures.number(frame.second()),
            graph.second(),
            Figures.signed(frame.second() - frame.first()));
  }
}
