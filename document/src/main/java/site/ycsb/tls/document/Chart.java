package site.ycsb.tls.document;

import java.util.List;
import java.util.Optional;

/**
 * A plot as data. Between measured points there are only straight lines, and missing values are not
 * drawn. Series of the same name have the same colour in all charts of a page.
 */
public sealed interface Chart extends Block
    permits Chart.IntervalPlot, Chart.LinePlot, Chart.BoxPlot, Chart.StackedBars, Chart.FlameGraph {

  /** Its id: anchor and file name. */
  String name();

  /** What it shows, without units. */
  String title();

  /** A sentence that explains it; may be empty. */
  default String note() {
    return "";
  }

  @Override
  default Optional<String> id() {
    return Optional.of(name());
  }

  /** The scale of an axis. */
  enum Scale {
    /** Proportional. */
    LINEAR,
    /** By the logarithm; values are above 0. */
    LOG,
    /** Categories: all occurring values, at equal distances. */
    STEPS,
    /** Percentiles in percent, below 100, by the logarithm of what is above them. */
    PERCENTILE
  }

  /**
   * An axis of a plot.
   *
   * @param title with the unit: {@code throughput, ops/s}
   */
  record Axis(String title, Scale scale) {
    public static Axis linear(String title) {
      return new Axis(title, Scale.LINEAR);
    }

    public static Axis log(String title) {
      return new Axis(title, Scale.LOG);
    }
  }

  /**
   * Values with their intervals: a row for each thing measured, in it a mark for each series.
   * Published beside measured is one of these: two series, the published one without intervals.
   *
   * @param axis title of the horizontal one, on which 0 is marked, with the unit: {@code overhead,
   *     %}
   * @param rows names, from top to bottom
   */
  record IntervalPlot(
      String name, String title, String axis, List<String> rows, List<Series> series)
      implements Chart {
    public IntervalPlot {
      Ids.check(name);
      rows = List.copyOf(rows);
      series = List.copyOf(series);
      int count = rows.size();
      if (series.stream().flatMap(s -> s.marks().stream()).anyMatch(m -> m.row() >= count)) {
        throw new IllegalArgumentException("chart " + name + " has only " + count + " rows");
      }
    }
  }

  /** Marks of one colour. */
  record Series(String name, List<Mark> marks) {
    public Series {
      marks = List.copyOf(marks);
    }
  }

  /**
   * A value with its interval.
   *
   * @param row number of the row, from 0
   * @param lower end of the interval; null together with {@code upper} when there is none
   * @param text what is printed beside it, such as the table's own figure; may be empty
   * @param note a remark, such as a verdict; may be empty
   */
  record Mark(int row, double value, Double lower, Double upper, String text, String note) {
    /** Without a text beside it. */
    public Mark(int row, double value, Double lower, Double upper, String note) {
      this(row, value, lower, upper, "", note);
    }

    public Mark {
      if ((lower == null) != (upper == null) || row < 0) {
        throw new IllegalArgumentException("a mark needs a row and both ends or none");
      }
    }
  }

  /**
   * Lines over a numeric axis. Several lines of one name (runs of one variant) are drawn thin.
   *
   * @param note a sentence that explains lines and whiskers; may be empty
   */
  record LinePlot(String name, String title, String note, Axis x, Axis y, List<Line> lines)
      implements Chart {
    public LinePlot {
      Ids.check(name);
      lines = List.copyOf(lines);
    }
  }

  /** Points joined by straight lines. */
  record Line(String name, List<LinePoint> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /**
   * A point of a line.
   *
   * @param lower lower end of its whisker; null together with {@code upper} for none
   */
  record LinePoint(double x, double y, Double lower, Double upper) {
    public static LinePoint of(double x, double y) {
      return new LinePoint(x, y, null, null);
    }
  }

  /**
   * Each sample, over the box plot of its kind.
   *
   * @param axis title of the horizontal one, with the unit
   */
  record BoxPlot(String name, String title, String axis, List<Box> boxes) implements Chart {
    public BoxPlot {
      Ids.check(name);
      boxes = List.copyOf(boxes);
    }
  }

  /** Samples of one kind, at least one. */
  record Box(String name, List<Sample> samples) {
    public Box {
      samples = List.copyOf(samples);
    }
  }

  /**
   * One sample.
   *
   * @param label its name: {@code block 3}
   */
  record Sample(double value, String label) {}

  /**
   * Bars whose parts add up.
   *
   * @param note as of {@link LinePlot}
   * @param axis as of {@link BoxPlot}
   * @param parts names of the parts, from the axis outwards
   */
  record StackedBars(
      String name, String title, String note, String axis, List<String> parts, List<Bar> bars)
      implements Chart {
    public StackedBars {
      Ids.check(name);
      parts = List.copyOf(parts);
      bars = List.copyOf(bars);
      int count = parts.size();
      if (bars.stream().anyMatch(b -> b.values().size() != count)) {
        throw new IllegalArgumentException(
            "chart " + name + ": each bar wants " + count + " parts");
      }
    }
  }

  /** A value, 0 or above, for each part. */
  record Bar(String name, List<Double> values) {
    public Bar {
      values = List.copyOf(values);
    }
  }

  /**
   * Two trees of frames in one: a box for each frame, below the one that called it, and its colour
   * says whether it has more in the one or in the other.
   *
   * @param note as of {@link LinePlot}
   * @param unit of the values: {@code µs per operation}
   * @param first name of what the other is compared with
   * @param second name of the other
   * @param root the frame of all
   */
  record FlameGraph(
      String name, String title, String note, String unit, String first, String second, Frame root)
      implements Chart {
    public FlameGraph {
      Ids.check(name);
    }
  }

  /**
   * A frame of a tree.
   *
   * @param name as short as can be understood
   * @param path the same in full
   * @param first value in the first tree, that of its callees too
   * @param second value in the second
   * @param width not less than the callees' together
   */
  record Frame(
      String name, String path, double first, double second, double width, List<Frame> callees) {
    public Frame {
      callees = List.copyOf(callees);
      double all = callees.stream().mapToDouble(Frame::width).sum();
      if (!(width >= 0) || all > width * (1 + 1e-9)) {
        throw new IllegalArgumentException(
            "frame " + path + " has a width of " + width + ", and its callees " + all);
      }
    }

    /** The difference of the two values as a share of the larger one: -1 to 1. */
    public double change() {
      double larger = Math.max(first, second);
      return larger > 0 ? (second - first) / larger : 0;
    }
  }
}
