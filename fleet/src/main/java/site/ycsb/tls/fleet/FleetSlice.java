package site.ycsb.tls.fleet;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import site.ycsb.tls.slice.SliceReport;

/**
 * What all agents did in one slice.
 *
 * <p>The server's CPU time is read by the first agent only. It begins to measure before the slice,
 * and all are in it, unless it was late: then the others have worked before. Their server CPU time
 * is missing, and the rest stands for it.
 *
 * @param reports of the agents, the first one's first; their instants are by one clock
 * @param settleNanos how long after its end the first agent read the server's CPU time
 */
record FleetSlice(List<SliceReport> reports, long settleNanos) {
  FleetSlice {
    reports = List.copyOf(reports);
  }

  /** When the last agent was ready to begin. */
  long ready() {
    return each(SliceReport.Instants::ready).max().orElseThrow();
  }

  /** From the first beginning to the last one, ns. */
  long skew() {
    return each(SliceReport.Instants::began).max().orElseThrow() - first();
  }

  /** How long after the first one each agent began, ns. */
  List<Long> late() {
    long first = first();
    return each(time -> time.began() - first).boxed().toList();
  }

  /** The place of the agent that began last. */
  int last() {
    return late().indexOf(skew());
  }

  private long first() {
    return each(SliceReport.Instants::began).min().orElseThrow();
  }

  private LongStream each(ToLongFunction<SliceReport.Instants> instant) {
    return reports.stream().map(SliceReport::instants).mapToLong(instant);
  }

  /** Operations of all agents that succeeded. */
  long succeeded() {
    return reports.stream().mapToLong(SliceReport::succeeded).sum();
  }

  /** Those of them that were done while the server was measured, by the time of each agent. */
  double covered() {
    long from = reports.get(0).instants().ready();
    long until = reports.get(0).instants().ended() + settleNanos;
    double covered = 0;
    for (SliceReport report : reports) {
      SliceReport.Instants time = report.instants();
      covered +=
          ServerCoverage.share(
                  0, (until - from) / 1e9, (time.began() - from) / 1e9, (time.ended() - from) / 1e9)
              * report.succeeded();
    }
    return covered;
  }

  /**
   * The report of all, with the server's CPU time for all operations: unknown if none was measured.
   */
  SliceReport sum() {
    SliceReport sum = reports.stream().reduce(SliceReport::plus).orElseThrow();
    double share = succeeded() > 0 ? covered() / succeeded() : 1;
    if (sum.serverNanos() < 0 || share == 1) {
      return sum;
    }
    return sum.withServerNanos(share > 0 ? Math.round(sum.serverNanos() / share) : -1);
  }
}
