package site.ycsb.tls.comparison.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Chart.LinePoint;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.measurement.IntervalLog.Stretch;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.servers.Variant;

/** Plots of one point from the runs' own files: whole histograms, and figures second by second. */
record RunPlots(PointFiles at, List<String> operations) {
  /** Series in time have at most this many points: neighbouring seconds are taken together. */
  private static final int MOST_POINTS = 120;

  /** A percentile is shown only with at least this many samples above it. */
  private static final int SAMPLES_ABOVE = 100;

  /** Points of a percentile curve for each halving of the samples above. */
  private static final int TICKS = 5;

  private static final double NANOS_PER_MICRO = 1e3;

  /** The parts of a cycle of the connection-churn workload, in their order. */
  private static final List<String> PHASES =
      List.of("TCP-CONNECT", "TLS-HANDSHAKE", "DB-SETUP", "READ", "CLOSE");

  RunPlots(PointFiles at) {
    this(
        at,
        at.result().metrics(at.point()).stream()
            .filter(m -> m.kind() == Metric.Kind.MEAN)
            .map(Metric::operation)
            .toList());
  }

  List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    blocks.add(phases());
    List<Block> more = new ArrayList<>();
    for (String operation : operations) {
      List<Block> to = operation.equals(operations.get(0)) ? blocks : more;
      to.add(percentiles(operation));
    }
    blocks.add(throughput());
    if (!operations.isEmpty()) {
      blocks.add(latency(operations.get(0)));
    }
    blocks.add(fold("Latency by percentile of the other operations", more));
    TrafficFigures traffic = new TrafficFigures(at);
    blocks.add(fold("What an operation sends and receives", List.copyOf(traffic.tables())));
    blocks.add(fold("Connections", List.of(traffic.connections())));
    return Block.notEmpty(blocks);
  }

  private static Block fold(String title, List<Block> blocks) {
    return new Block.Fold(title, Block.notEmpty(blocks));
  }

  /** The parts of a cycle; empty for workloads that keep their connections. */
  private Chart phases() {
    List<Chart.Bar> bars = new ArrayList<>();
    for (Variant variant : at.columns()) {
      List<RunResult> churns =
          at.results(variant).stream()
              .filter(r -> r.work().churn() != null && r.work().churn().cycles() > 0)
              .toList();
      long cycles = churns.stream().mapToLong(r -> r.work().churn().cycles()).sum();
      if (cycles > 0) {
        bars.add(
            new Chart.Bar(
                variant.name(),
                PHASES.stream().map(phase -> nanos(churns, phase) / 1e3 / cycles).toList()));
      }
    }
    return new Chart.StackedBars(
        Ids.of("phases", at.point().id()),
        "Phases of a connection cycle",
        "Time in each phase, all runs together, divided by the number of cycles. A cycle may"
            + " open several connections, and phases of connections that are opened at the"
            + " same time overlap: the sum can be more than the cycle took.",
        "time, µs per cycle",
        PHASES,
        bars);
  }

  /** A phase that did not occur took no time. */
  private static double nanos(List<RunResult> runs, String phase) {
    return runs.stream()
        .map(r -> r.operations().get(phase))
        .filter(o -> o != null)
        .mapToDouble(OperationResult::sumNanos)
        .sum();
  }

  /** All samples of all runs of a variant in one curve. */
  private Chart percentiles(String operation) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Variant variant : at.columns()) {
      Histogram all = new Histogram(3);
      for (RunRecord run : at.runs(variant)) {
        at.files()
            .result(run)
            .map(r -> r.operations().get(operation))
            .filter(o -> !o.histogram().isEmpty())
            .map(OperationResult::decode)
            .ifPresent(all::add);
      }
      List<LinePoint> curve = curve(all);
      if (!curve.isEmpty()) {
        lines.add(new Chart.Line(variant.name(), curve));
      }
    }
    return new Chart.LinePlot(
        Ids.of("percentiles", at.point().id(), operation),
        operation + " latency by percentile",
        "All samples of all measured runs; each curve ends where fewer than "
            + SAMPLES_ABOVE
            + " samples lie above.",
        new Chart.Axis("percentile", Chart.Scale.PERCENTILE),
        Chart.Axis.log("latency, µs"),
        lines);
  }

  private static List<LinePoint> curve(Histogram nanos) {
    List<LinePoint> curve = new ArrayList<>();
    for (HistogramIterationValue value : nanos.percentiles(TICKS)) {
      long above = nanos.getTotalCount() - value.getTotalCountToThisValue();
      if (above < SAMPLES_ABOVE) {
        break;
      }
      double percentile = 100.0 * value.getTotalCountToThisValue() / nanos.getTotalCount();
      double micros = value.getValueIteratedTo() / NANOS_PER_MICRO;
      if (micros > 0) {
        curve.add(LinePoint.of(percentile, micros));
      }
    }
    return curve;
  }

  private Chart throughput() {
    List<Chart.Line> lines = new ArrayList<>();
    for (Variant variant : at.columns()) {
      for (RunRecord run : at.runs(variant)) {
        List<Double> seconds = run.facts().throughputPerSecond();
        if (seconds.size() > 1) {
          lines.add(new Chart.Line(variant.name(), throughput(seconds)));
        }
      }
    }
    return inTime("throughput", "Throughput, second by second", "", "throughput, ops/s", lines);
  }

  /** Each point is at the end of its seconds. */
  private static List<LinePoint> throughput(List<Double> seconds) {
    int together = together(seconds.size());
    List<LinePoint> points = new ArrayList<>();
    for (int from = 0; from < seconds.size(); from += together) {
      int to = Math.min(from + together, seconds.size());
      double mean =
          seconds.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0);
      points.add(LinePoint.of(to, mean));
    }
    return points;
  }

  private Chart latency(String operation) throws IOException {
    List<Chart.Line> lines = new ArrayList<>();
    for (Variant variant : at.columns()) {
      for (RunRecord run : at.runs(variant)) {
        List<LinePoint> points = latency(at.files().intervals(run, operation));
        if (points.size() > 1) {
          lines.add(new Chart.Line(variant.name(), points));
        }
      }
    }
    return inTime(
        "latency",
        "Mean " + operation + " latency, second by second",
        "From the interval logs, to three digits.",
        "latency, µs",
        lines);
  }

  private static List<LinePoint> latency(List<Stretch> stretches) {
    int together = together(stretches.size());
    List<LinePoint> points = new ArrayList<>();
    int from = 0;
    while (from < stretches.size()) {
      int to = Math.min(from + together, stretches.size());
      // A last, incomplete second does not count.
      while (to < stretches.size() && isShort(stretches.get(to))) {
        to++;
      }
      points.add(
          LinePoint.of(
              stretches.get(to - 1).toSeconds(),
              mean(stretches.subList(from, to)) / NANOS_PER_MICRO));
      from = to;
    }
    return points;
  }

  private static double mean(List<Stretch> stretches) {
    double sum = stretches.stream().mapToDouble(s -> s.count() * s.meanNanos()).sum();
    return sum / stretches.stream().mapToLong(Stretch::count).sum();
  }

  private static boolean isShort(Stretch stretch) {
    return stretch.toSeconds() - stretch.fromSeconds() < 0.5;
  }

  private static int together(int seconds) {
    return (seconds + MOST_POINTS - 1) / MOST_POINTS;
  }

  private Chart inTime(
      String what, String title, String source, String axis, List<Chart.Line> lines) {
    boolean thinned =
        at.result().acceptedRuns().stream()
            .anyMatch(r -> r.facts().throughputPerSecond().size() > MOST_POINTS);
    String note =
        "A line for each run."
            + (source.isEmpty() ? "" : " " + source)
            + (thinned
                ? " At most %d points for each run: neighbouring seconds are averaged."
                    .formatted(MOST_POINTS)
                : "");
    return new Chart.LinePlot(
        Ids.of("time", what, at.point().id()),
        title,
        note,
        Chart.Axis.linear("time in the measured window, s"),
        Chart.Axis.linear(axis),
        lines);
  }
}
