package site.ycsb.tls.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import site.ycsb.tls.engine.BenchmarkRun;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/**
 * When the agents of a run were active.
 *
 * @param starts of the agents, in their order, s since the first one's; in slices, the mean over
 *     them
 * @param skewSeconds from the first start to the last one, s; in slices, the mean over them
 * @param clockErrorSeconds the largest error of that, s
 * @param togetherShare share of the time in which all of them were active, 0 to 1
 * @param windowSeconds length of the measured window, s: operations divided by this is the
 *     throughput of all
 * @param serverShare share of the operations that were done while the first agent measured the
 *     server's CPU time, 0 to 1
 * @param coldServerShare the same of the cold beginning of the processes; 1 if there was none
 * @param untold names of agents that did not say when they started
 */
record Timing(
    List<Double> starts,
    double skewSeconds,
    double clockErrorSeconds,
    double togetherShare,
    double windowSeconds,
    double serverShare,
    double coldServerShare,
    List<String> untold) {
  Timing {
    starts = List.copyOf(starts);
    untold = List.copyOf(untold);
  }

  /** Of whole runs: the window is from the first start to the last end. */
  static Timing ofWholeRuns(List<MemberRun> runs, List<RunResult> results) {
    FleetSlice slice = slice(runs, results);
    List<Double> starts = slice.late().stream().map(nanos -> nanos / 1e9).toList();
    double lastStart = slice.skew() / 1e9;
    double firstEnd = Double.POSITIVE_INFINITY;
    double lastEnd = 0;
    for (int i = 0; i < starts.size(); i++) {
      double end = starts.get(i) + results.get(i).window().runtimeSeconds();
      firstEnd = Math.min(firstEnd, end);
      lastEnd = Math.max(lastEnd, end);
    }
    ServerCoverage coverage = new ServerCoverage();
    coverage.add(slice);
    return new Timing(
        starts,
        lastStart,
        clockError(
            runs.stream()
                .filter(run -> run.started().isPresent())
                .mapToDouble(run -> run.startError() / 1e9)
                .toArray()),
        lastEnd > 0 ? Math.max(0, firstEnd - lastStart) / lastEnd : 0,
        lastEnd,
        coverage.share(),
        1,
        runs.stream()
            .filter(run -> run.started().isEmpty())
            .map(run -> run.member().name())
            .toList());
  }

  /**
   * Whole runs are one slice, for whose operations the server's CPU time is known as for those of
   * any other. Who did not say when it started counts as the first.
   */
  private static FleetSlice slice(List<MemberRun> runs, List<RunResult> results) {
    long first =
        runs.stream().flatMap(run -> run.started().stream()).mapToLong(n -> n).min().orElse(0);
    List<SliceReport> reports = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      RunResult result = results.get(i);
      double seconds = result.window().runtimeSeconds();
      long began = runs.get(i).started().orElse(first);
      reports.add(
          new SliceReport(
              Order.Kind.MEASURE,
              seconds,
              result.succeeded(),
              result.failed(),
              0,
              0,
              -1,
              0,
              0,
              new SliceReport.Instants(
                  began - BenchmarkRun.BEGINNING, began, began + Math.round(seconds * 1e9))));
    }
    return new FleetSlice(reports, 0);
  }

  /**
   * How exactly the difference of two agents' times is known at least: each clock is compared with
   * ours, and the errors of two can add up.
   *
   * @param errors of the agents' clocks
   */
  static double clockError(double... errors) {
    return Arrays.stream(errors).sorted().skip(Math.max(0, errors.length - 2)).sum();
  }
}
