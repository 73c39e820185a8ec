package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.count.TransportCounts;

/** The cost of connections at one point, from the runs' own files. */
record HandshakeFigures(PointFiles at) {
  /** The parts of a cycle of the connection-churn workload, in their order. */
  private static final List<String> PHASES =
      List.of("TCP-CONNECT", "TLS-HANDSHAKE", "DB-SETUP", "READ", "CLOSE");

  /** The parts of a cycle; empty for workloads that keep their connections. */
  Chart chart() {
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
        Chart.Axis.linear("time, µs per cycle"),
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

  /** The transport's counts, by variant; empty without the runs' files. */
  Table table() {
    List<List<Cell>> rows = new ArrayList<>();
    for (Variant variant : at.columns()) {
      List<RunResult> runs = at.results(variant);
      long operations = runs.stream().mapToLong(RunResult::succeeded).sum();
      if (operations > 0 && runs.stream().allMatch(r -> r.transport().connections() != null)) {
        rows.add(row(variant, runs));
      }
    }
    return new Table(
        Ids.of("table", "connections", at.point().id()),
        "Connections (of the set-up, and opened in the measured windows of all runs)"
            + " and handshakes (full and resumed), as the transport counted them.",
        List.of(
            Column.text("variant"),
            Column.number("set-up", ""),
            Column.number("opened", ""),
            Column.number("full", ""),
            Column.number("resumed", "")),
        rows);
  }

  private static List<Cell> row(Variant variant, List<RunResult> runs) {
    return List.of(
        Cell.text(variant.name()),
        count(
            runs.stream()
                .map(r -> r.transport().setupConnections())
                .filter(c -> c != null)
                .mapToLong(TransportCounts::opened)
                .sum()),
        count(sum(runs, TransportCounts::opened)),
        count(sum(runs, TransportCounts::fullHandshakes)),
        count(sum(runs, TransportCounts::resumedHandshakes)));
  }

  private static long sum(List<RunResult> runs, ToLongFunction<TransportCounts> what) {
    return runs.stream().map(r -> r.transport().connections()).mapToLong(what).sum();
  }

  private static Cell count(long count) {
    return Cell.number(Long.toString(count), (double) count);
  }
}
